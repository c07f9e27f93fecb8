import { FIXED, hash, type PageBlock, readBody } from './_page_blocks.ts'
import { type Element, lineOf, removeNodes } from './tree.ts'

/** A block with what is the same where another page has the same block. */
type Part = Omit<PageBlock, 'blocks'> & {
  /** Of its place: its tag and classes, and those of all elements around it. */
  readonly path: number
  /** Of its place and its words; undefined for what is text wherever it is. */
  readonly key: number | undefined
  readonly parts: readonly Part[]
}

/** Something that was found around the text and removed. */
type RemovedPart = {
  readonly key: number
  readonly words: string
  readonly line: number | undefined
}

/** Fewer pages have too much in common by chance. */
const PAGES_MIN = 4
/** A part of a page on this many of them is no text of one. */
const SHARE = 0.5
/** The element with the text has this much of what only one page says, on this many pages. */
const TEXT_SHARE = 0.85
const TEXT_PAGES = 0.8

/**
 * What pages of a site have in common. A page that marks its text (`main`, `article`) says itself
 * what is around it; of the others, a part is no text that stands on half of the pages, at the same
 * place.
 */
export class SharedParts {
  readonly #counts = new Map<number, number>()
  readonly #texts = new Map<number, number>()
  readonly #ids = new Map<string, number>()
  #waiting: PageBlock[] = []
  #pages = 0

  /** Takes a page into account; its tree is not kept. */
  add(root: Element): void {
    const body = readBody(root)
    if (body === undefined) return
    this.#pages += 1
    this.#waiting.push(dropNodes(body))
  }

  /** Removes from a page what it shares with others. */
  removeFrom(root: Element): readonly RemovedPart[] {
    this.#compare()
    if (this.#pages < PAGES_MIN) return []
    const body = readBody(root)
    if (body === undefined) return []
    let text = this.#locate(body, 0)
    const found: Part[] = []
    for (;;) {
      const inner = text.parts.find(({ path }) => this.#isText(path))
      if (inner === undefined) break
      found.push(...text.parts.filter((part) => part !== inner))
      text = inner
    }
    const removed = [...found.flatMap((part) => this.#findAround(part)), ...this.#findIn(text)]
    return removed.map(({ nodes, key = 0, words }) => {
      removeNodes(nodes)
      return { key, words, line: nodes.map(lineOf).find((line) => line !== undefined) }
    })
  }

  /** Counts what the pages have so far, once. */
  #compare(): void {
    const waiting = this.#waiting
    this.#waiting = []
    for (const body of waiting) countEach(listIds(body), this.#ids)
    const bodies = waiting.map((body) => this.#locate(body, 0))
    for (const body of bodies) countEach(listKeys(body), this.#counts)
    for (const body of bodies) countEach(this.#findTexts(body), this.#texts)
  }

  /** An id that most pages have says where a block is; that of a title does not. */
  #locate({ blocks, ...block }: PageBlock, around: number): Part {
    const isShared = (this.#ids.get(block.id) ?? 0) >= this.#pages * SHARE
    const place = `${block.tag} ${block.classes}${isShared ? ` #${block.id}` : ''}`
    const path = block.tag === 'body' ? around : hash(place, around)
    const key = FIXED.test(block.tag) ? undefined : hash(String(block.digest), path)
    return { ...block, path, key, parts: blocks.map((each) => this.#locate(each, path)) }
  }

  /** Elements around all text that only one page has. */
  #findTexts(body: Part): readonly number[] {
    const all = this.#countOwn(body)
    const texts: number[] = []
    for (let at: Part | undefined = body; at !== undefined && all > 0; ) {
      const { parts }: Part = at
      at = parts.find((part) => {
        if (part.tag === '' || this.#countOwn(part) < all * TEXT_SHARE) return false
        return !parts.some((each) => each !== part && each.path === part.path)
      })
      if (at !== undefined) texts.push(at.path)
    }
    return texts
  }

  #isText(path: number): boolean {
    return (this.#texts.get(path) ?? 0) >= this.#pages * TEXT_PAGES
  }

  #isShared({ key }: Part): boolean {
    const count = key === undefined ? 0 : (this.#counts.get(key) ?? 0)
    return count >= Math.max(PAGES_MIN - 1, this.#pages * SHARE)
  }

  /** Characters outside of links in parts that other pages do not have. */
  #countOwn(part: Part): number {
    if (this.#isShared(part)) return 0
    if (part.parts.length === 0) return part.size - part.linked
    return part.parts.reduce((sum, each) => sum + this.#countOwn(each), 0)
  }

  /** Beside the text: what is shared, and menus that unfold another part on each page. */
  #findAround(part: Part): readonly Part[] {
    if (this.#isShared(part) || (isMostlyLinks(part) && this.#isMostlyShared(part))) return [part]
    return part.parts.flatMap((each, at) => {
      const next = part.parts[at + 1]
      // A heading that many pages have may be that of a text that only one has; a list stays whole.
      const isHeading = /^h[2-6]$/.test(each.tag) && next !== undefined && !this.#isShared(next)
      return isHeading || /^(?:li|d[dt])$/.test(each.tag) ? [] : this.#findAround(each)
    })
  }

  #isMostlyShared(part: Part): boolean {
    const count = (at: Part): number => {
      if (this.#isShared(at)) return at.size
      return at.parts.reduce((sum, each) => sum + count(each), 0)
    }
    return count(part) * 2 >= part.size
  }

  /**
   * In the text itself, headings and sentences may be the same on many pages: only lists of links
   * go, and what comes before and after everything else.
   */
  #findIn(text: Part): readonly Part[] {
    const units = this.#listUnits(text)
    const own = units.map((unit) => !this.#isShared(unit))
    const first = own.indexOf(true)
    const last = own.lastIndexOf(true)
    const hasSection = units.slice(last + 1).some(hasHeading)
    return units.filter((unit, at) => {
      if (own[at] === true || PIECE.test(unit.tag)) return false
      if (isMostlyLinks(unit)) return true
      return at < first ? !/^h[2-6]$/.test(unit.tag) : at > last && !hasSection
    })
  }

  #listUnits(part: Part): readonly Part[] {
    if (part.parts.length === 0 || this.#isShared(part)) return [part]
    return part.parts.flatMap((each) => this.#listUnits(each))
  }
}

function hasHeading({ tag, parts }: Part): boolean {
  return /^h[1-6]$/.test(tag) || parts.some(hasHeading)
}

/** What makes no sense without the list or the table around it. */
const PIECE = /^(?:t[dhr]|t(?:body|head|foot)|li|d[dt]|caption|figcaption|summary)$/

function isMostlyLinks({ size, linked }: Part): boolean {
  return linked * 2 >= size
}

/** Sizes and digests alone: the trees of all pages at once would fill the memory. */
function dropNodes(block: PageBlock): PageBlock {
  return { ...block, nodes: [], words: '', blocks: block.blocks.map(dropNodes) }
}

function countEach<T>(values: readonly T[], counts: Map<T, number>): void {
  for (const value of new Set(values)) counts.set(value, (counts.get(value) ?? 0) + 1)
}

function listIds({ id, blocks }: PageBlock): readonly string[] {
  return [...(id === '' ? [] : [id]), ...blocks.flatMap(listIds)]
}

function listKeys({ key, parts }: Part): readonly number[] {
  return [...(key === undefined ? [] : [key]), ...parts.flatMap(listKeys)]
}
