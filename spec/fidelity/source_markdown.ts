import { readMark } from './_marks.ts'
import { keyOf } from './_masks.ts'
import { type Definition, PageUnits } from './_page_units.ts'
import { readParagraph } from './_paragraph.ts'
import type { Row, SourcePage } from './facts.ts'
import { decodeEntities, splitWords } from './facts.ts'
import {
  cutIndent,
  findHolderWidth,
  isIndentedCode,
  joinOpenTags,
  markChoices,
  readHash,
  readQuotes,
} from './layout.ts'

/** How a heading becomes an anchor. */
export type Slug = (heading: string) => string

const FENCE = /^((?:[ \t]|>|[-*+][ \t]|\d{1,9}[.)][ \t])*)(`{3,}(?!.*`)|~{3,})(.*)$/
/** What is never text, by how it begins and ends. */
const ENDS: Readonly<Record<string, string>> = {
  '<!--': '-->',
  '{/*': '*/}',
  '<script': '</script>',
  '<style': '</style>',
  '<head': '</head>',
}

const TABLE_RULE = /^[\s>]*\|?\s*:?-+:?\s*(?:\|\s*:?-+:?\s*)*\|?\s*$/

/** In what dialects of Markdown differ. */
type Habits = { readonly hasLooseTables?: boolean; readonly definition?: 'first' | 'last' }

