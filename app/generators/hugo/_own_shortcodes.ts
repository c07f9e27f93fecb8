import type { SourceLine } from '../../foreign_markup/source_line.ts'
import { writeComputed } from './_computed_shortcodes.ts'
import { findFixedShortcode, findThemeShortcode, writeInner } from './_known_shortcodes.ts'
import type { Rendering } from './_line_writer.ts'
import type { ShortcodeCall, ShortcodeWriter } from './_shortcodes.ts'
import { fillTemplate, INNER } from './_templates.ts'

/** A shortcode of the site as its template shows it; undefined if the template computes. */
function writeOwnTemplate(template: string, call: ShortcodeCall): Rendering | undefined {
  const { list, named } = call.shortcode
  const filled = fillTemplate(template, {
    word: (name) => (typeof name === 'number' ? list[name] : named.get(name)),
    parameter: (name) => call.site.readParameter(name),
    translation: (key) => call.site.readTranslation(key),
    reference: (name) => call.site.findReference(name, call.origin),
  })
  if (filled === undefined) return undefined
  const text = filled.trim()
  const inner = text.includes(INNER) ? call.inner() : []
  if (
    inner.length <= 1 &&
    !/\n|^<(?:div|p|blockquote|details|figure|table|ul|ol|aside)\b/.test(text)
  ) {
    const words = inner.map((line) => line.text.trim()).join('')
    return { kind: 'words', text: text.replaceAll(INNER, words) }
  }
  const lines: SourceLine[] = []
  for (const [at, piece] of text.split(INNER).entries()) {
    // Markdown within HTML needs a blank line before and after it.
    if (at > 0) lines.push(call.line(''), ...inner, call.line(''))
    const kept = piece.split('\n').filter((line) => line.trim() !== '')
    lines.push(...kept.map((line) => call.line(line.trim())))
  }
  return { kind: 'block', lines: [call.line(''), ...lines, call.line('')] }
}

/** Shortcodes that are known, then templates of the site, then those of themes. */
export const writeShortcode: ShortcodeWriter = (call) => {
  const { name, inner } = call.shortcode
  const known = findFixedShortcode(name)
  if (known !== undefined) return known(call)
  const template = call.site.readTemplate(name)
  const written = template === undefined ? undefined : writeOwnTemplate(template, call)
  if (written !== undefined) return written
  const computed =
    template === undefined ? undefined : writeComputed(template, call, writeShortcode)
  if (computed !== undefined) return computed
  const ofTheme = findThemeShortcode(name)
  if (ofTheme !== undefined) return ofTheme(call)
  const why = template === undefined ? 'is not known' : 'has a template that computes'
  const fix = 'write what it shows as text'
  if (inner === undefined) {
    const words = [...call.shortcode.list, ...call.shortcode.named.values()].join(', ')
    call.reportLoss(`${why} and is left out${words === '' ? '' : `: ${words.slice(0, 100)}`}`, fix)
  } else call.reportLoss(`${why}; only the text inside it is kept`, fix)
  return writeInner(call)
}
