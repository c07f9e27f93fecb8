import { isFullDate } from '../../contract/formats.ts'
import { isAround } from './content.ts'
import {
  attributeOf,
  classesOf,
  type Element,
  elementsOf,
  findAll,
  isElement,
  isShort,
  isText,
  lineOf,
  type Node,
  parentOf,
  removeNodes,
  wordsOf,
} from './tree.ts'

/** Rows of a page that are about the page, and are no part of what it says. */
export type PageRows = {
  /** Where the source of the page can be changed: what "Edit this page" leads to. */
  readonly editAddress: string | undefined
  /** The day that the page names as that of its last change. */
  readonly updated: string | undefined
  readonly removed: readonly RemovedRow[]
}

type RemovedRow = {
  readonly kind:
    | 'ways to other pages'
    | 'lists of languages'
    | 'links to the source'
    | 'dates of the last change'
  readonly words: string
  readonly line: number | undefined
}

/** Removes rows that lead to other pages, the link to the source, and the line with the date. */
export function takeRows(root: Element): PageRows {
  const removed: RemovedRow[] = []
  const remove = (kind: RemovedRow['kind'], nodes: readonly Node[]) => {
    const words = nodes.map((node) => (isElement(node) ? wordsOf(node) : '')).join(' ')
    const line = nodes.map(lineOf).find((each) => each !== undefined)
    // What is known to be no text of any page needs no line in the report.
    if (!nodes.some(isInside)) removed.push({ kind, words, line })
    removeNodes(nodes)
  }
  removePanels(root, remove)
  for (const row of findAll(root, isWayRow)) remove('ways to other pages', [row])
  for (const row of findAll(root, isLanguageRow)) remove('lists of languages', [row])
  const editAddress = takeEditAddress(root, remove)
  return { editAddress, updated: takeUpdated(root, remove), removed }
}

function isInside(node: Node): boolean {
  for (let at = isElement(node) ? node : undefined; at !== undefined; at = parentOf(at)) {
    if (isAround(at)) return true
  }
  return false
}

type Remove = (kind: RemovedRow['kind'], nodes: readonly Node[]) => void

/** LaTeX2HTML says in comments where its rows begin and end. */
function removePanels(element: Element, remove: Remove): void {
  const isMark = (node: Node, name: RegExp) => {
    return node.nodeName === '#comment' && 'data' in node && name.test(node.data)
  }
  const nodes = element.childNodes
  const gone: Node[] = []
  for (const [at, node] of nodes.entries()) {
    if (!isMark(node, /^\s*Navigation Panel/)) continue
    const end = nodes.findIndex((each, index) => {
      return index > at && isMark(each, /^\s*End of Navigation Panel/)
    })
    if (end !== -1) gone.push(...nodes.slice(at, end + 1))
  }
  if (gone.length > 0) remove('ways to other pages', gone)
  for (const child of elementsOf(element)) removePanels(child, remove)
}

const ROW = /^(?:p|div|table|tr|td|ul|ol|center|span|section|header|aside|form|h[1-6])$/
const ROW_CHARACTERS_MAX = 400
/** The words of a row beside the titles that its links show. */
const WAY = `next prev(?:ious)? up top home back forward first last contents toc index page chapter
  section subsections? node part table of to the this return main`
  .split(/\s+/)
  .join('|')
const ONLY_WAY = new RegExp(`^(?:(?:${WAY})|[^\\p{L}\\p{N}])*$`, 'iu')
const LABEL = /\b(next|prev|up)(?:ious)?\b/gi
const RELATION = /\b(?:next|prev|previous|up)\b/i

/** "Next: … Previous: … Up: …": the links say so by `rel`, or at least two words at their sides. */
function isWayRow(element: Element): boolean {
  if (!element.childNodes.some(isElement)) return false
  if (!ROW.test(element.tagName) || !isShort(element, ROW_CHARACTERS_MAX)) return false
  const links = findAll(element, ({ tagName }) => tagName === 'a').filter((link) => {
    return attributeOf(link, 'href') !== undefined
  })
  if (links.length === 0 || links.length > 12) return false
  const beside = wordsBeside(element)
  if (!ONLY_WAY.test(beside)) return false
  if (links.some((link) => RELATION.test(attributeOf(link, 'rel') ?? ''))) return true
  const named = links.filter((link) => !(attributeOf(link, 'href') ?? '').includes('#')).map(nameOf)
  const labels = [beside, ...named.filter((name) => ONLY_WAY.test(name))].join(' ').matchAll(LABEL)
  return new Set([...labels].map(([, label = '']) => label.toLowerCase())).size > 1
}

const LANGUAGE_WORDS_MAX = 3

/** "Available languages: en | fr": links say their language, all but perhaps that of the page. */
function isLanguageRow(element: Element): boolean {
  if (!element.childNodes.some(isElement)) return false
  if (!ROW.test(element.tagName) || !isShort(element, ROW_CHARACTERS_MAX)) return false
  const links = findAll(element, ({ tagName }) => tagName === 'a')
  const words = wordsBeside(element).match(/\p{L}+/gu) ?? []
  const others = links.filter((link) => attributeOf(link, 'hreflang') !== undefined)
  if (others.length === 0 || links.length < 2) return false
  return others.length >= links.length - 1 && words.length <= LANGUAGE_WORDS_MAX
}

function wordsBeside(element: Element): string {
  const read = (node: Node): string => {
    if (isElement(node)) return node.tagName === 'a' ? ' ' : node.childNodes.map(read).join('')
    return isText(node) ? node.value : ''
  }
  return read(element).trim()
}