/** Reads a page of Markdown, whatever its dialect: fences, marks of blocks, and paragraphs. */
export function readSourceMarkdown(
  file: string,
  all: readonly Row[],
  slug: Slug,
  { hasLooseTables = false, definition }: Habits = {},
): SourcePage {
  const rows = markChoices(joinOpenTags(blankComments(all)), all)
  const page = new PageUnits(file, slug, findDefinitions(rows, definition))
  let paragraph: Row[] = []
  const flush = (): void => {
    if (paragraph.length > 0) readParagraph(paragraph, page)
    paragraph = []
  }
  for (let at = 0; at < rows.length; at++) {
    const row = rows[at]
    if (row === undefined) break
    const fence = FENCE.exec(row.text)
    const isFence = fence !== null && (isMdx(row) || !isIndentedCode(rows, at))
    const end = isFence ? findFenceEnd(rows, at, fence) : -1
    if (fence !== null && end !== -1) {
      flush()
      readFence(rows, at, end, fence, page)
      at = end
      continue
    }
    const block = HTML_CODE.test(row.text) ? findRow(rows, at, '</pre>') : -1
    if (block !== -1) {
      flush()
      readHtmlCode(rows.slice(at, block + 1), page)
      at = block
      continue
    }
    const mark = readMark(row.text)
    if (mark !== undefined) {
      flush()
      if (mark.isAdmonition) page.add('admonition', mark.title, row)
      if (mark.title !== '') readParagraph([{ ...row, text: mark.title }], page)
      continue
    }
    if (row.text.replace(/[>\s]/g, '') === '') {
      flush()
      continue
    }
    const isRule = TABLE_RULE.test(row.text) && row.text.includes('-')
    const above = paragraph.at(-1)
    const isCode = paragraph.length === 1 && isIndentedCode(rows, at - 1)
    const isTable = isRule && row.text.includes('|') && above?.text.includes('|') === true
    if (isTable && !isCode && (hasLooseTables || countCells(above.text) === countCells(row.text))) {
      page.addTable(above)
    }
    const hash = readHash(rows, at, paragraph[0])
    const isTitle = hash === 'title'
    if (isTitle) flush()
    paragraph.push(hash === 'code' ? { ...row, text: row.text.replace(/#+/, '') } : row)
    if (isTitle) flush()
  }
  flush()
  return page.finish()
}

/** A table whose rule has other columns than its header is text to all but kramdown. */
function countCells(row: string): number {
  const cells = row.replace(/^[\s>]*(?:(?:[-*+]|\d+[.)])\s+(?=\|))?\|?|\|\s*$/g, '')
  return cells.replace(/\\\|/g, '').split('|').length
}

const HTML_CODE = /^\s*<pre\b/

function findRow(rows: readonly Row[], from: number, text: string): number {
  return rows.findIndex((row, at) => at >= from && row.text.includes(text))
}

/** Code as HTML: its tags colour it, and its entities are characters. */
function readHtmlCode(rows: readonly Row[], page: PageUnits): void {
  const [first] = rows
  const last = rows.at(-1)
  if (first === undefined || last === undefined) return
  const whole = rows.map(({ text }) => text).join('\n')
  const [, inside = ''] = /<pre\b[^>]*>([\s\S]*?)<\/pre>/.exec(whole) ?? []
  const text = inside
    .replace(/<[^>]*>/g, '')
    .replace(/\{\s*"((?:\\n|[^"\\])*)"\s*\}/g, (_, words: string) => words.replaceAll('\\n', '\n'))
  const shown = decodeEntities(text).replace(/^(?:\s*\n)+/, '')
  page.addCode(`${shown.trimEnd()}\n`, 'html', first, last, rows)
}

/** MDX has no indented code: a fence opens and ends at any depth. */
function isMdx(row: Row | undefined): boolean {
  return row?.file.endsWith('.mdx') === true
}

/** Row that ends a fence, -1 where an indented one never ends and is text. */
function findFenceEnd(
  rows: readonly Row[],
  from: number,
  [, prefix = '', marker = '']: RegExpExecArray,
): number {
  const { inner, strip } = readQuotes(prefix)
  const isDeep = isMdx(rows[from])
  const holder = /^ {4,}$/.test(prefix) ? findHolderWidth(rows, from, widthOf(prefix)) : 0
  for (let at = from + 1; at < rows.length; at++) {
    const text = rows[at]?.text ?? ''
    const row = strip(text)
    if (isClosing(row, marker, isDeep ? Infinity : widthOf(inner))) return at
    // What stands further left has left the block that held the fence.
    const isLeft = row.trim() !== '' && widthOf(/^\s*/.exec(row)?.[0] ?? '') < holder
    if (isLeft && !isDeep) return -1
  }
  return prefix === '' ? rows.length : -1
}

function readFence(
  rows: readonly Row[],
  from: number,
  end: number,
  [, prefix = '', , info = '']: RegExpExecArray,
  page: PageUnits,
): void {
  const { inner, strip } = readQuotes(prefix)
  const inside = rows.slice(from + 1, end)
  const content = inside.map(({ text }) => cutIndent(strip(text), widthOf(inner)))
  const first = rows[from]
  const last = rows[Math.min(end, rows.length - 1)]
  if (first === undefined || last === undefined) return
  const [, , title = ''] = /\btitle=(["'])(.*?)\1/.exec(info) ?? []
  for (const word of splitWords(title)) page.add('prose', word, first)
  page.addCode(content.map((line) => `${line}\n`).join(''), info, first, last, inside)
}

function widthOf(prefix: string): number {
  return prefix.replace(/\t/g, '    ').length
}

/** Whether a row ends a fence: deeper than it could stand, it is content. */
function isClosing(row: string, marker: string, width: number): boolean {
  const trimmed = row.trim()
  if (!trimmed.startsWith(marker) || trimmed.replaceAll(marker.charAt(0), '') !== '') return false
  return row.length - row.trimStart().length < width + 4
}

const DEFINITION = /^[\s>]*\[(?!\^)([^\]]+)\]:\s*(?:<(?=[^>]*>))?([^\s>:][^\s>]*)>?(.*)$/

/** Targets of links by reference, which may stand anywhere on a page. */
function findDefinitions(
  rows: readonly Row[],
  counts: Habits['definition'],
): ReadonlyMap<string, Definition> {
  const definitions = new Map<string, Definition>()
  let isText = false
  for (const [at, { text, line, file }] of rows.entries()) {
    // A name with more behind it than a title begins a paragraph, which others cannot end.
    if (text.trim() === '') isText = false
    if (isText) continue
    const isOpen = /^[\s>]*\[[^\]]+\]:\s*$/.test(text)
    const whole = isOpen ? `${text} ${rows[at + 1]?.text.trim()}` : text
    const [, name = '', target = '', rest = ''] = DEFINITION.exec(whole) ?? []
    isText = rest !== '' && !/^\s*(?:"[^"]*"|'[^']*'|\([^)]*\))\s*$/.test(rest)
    const key = keyOf(name)
    if (key === '' || isText || (counts === 'first' && definitions.has(key))) continue
    // Of two, most generators take the last; an included text has its own.
    const definition = { target, line, isCode: name.includes('`') }
    definitions.set(key, definition)
    if (counts === undefined) definitions.set(`${file} ${key}`, definition)
  }
  return definitions
}

/** Empties comments of HTML and MDX that stand outside fences, over any number of lines. */
function blankComments(rows: readonly Row[]): readonly Row[] {
  let fence: string | undefined
  let end: string | undefined
  let indent = 0
  return rows.map((row) => {
    let { text } = row
    const opening = FENCE.exec(text)
    const mark = opening?.[2]
    if (end === undefined && fence !== undefined) {
      if (isClosing(text.replace(/^(?:\s*>)+ ?/, ''), fence, indent)) fence = undefined
      return row
    }
    if (end === undefined && mark !== undefined) {
      fence = mark
      indent = opening?.[1]?.length ?? 0
      return row
    }
    let kept = ''
    for (;;) {
      if (end !== undefined) {
        const at = text.indexOf(end)
        if (at === -1) return { ...row, text: kept }
        text = text.slice(at + end.length)
        end = undefined
      }
      const open = /`[^`]*`|<!--|\{\/\*|<(?:script|style|head)\b/g
      let start = -1
      for (const found of text.matchAll(open)) {
        if (found[0].startsWith('`')) continue
        // In the middle of a line it is a word of a title, or a tag of one line.
        const isTag = /^<[sh]/.test(found[0])
        if (isTag && text.slice(0, found.index).trim() !== '') continue
        start = found.index
        end = ENDS[found[0]]
        break
      }
      if (start === -1) return { ...row, text: kept + text }
      kept += text.slice(0, start)
      text = text.slice(start)
    }
  })
}
