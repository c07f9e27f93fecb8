import { hasOpenTag } from './_tags.ts'
import { createFences, maskSpans } from './dialects/dialect.ts'
import type { Row } from './facts.ts'

const ROWS_MAX = 80

/** Puts a tag that goes over several rows, which may be empty, into the first of them. */
export function joinOpenTags(rows: readonly Row[]): readonly Row[] {
  const isFence = createFences()
  const joined: Row[] = []
  for (let at = 0; at < rows.length; at++) {
    const row = rows[at]
    if (row === undefined) break
    const count = isFence(row.text) ? 0 : countTagRows(rows, at)
    if (count === 0) {
      joined.push(row)
      continue
    }
    const texts = rows.slice(at, at + count + 1).map(({ text }) => text.trim())
    const indent = /^\s*/.exec(row.text)?.[0] ?? ''
    joined.push({ ...row, text: indent + texts.join(' '), block: row.block ?? row.line })
    at += count
  }
  return joined
}

/** Rows within a choice belong to the tag that opens it: it is there or not as one. */
export function markChoices(rows: readonly Row[]): readonly Row[] {
  const isFence = createFences()
  let block: number | undefined
  return rows.map((row) => {
    const text = isFence(row.text) ? '' : row.text
    if (/^\s*<select\b/.test(text)) block = row.block ?? row.line
    const marked = block === undefined ? row : { ...row, block }
    if (text.includes('</select>')) block = undefined
    return marked
  })
}

/** How many rows follow until the tag ends that a row leaves open; 0 where none does. */
function countTagRows(rows: readonly Row[], at: number): number {
  const first = rows[at]?.text ?? ''
  if (!/^\s*(?:[-*+]\s+)?<[A-Za-z]/.test(first) || !hasOpenTag(maskSpans(first))) return 0
  let text = first
  for (let count = 1; count <= ROWS_MAX; count++) {
    const next = rows[at + count]
    if (next === undefined) return 0
    text += `\n${next.text}`
    if (!hasOpenTag(text)) return count
  }
  return 0
}

/** Whether a row that looks like a fence stands so far right that it is code itself. */
export function isIndentedCode(rows: readonly Row[], at: number): boolean {
  const own = widthOf(rows[at]?.text ?? '')
  if (own < 4 || rows[at - 1]?.text.trim() !== '') return false
  for (let above = at - 1; above >= 0; above--) {
    const text = rows[above]?.text ?? ''
    if (text.trim() === '' || widthOf(text) >= own) continue
    if (widthOf(text) > 0 && !LEADS.test(text)) continue
    return !LEADS.test(text)
  }
  return true
}

/** What has its content to the right of it. */
const LEADS = /^\s*(?:[-*+]\s|\d+[.)]\s|!!!|\?\?\?|===|\/\/\/|:::|<|\{|:\s|\[\^|>)/

function widthOf(text: string): number {
  const [indent = ''] = /^[ \t]*/.exec(text) ?? []
  return indent.replace(/\t/g, '    ').length
}