/** The words of a link, or the names of its pictures. */
function nameOf(link: Element): string {
  const pictures = findAll(link, ({ tagName }) => tagName === 'img')
  return [wordsOf(link), ...pictures.map((each) => attributeOf(each, 'alt') ?? '')].join(' ').trim()
}

const EDIT_ADDRESS = /^https?:\/\/[^/]+\/.+\/edit\/[^?#]+/i
const SOURCE_ADDRESS =
  /^https?:\/\/[^/]*(?:git|bitbucket|codeberg)[^/]*\/.+\/(?:blob|tree|src)\/[^?#]+/i
const EDIT_WORDS =
  /\b(?:edit|improve|fix|suggest|change|view|show|see)\b.*\b(?:page|source|on|doc\w*)\b/i
const EDIT_CHARACTERS_MAX = 60

function takeEditAddress(root: Element, remove: Remove): string | undefined {
  const link = findAll(root, ({ tagName }) => tagName === 'a').find((each) => {
    const href = attributeOf(each, 'href') ?? ''
    const words = [nameOf(each), attributeOf(each, 'title') ?? ''].join(' ').trim()
    if (words.length > EDIT_CHARACTERS_MAX) return false
    const isEdit = EDIT_ADDRESS.test(href) && /\b(?:edit|improve|suggest)\b/i.test(words)
    return isEdit || (SOURCE_ADDRESS.test(href) && EDIT_WORDS.test(words))
  })
  if (link === undefined) return undefined
  remove('links to the source', [findRow(link)])
  return attributeOf(link, 'href')?.replace(/[?#].*$/s, '')
}

/** An element, or the outermost box that has nothing else to say. */
function findRow(element: Element): Element {
  let row = element
  for (let at = parentOf(row); at !== undefined && at.tagName !== 'body'; at = parentOf(at)) {
    if (wordsOf(at) !== wordsOf(element)) break
    row = at
  }
  return row
}

const SUBJECT = String.raw`(?:(?:this|the|page|document|article|content|was|is|last|date)\s+)*`
const CHANGE = '(?:updated?|modified|changed|revised|edited|reviewed)'
const UPDATED = new RegExp(String.raw`^\W*${SUBJECT}${CHANGE}\b[\s:]*(?:on|at)?[\s:,]*`, 'i')
const LINE_CHARACTERS_MAX = 160

/** A short line that begins with "Last updated" and has a date. */
function takeUpdated(root: Element, remove: Remove): string | undefined {
  const [line, ...more] = findAll(root, isUpdatedLine)
  // Several are a list of changes, such as in a changelog.
  if (line === undefined || more.length > 0) return undefined
  const day = dayOf(line)
  // A sentence of the text stays in it; a box for the date is about the page.
  if (isDateBox(line)) remove('dates of the last change', [findRow(line)])
  return day
}

function isDateBox(line: Element): boolean {
  if (findAll(line, ({ tagName }) => tagName === 'time').length > 0) return true
  let at: Element | undefined = line
  for (let depth = 0; at !== undefined && depth < 3; depth += 1, at = parentOf(at)) {
    const names = `${classesOf(at)} ${attributeOf(at, 'id') ?? ''}`
    if (at.tagName === 'footer' || /meta|updat|modif|lastmod|revis|foot/i.test(names)) return true
  }
  return false
}

function isUpdatedLine(element: Element): boolean {
  if (!/^(?:p|div|span|small|footer|time|em|i|li|address|td)$/.test(element.tagName)) return false
  if (!isShort(element, LINE_CHARACTERS_MAX)) return false
  return UPDATED.test(wordsOf(element)) && dayOf(element) !== undefined
}

function dayOf(line: Element): string | undefined {
  const [time] = findAll(line, ({ tagName }) => tagName === 'time')
  const stated = readDay(time === undefined ? '' : (attributeOf(time, 'datetime') ?? ''))
  return stated ?? readDay(wordsOf(line).replace(UPDATED, ''))
}

const MONTHS = 'jan feb mar apr may jun jul aug sep oct nov dec'.split(' ')

/** The day with which a text begins, in the usual forms: `2026-03-04`, `March 4, 2026`. */
export function readDay(text: string): string | undefined {
  const [, year, month, day] = /^(\d{4})[-/.年](\d\d?)[-/.月](\d\d?)/.exec(text) ?? []
  if (year !== undefined) return formatDay(year, Number(month), Number(day))
  const bare = text.replace(/^(?:mon|tue|wed|thu|fri|sat|sun)[a-z]*\.?,?\s+/i, '')
  const [, name = '', second, third] =
    /^([a-z]{3})[a-z]*\.?\s+(\d\d?)(?:st|nd|rd|th)?,?\s+(\d{4})/i.exec(bare) ?? []
  if (third !== undefined) return formatDay(third, monthOf(name), Number(second))
  const [, first, word = '', last] =
    /^(\d\d?)(?:st|nd|rd|th|\.)?[\s-]+(?:of\s+)?([a-z]{3})[a-z]*\.?,?[\s-]+(\d{4})/i.exec(bare) ??
    []
  return last === undefined ? undefined : formatDay(last, monthOf(word), Number(first))
}

function monthOf(name: string): number {
  return MONTHS.indexOf(name.toLowerCase()) + 1
}

function formatDay(year: string, month: number, day: number): string | undefined {
  const text = [year, String(month).padStart(2, '0'), String(day).padStart(2, '0')].join('-')
  return isFullDate(text) ? text : undefined
}
