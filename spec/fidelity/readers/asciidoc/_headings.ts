import type { AdocRow } from './_rows.ts'

export type Heading = {
  readonly text: string
  readonly level: number
  readonly length: number
  readonly row: AdocRow
}

/** A heading of one line, or of one with a line below it. */
export function readHeading(rows: readonly AdocRow[], at: number): Heading | undefined {
  const row = rows[at]
  if (row === undefined) return undefined
  const [, marks = '', text = ''] = /^(={1,6}|#{1,6})\s+(\S.*?)(?:\s+\1)?$/.exec(row.text) ?? []
  if (marks !== '') return { text, level: marks.length, length: 1, row }
  const below = rows[at + 1]?.text ?? ''
  const isLine = /^(?:={2,}|-{2,}|~{2,}|\^{2,})$/.test(below) && /\w/.test(row.text)
  if (!isLine || Math.abs(below.length - row.text.length) > 1 || /^[.[]/.test(row.text)) {
    return undefined
  }
  return { text: row.text, level: below.startsWith('=') ? 1 : 2, length: 2, row }
}

/** Makes the ids of headings that have none of their own, each once. */
export class AdocSlugs {
  readonly #counts = new Map<string, number>()

  make(text: string, { attributes }: AdocRow): string {
    const separator = attributes.get('idseparator') ?? '_'
    const base = text
      .toLowerCase()
      .replace(/[^\p{L}\p{N}\p{M}\p{Pc} \-.]/gu, '')
      .replace(/[ \-.]+/g, separator === '' ? '' : (separator[0] ?? '_'))
    const trimmed =
      separator === ''
        ? base
        : base
            .split(separator)
            .filter((part) => part !== '')
            .join(separator)
    const slug = (attributes.get('idprefix') ?? '_') + trimmed
    const count = (this.#counts.get(slug) ?? 0) + 1
    this.#counts.set(slug, count)
    return count === 1 ? slug : `${slug}${separator}${count}`
  }
}
