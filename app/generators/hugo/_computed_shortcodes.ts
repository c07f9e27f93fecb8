import { posix } from 'node:path'
import { splitLines } from '../../foreign_markup/source_line.ts'
import { readSourceFrontMatter } from '../../foreign_source/source/front_matter.ts'
import { surround } from './_block_shortcodes.ts'
import { writeFence } from './_file_shortcodes.ts'
import type { Rendering } from './_line_writer.ts'
import { type ShortcodeCall, type ShortcodeWriter, writeShortcodes } from './_shortcodes.ts'

const INCLUDES = /\bGetPage\b[\s\S]*\.(?:RenderShortcodes|RawContent)\b/
const COLOURS = /\b(?:transform\.Highlight|highlight)\s/
const DEPTH_MAX = 10

/**
 * A template that computes, where its calls say what readers see: the text of another page, or
 * what is inside as code. Undefined for all others.
 */
export function writeComputed(
  template: string,
  call: ShortcodeCall,
  write: ShortcodeWriter,
): Rendering | undefined {
  const calls = template.replace(/\{\{-?\s*\/\*[\s\S]*?\*\/\s*-?\}\}/g, '')
  if (INCLUDES.test(calls) && !/\{\{-?\s*range\b/.test(calls)) {
    return includePage(calls, call, write)
  }
  const isCode = call.shortcode.inner !== undefined && calls.includes('.Inner')
  return isCode && COLOURS.test(calls) ? writeCode(call) : undefined
}

function includePage(
  template: string,
  call: ShortcodeCall,
  write: ShortcodeWriter,
): Rendering | undefined {
  const { site, origin } = call
  const name = namePage(template, call)
  const file = name === undefined ? undefined : findPage(name, call)
  const text = file === undefined ? undefined : site.source.read(file)
  if (name === undefined) return undefined
  if (file === undefined || text === undefined) {
    call.reportLoss(`names "${name}", which is no page, and is left out`, 'correct its path')
    return { kind: 'words', text: '' }
  }
  const within = [...(site.within ?? [origin.file]), file]
  if (within.indexOf(file) !== within.length - 1 || within.length > DEPTH_MAX) {
    call.reportLoss(`includes "${name}" in itself and is left out`, 'remove one of the two')
    return { kind: 'words', text: '' }
  }
  const { body, bodyLine } = readSourceFrontMatter(site.source.show(file), text)
  const base = origin.base ?? origin.file
  const lines = splitLines(file, body.trimEnd(), bodyLine).map((line) => ({ ...line, base }))
  const start = lines.findIndex((line) => line.text.trim() !== '')
  const shown = writeShortcodes(lines.slice(Math.max(start, 0)), { ...site, within }, write)
  const [only] = shown
  const isAlone = /^\s*\{\{[^{}]*\}\}\s*$/.test(origin.text)
  if (shown.length === 1 && only !== undefined && !isAlone) {
    return { kind: 'words', text: only.text.trim() }
  }
  const placed = shown.map((line) => {
    return line.text === '' ? line : { ...line, text: call.indent + line.text }
  })
  return { kind: 'block', lines: surround(call, placed) }
}

/** The page that the first argument names, also within a fixed path: `printf "/words/%s"`. */
function namePage(template: string, call: ShortcodeCall): string | undefined {
  const [, place, named = ''] = /\.Get\s+(?:(\d+)|["`]([^"`]+)["`])/.exec(template) ?? []
  const word = call.read([named.toLowerCase()], place === undefined ? undefined : Number(place))
  if (word === undefined) return undefined
  const [, format] = /\bprintf\s+["`]([^"`%]*%s[^"`%]*)["`]/.exec(template) ?? []
  if (format === undefined) return word
  const isSlug = /\burlize\b/.test(template)
  return format.replace('%s', isSlug ? word.toLowerCase().replace(/\s+/g, '-') : word)
}

/** Beside the page, then from the top of the content. */
function findPage(name: string, { site, origin }: ShortcodeCall): string | undefined {
  const path = posix.normalize(name).replace(/^\/|\/$/g, '')
  const ends = ['', '.md', '/index.md', '/_index.md']
  const beside = posix.join(posix.dirname(origin.file), path)
  const near = name.startsWith('/') ? [] : ends.map((end) => beside + end)
  const atTop = ends.flatMap((end) => site.contentOf(path + end))
  return [...near.filter((file) => /\.\w+$/.test(file)), ...atTop].find((file) => {
    return site.source.has(file)
  })
}

/** Configuration is shown in several formats; here it keeps the one that its author wrote. */
function writeCode(call: ShortcodeCall): Rendering {
  const lines = call.inner(true)
  const text = lines.map((line) => line.text).join('\n')
  call.reportNote('has a template that computes; what is inside it is shown as code')
  return writeFence(call, call.read(['lang', 'language']) ?? guessFormat(text), lines)
}

function guessFormat(text: string): string {
  if (/^\s*\{/.test(text)) return 'json'
  if (/^\s*(?:\[\[?[\w.-]+\]|[\w."'-]+\s*=)/m.test(text)) return 'toml'
  return /^\s*[\w"'-]+:(?:\s|$)/m.test(text) ? 'yaml' : 'text'
}
