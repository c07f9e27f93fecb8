import type { Row } from '../facts.ts'
import type { SourceFiles } from '../source_files.ts'
import { createFences } from './dialect.ts'

const EMOJI = /(`[^`]*`)|(?<![\w:/]):[a-z0-9+-]*[a-z1][a-z0-9_+-]*:(?![\w:/])/g

const DRAWN = /^\s*(?:\$\$.+\$\$|\\{1,2}\[.*(?:\\[a-z]{2}|\^|_\{).*\\{1,2}\])\s*$/

/** Rows without what is drawn: formulas on a line of their own, and emoji by their names. */
export function cutSigns(rows: readonly Row[], source: SourceFiles): readonly Row[] {
  const isFence = createFences()
  const withEmoji = hasEmoji(source)
  return rows.map((row) => {
    if (isFence(row.text)) return row
    if (DRAWN.test(row.text)) return { ...row, text: '' }
    if (!withEmoji) return row
    return { ...row, text: row.text.replace(EMOJI, (_, code?: string) => code ?? '') }
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
