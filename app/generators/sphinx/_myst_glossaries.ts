import type { SourceLine } from '../../foreign_markup/source_line.ts'

const GLOSSARY = /^[ \t]*\{[^{}\n]*\.glossary\b[^{}\n]*\}[ \t]*$/
const MEANING = /^ {0,3}:[ \t]+\S/
const TERM = /^ {0,3}[^\s:>#{|<-]/

/** Terms of definition lists that `{.glossary}` makes glossaries, by the index of their line. */
export function findGlossaryTerms(lines: readonly SourceLine[]): ReadonlyMap<number, string> {
  const terms = new Map<number, string>()
  let isInside = false
  for (const [at, { text }] of lines.entries()) {
    if (GLOSSARY.test(text)) {
      isInside = true
      continue
    }
    if (!isInside || !TERM.test(text)) continue
    const next = lines[at + 1]?.text ?? ''
    const isTerm = MEANING.test(next.trim() === '' ? (lines[at + 2]?.text ?? '') : next)
    if (isTerm) terms.set(at, text.trim())
    else if (lines[at - 1]?.text.trim() === '') isInside = false
  }
  return terms
}
