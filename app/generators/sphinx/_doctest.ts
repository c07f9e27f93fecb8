import { replaceText, type SourceLine } from '../../foreign_markup/source_line.ts'
import type { SphinxConfig } from './_config.ts'
import { trimLines } from './_text.ts'

const FLAGS = /(?<![ \t])[ \t]*#\s*doctest:.+$/
const BLANK = /^\s*<BLANKLINE>/

/** A session of Python without what only its test needs, which Sphinx does not show either. */
export function trimDoctest(
  code: readonly SourceLine[],
  language: string,
  { trimsDoctests }: SphinxConfig,
): readonly SourceLine[] {
  return trimsDoctests && isSession(code, language) ? trimFlags(code) : code
}

/** What a directive of doctests shows; its own options outweigh the setting. */
export function trimDoctestDirective(
  code: readonly SourceLine[],
  options: Readonly<Record<string, string>>,
): readonly SourceLine[] {
  return options['no-trim-doctest-flags'] === undefined ? trimFlags(code) : code
}

function isSession([first]: readonly SourceLine[], language: string): boolean {
  if (/^pycon3?$/.test(language)) return true
  return /^(?:|py3?|python3?)$/.test(language) && first?.text.startsWith('>>>') === true
}

function trimFlags(code: readonly SourceLine[]): readonly SourceLine[] {
  return trimLines(
    code.map((line) => replaceText(line, line.text.replace(BLANK, '').replace(FLAGS, ''))),
  )
}
