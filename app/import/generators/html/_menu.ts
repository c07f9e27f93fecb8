import {
  attributeOf,
  classesOf,
  type Element,
  elementsOf,
  findAll,
  findFirst,
  wordsOf,
} from '../../html/tree.ts'
import type { MenuEntry } from '../../source/generator.ts'

/** An entry of a list of links, as one page shows it. */
export type MenuItem = {
  readonly title: string
  /** The page that it leads to; absent for the name of a group, and for links elsewhere. */
  readonly file: string | undefined
  readonly items: readonly MenuItem[]
}

/** Finds the file that a link of a page leads to; undefined for other sites. */
type FindFile = (href: string) => string | undefined

/** Lists of links on one page: each may be the menu of the site, or a part of it. */
export function readMenus(root: Element, find: FindFile): readonly (readonly MenuItem[])[] {
  const boxes = findAll(root, isMenuBox)
  return boxes.map((box) => readBox(box, find)).filter((items) => countPages(items) > 0)
}

/** The chapters below a page, which Sphinx lists in its text. */
export function readChapters(root: Element, find: FindFile): readonly MenuItem[] {
  return findAll(root, (each) => / toctree-wrapper /.test(classesOf(each))).flatMap((box) => {
    return readBox(box, find)
  })
}

const MENU_NAMES = 'sidebar|menu|toctree|navigation|nav-list|book-summary'
const MENU_CLASS = new RegExp(` (?!toctree-wrapper)[\\w-]*(?:${MENU_NAMES})[\\w-]* `, 'i')
/** A list of chapters is a menu; an element around it may be a chapter with all its text. */
const CHAPTERS_CLASS = / [\w-]*chapter[\w-]* /i

function isMenuBox(element: Element): boolean {
  if (element.tagName === 'nav' || attributeOf(element, 'role') === 'navigation') return true
  const classes = classesOf(element)
  if (isList(element) && CHAPTERS_CLASS.test(classes)) return true
  return /^(?:div|aside|ul|ol)$/.test(element.tagName) && MENU_CLASS.test(classes)
}

function isList({ tagName }: Element): boolean {
  return tagName === 'ul' || tagName === 'ol'
}

/** The lists of a box; a caption above a list names a group. */
export function readBox(box: Element, find: FindFile): readonly MenuItem[] {
  if (isList(box)) return readList(box, find)
  const parts = findAll(box, (each) => isList(each) || isCaption(each))
  const items: MenuItem[] = []
  let title = ''
  for (const part of parts) {
    if (isCaption(part)) title = wordsOf(part)
    else {
      const inner = readList(part, find)
      if (title === '') items.push(...inner)
      else if (inner.length > 0) items.push({ title, file: undefined, items: inner })
      title = ''
    }
  }
  return items
}

function isCaption(element: Element): boolean {
  return element.tagName === 'p' && / caption /.test(classesOf(element))
}

function readList(list: Element, find: FindFile): readonly MenuItem[] {
  const items: MenuItem[] = []
  for (const row of elementsOf(list)) {
    const nested = findAll(row, isList).flatMap((each) => readList(each, find))
    const link = findFirst(
      row,
      ({ tagName }) => tagName === 'a' || tagName === 'ul' || tagName === 'ol',
    )
    const own = link !== undefined && link.tagName === 'a' ? link : undefined
    const file = own === undefined ? undefined : find(attributeOf(own, 'href') ?? '')
    const title = cutMarks(own === undefined ? wordsOfRow(row) : wordsOf(own))
    const last = items.at(-1)
    // A row with nothing but a list continues the one above.
    if (title === '' && last !== undefined) {
      items[items.length - 1] = { ...last, items: [...last.items, ...nested] }
    } else if (title === '') {
      items.push(...nested)
    } else if (file !== undefined || nested.length > 0) {
      items.push({ title, file, items: nested })
    }
  }
  return items
}

/** A title without the sign of its anchor, and without its number. */
function cutMarks(title: string): string {
  return title.replace(/[¶#]$|^(?:\d+\.)+\s+/g, '').trim()
}

/** The words of a row before its list. */
function wordsOfRow(row: Element): string {
  const label = findFirst(row, ({ tagName }) =>
    /^(?:label|span|p|button|summary|strong|h[1-6])$/.test(tagName),
  )
  return label === undefined ? '' : wordsOf(label)
}

function countPages(items: readonly MenuItem[]): number {
  const files = new Set<string>()
  const visit = (list: readonly MenuItem[]) => {
    for (const { file, items: inner } of list) {
      if (file !== undefined) files.add(file)
      visit(inner)
    }
  }
  visit(items)
  return files.size
}

/**
 * One menu of what pages show: themes unfold only the part around a page, so the entries below each
 * page come from where most of them are shown. The menus of all pages at once would be as many
 * entries as pages times pages, and are not kept.
 */
export class MergedMenu {
  readonly #below = new Map<string, readonly MenuItem[]>()
  #best: readonly MenuItem[] = []
  #most = 0

  add(menu: readonly MenuItem[]): void {
    this.#collect(menu)
    const count = countPages(menu)
    if (count > this.#most) [this.#best, this.#most] = [menu, count]
  }

  entries(): readonly MenuEntry[] {
    return unfold(this.#best, this.#below, new Set())
  }

  #collect(items: readonly MenuItem[]): void {
    for (const { file, items: inner } of items) {
      const known = file === undefined ? undefined : this.#below.get(file)
      if (file !== undefined && inner.length > (known?.length ?? 0)) this.#below.set(file, inner)
      this.#collect(inner)
    }
  }
}

/** Entries with what is below them; a page is listed once, where it is named first. */
function unfold(
  items: readonly MenuItem[],
  below: ReadonlyMap<string, readonly MenuItem[]>,
  taken: Set<string>,
): readonly MenuEntry[] {
  const fresh = items.filter(({ file }) => file === undefined || !taken.has(file))
  for (const { file } of fresh) if (file !== undefined) taken.add(file)
  const seen = new Set<string>()
  return fresh.flatMap(({ title, file, items: own }): readonly MenuEntry[] => {
    if (file !== undefined && seen.has(file)) return []
    if (file !== undefined) seen.add(file)
    const inner = unfold(below.get(file ?? '') ?? own, below, taken)
    if (inner.length === 0) return file === undefined ? [] : [{ kind: 'page', file, title }]
    const group = { kind: 'group' as const, title, entries: inner }
    return [file === undefined ? group : { ...group, file }]
  })
}
