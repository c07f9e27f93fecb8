import type { SourceLine } from '../../source/source_line.ts'
import type { Rendering } from './_line_writer.ts'
import type { ShortcodeCall } from './_shortcodes.ts'
import { fillTemplate, INNER } from './_templates.ts'

/** A shortcode of the site as its template shows it; undefined if the template computes. */
export function writeOwnTemplate(template: string, call: ShortcodeCall): Rendering | undefined {
  const { list, named } = call.shortcode
  const filled = fillTemplate(template, {
    word: (name) => (typeof name === 'number' ? list[name] : named.get(name)),
    parameter: (name) => call.site.readParameter(name),
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
