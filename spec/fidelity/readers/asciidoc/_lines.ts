import type { AdocRow } from './_rows.ts'

export const FENCE: RegExp = /^(?:(-{4,}|\.{4,}|\+{4,}|={4,}|\*{4,}|_{4,})|--|(```)\S*|[|,:!]===+)$/
export const LIST: RegExp = /^\s*(?:\*{1,6}|-|\.{1,6}|•|\d+\.|[a-zA-Z]\.|<(?:\d+|\.)>)\s+(?=\S)/
export const TERM: RegExp = /^\s*\S.*?(?::{2,4}|;;)(?:\s|$)/

/** Styles of blocks. */
export const CODE: ReadonlySet<string> = new Set(
  'source listing literal mermaid plantuml'.split(' '),
)
export const ADMONITION: RegExp = /^(?:NOTE|TIP|IMPORTANT|WARNING|CAUTION)$/

/** The mark of an item, which is the same for all of its list; '' where there is none. */
export function readMarker(text: string): string {
  const [mark] = LIST.exec(text) ?? [/(?:::|;;):{0,2}(?=\s|$)/.exec(text)?.[0] ?? '']
  return mark.trim().replace(/\d+|[a-zA-Z]/, '1')
}

/** Where the text ends that begins at a row. */
export function findEnd(rows: readonly AdocRow[], at: number, isItem: boolean): number {
  for (let end = at + 1; end < rows.length; end++) {
    const text = rows[end]?.text ?? ''
    if (text === '' || FENCE.test(text) || /^\[(?:\[[^\s[\]]+\]|[\w.#%{,"'][^\]]*)\]$/.test(text)) {
      return end
    }
    if (isItem && (text === '+' || LIST.test(text) || TERM.test(text))) return end
  }
  return rows.length
}
