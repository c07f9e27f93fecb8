import { countSpaces, replaceText, type SourceLine } from '../../foreign_markup/source_line.ts'
import { createFenceFollower } from '../../foreign_source/dialects/code_lines.ts'

const MARK = /^ {0,3}[:~](?=[ \t]+\S)/
const FENCED = /^ {0,3}[:~][ \t]+(?:`{3,}|~{3,}|:{3,})/
const TERM = /^ {0,3}(?![ \t>#|:~]|[-*+][ \t]|\d{1,9}[.)][ \t]|`{3}|<)\S/
/** Behind a heading or attributes a term needs no blank line. */
const APART = /^(?: {0,3}(?:#{1,6}[ \t].*|\{[^{}]*\}[ \t]*)|\s*)$/

/**
 * A definition list that has a fence for a meaning, as a list: `Term`, then ": ```". A fence is
 * taken out of its text before terms are looked for, and these would lack what they mean.
 */
export function openMeanings(lines: readonly SourceLine[]): readonly SourceLine[] {
  if (!lines.some(({ text }) => FENCED.test(text))) return lines
  const follow = createFenceFollower()
  const written: SourceLine[] = []
  const write = (line: SourceLine) => {
    follow(line.text)
    written.push(line)
  }
  for (let at = 0; at < lines.length; at += 1) {
    const line = lines[at]
    if (line === undefined) break
    const isCode = follow(line.text)
    const end = isCode ? at : findListEnd(lines, at)
    if (!lines.slice(at, end).some(({ text }) => FENCED.test(text))) {
      written.push(line)
      continue
    }
    if (written.at(-1)?.text.trim() !== '') written.push({ ...line, text: '' })
    const indent = ' '.repeat(countSpaces(line.text))
    written.push(replaceText(line, `${indent}- **${line.text.trim()}**`))
    for (const each of lines.slice(at + 1, end)) {
      if (MARK.test(each.text)) write({ ...each, text: '' })
      write(replaceText(each, openMeaning(each.text)))
    }
    at = end - 1
  }
  return written
}

/** Text behind its mark, and a fence where it stands, as its code stands below it. */
function openMeaning(text: string): string {
  if (FENCED.test(text)) return text.replace(/[:~]/, ' ')
  return MARK.test(text) ? text.replace(/[:~][ \t]+/, '  ') : text
}

/** Where all that a term means ends; its own place where this is no term. */
function findListEnd(lines: readonly SourceLine[], at: number): number {
  const textAt = (index: number) => lines[index]?.text ?? ''
  if (!TERM.test(textAt(at)) || !APART.test(textAt(at - 1))) return at
  const first = textAt(at + 1).trim() === '' ? at + 2 : at + 1
  if (!MARK.test(textAt(first))) return at
  const margin = countSpaces(textAt(first)) + 2
  let end = first + 1
  for (let next = end; next < lines.length; next += 1) {
    const text = textAt(next)
    if (text.trim() === '') continue
    const isLazy = textAt(next - 1).trim() !== ''
    if (countSpaces(text) < margin && !MARK.test(text) && !isLazy) break
    end = next + 1
  }
  return end
}
