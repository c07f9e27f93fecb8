import type { Row } from '../facts.ts'
import type { SourceFiles } from '../source_files.ts'
import { createFences } from './dialect.ts'

const EMOJI = /(`[^`]*`)|(?<![\w:/]):[a-z0-9+-]*[a-z1][a-z0-9_+-]*:(?![\w:/])/g

const DRAWN = /^\s*(?:\$\$.+\$\$|\\{1,2}\[.*(?:\\[a-z]{2}|\^|_\{).*\\{1,2}\])\s*$/

/** A formula in a sentence: a text in brackets has no command, exponent or index. */
const TEX = String.raw`\\[A-Za-z]{2}|\^|_\{|\b[A-Za-z]_[A-Za-z\d]\b`
const INSIDE = String.raw`(?:(?!\\\)).)*`
const FORMULA = new RegExp(`(\`[^\`]*\`)|\\\\{1,2}\\(${INSIDE}(?:${TEX})${INSIDE}\\\\{1,2}\\)`, 'g')

/** Rows without what is drawn: formulas, and emoji by their names. */
export function cutSigns(rows: readonly Row[], source: SourceFiles): readonly Row[] {
  const isFence = createFences()
  const withEmoji = hasEmoji(source)
  return rows.map((row) => {
    if (isFence(row.text)) return row
    if (DRAWN.test(row.text)) return { ...row, text: '' }
    const cut = (text: string, pattern: RegExp) =>
      text.replace(pattern, (_, code?: string) => code ?? '')
    const text = row.text.includes('\\(') ? cut(row.text, FORMULA) : row.text
    return { ...row, text: withEmoji ? cut(text, EMOJI) : text }
  })
}

const known = new WeakMap<SourceFiles, boolean>()

function hasEmoji(source: SourceFiles): boolean {
  const found =
    known.get(source) ??
    source.files
      .filter((file) => /(?:^|\/)(?:hugo|config)\.(?:toml|ya?ml)$/.test(file))
      .some((file) => /^enableEmoji\s*[:=]\s*true/im.test(source.read(file) ?? ''))
  known.set(source, found)
  return found
}
