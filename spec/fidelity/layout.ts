import { findTags, hasOpenTag } from './_tags.ts'
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

/**
 * Rows within a choice belong to the tag that opens it: it is there or not as one. A row that is
 * blank only without its comment ends no paragraph; `all` has the comments.
 */
export function markChoices(rows: readonly Row[], all: readonly Row[]): readonly Row[] {
  const isFence = createFences()
  const blanks = new Set(all.filter(({ text }) => text.trim() === '').map(placeOf))
  const texts = rows.map(({ text }) => (isFence(text) ? '' : text))
  let [block, end] = [0, -1]
  return rows.map((row, at) => {
    if (at > end && opensChoice(texts[at] ?? '') && !isOfIndentedCode(rows, at)) {
      block = row.block ?? row.line
      end = findChoiceEnd(texts, at, (next) => blanks.has(placeOf(rows[next])))
    }
    return at <= end ? { ...row, block } : row
  })
}

function opensChoice(text: string): boolean {
  const [tag] = findTags(text.trimStart())
  return tag?.from === 0 && tag.name === 'select' && !tag.isClosing && !tag.isEmpty
}

/** Row that closes a choice; -1 where its paragraph ends first: it then holds nothing. */
function findChoiceEnd(
  texts: readonly string[],
  from: number,
  isBlank: (at: number) => boolean,
): number {
  for (let at = from; at < texts.length && !isBlank(at); at++) {
    if (/<\/select\s*>/i.test(texts[at] ?? '')) return at
  }
  return -1
}

function placeOf(row: Row | undefined): string {
  return `${row?.file}:${row?.line}`
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

/** Whether a row stands in code, as its first row or below that. */
function isOfIndentedCode(rows: readonly Row[], at: number): boolean {
  const above = rows.slice(0, at).findLastIndex(({ text }) => text.trim() === '')
  return isIndentedCode(rows, above + 1)
}

/** Whether a row that looks like a fence stands so far right that it is code itself. */
export function isIndentedCode(rows: readonly Row[], at: number): boolean {
  const own = widthOf(rows[at]?.text ?? '')
  if (own < 4 || rows[at - 1]?.text.trim() !== '') return false
  for (let above = at - 1; above >= 0; above--) {
    const text = rows[above]?.text ?? ''
    if (text.trim() === '' || widthOf(text) >= own) continue
    if (widthOf(text) > 0 && !LEADS.test(text)) continue
    return !LEADS.test(text) && findLazyItem(rows, above) === undefined
  }
  return true
}

/** What a row with a hash is in a paragraph; within HTML and code, a hash is a sign. */
export function readHash(
  rows: readonly Row[],
  at: number,
  first: Row | undefined,
): 'title' | 'code' | undefined {
  if (!/^(?:[\s>]*)#{1,6}\s/.test(rows[at]?.text ?? '')) return undefined
  if (isOfItemCode(rows, at)) return 'code'
  return /^\s*<(?:p|t[drh]|table|tbody)\b/.test(first?.text ?? '') ? undefined : 'title'
}

/** Whether a row stands in code of an item, four columns right of the text of the item. */
function isOfItemCode(rows: readonly Row[], at: number): boolean {
  const start = rows.slice(0, at).findLastIndex(({ text }) => text.trim() === '') + 1
  const own = widthOf(rows[start]?.text ?? '')
  for (let above = start - 1; above >= 0 && own >= 4; above--) {
    const text = rows[above]?.text ?? ''
    if (text.trim() === '' || widthOf(text) >= own) continue
    const item = ITEM.exec(text)?.[0] ?? findLazyItem(rows, above)
    if (item !== undefined) return own >= widthOf(item.replace(/\S/g, ' ')) + 4
    // MDX has no such code.
    if (widthOf(text) === 0) return /\.md$/.test(rows[at]?.file ?? '')
  }
  return false
}

const ITEM = /^[ \t]*(?:[-*+]|\d+[.)])[ \t]+/

/** The mark of the item that a row at the left edge goes on with. */
function findLazyItem(rows: readonly Row[], at: number): string | undefined {
  for (let above = at; above >= 0; above--) {
    const text = rows[above]?.text ?? ''
    if (/^\s*(?:$|`{3}|~{3}|[#|<>])/.test(text)) return undefined
    const item = ITEM.exec(text)?.[0]
    if (item !== undefined) return item
  }
  return undefined
}

/** Columns that a fence so far right cannot leave without ending: those of its item. */
export function findHolderWidth(rows: readonly Row[], at: number, width: number): number {
  for (let above = at - 1; above >= 0; above--) {
    const text = rows[above]?.text ?? ''
    if (text.trim() === '' || widthOf(text) >= width) continue
    const item = ITEM.exec(text)?.[0] ?? ''
    const holder = Math.max(widthOf(text), widthOf(item.replace(/\S/g, ' ')))
    return holder === 0 ? width : Math.min(holder, width)
  }
  return width
}

/** What has its content to the right of it. */
const LEADS = /^\s*(?:[-*+]\s|\d+[.)]\s|!!!|\?\?\?|===|\/\/\/|:::|<|\{|:\s|\[\^|>)/

function widthOf(text: string): number {
  const [indent = ''] = /^[ \t]*/.exec(text) ?? []
  return indent.replace(/\t/g, '    ').length
}

/** The quotes before a fence, which its rows have, too, and the indentation in them. */
export function readQuotes(prefix: string): {
  readonly inner: string
  readonly strip: (text: string) => string
} {
  const quotes = prefix.split('>').length - 1
  const before = new RegExp(`^(?:\\s*> ?){0,${quotes}}`)
  const strip = (text: string) => (quotes === 0 ? text : text.replace(before, ''))
  const inner = prefix.slice(prefix.lastIndexOf('>') + 1)
  return { inner: quotes === 0 ? prefix : inner.replace(/^ /, ''), strip }
}

/** Each footnote is one block, which a report names by its first row. */
export function joinNotes(rows: readonly Row[]): readonly Row[] {
  let note: number | undefined
  return rows.map((row) => {
    if (/^\s*\[\^[^\]]+\]:/.test(row.text)) note = row.line
    return note === undefined || row.block !== undefined ? row : { ...row, block: note }
  })
}

/** A row without the indentation of the block that holds it. */
export function cutIndent(text: string, width: number): string {
  let [at, column] = [0, 0]
  while (column < width && (text[at] === ' ' || text[at] === '\t')) {
    column += text[at] === '\t' ? 4 - (column % 4) : 1
    at += 1
  }
  return text.slice(at)
}
