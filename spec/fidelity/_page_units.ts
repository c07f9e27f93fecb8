import { keyOf, unmask } from './_masks.ts'
import {
  decodeEntities,
  type Kind,
  nameOfPicture,
  type Row,
  readOutside,
  type SourcePage,
  splitWords,
  type Unit,
} from './facts.ts'

/** What a name in brackets leads to. */
export type Definition = {
  readonly target: string
  readonly line: number
  readonly isCode?: boolean
}

/** Collects what a page holds. */
export class PageUnits {
  readonly #units: Unit[] = []
  #isTitleRead = false
  #isTopLeft = false
  readonly #slugs = new Map<string, number>()
  decorations = 0

  constructor(
    readonly file: string,
    readonly slug: (heading: string) => string,
    readonly definitions: ReadonlyMap<string, Definition>,
  ) {}

  /** Whether anchors are still those of the page itself, which its address reaches. */
  get isAtTop(): boolean {
    return !this.#isTopLeft
  }

  add(kind: Kind, value: string, row: Row, more: Partial<Unit> = {}): void {
    const { file, line, block, includedAt } = row
    this.#units.push({ kind, value, file, line, lineEnd: line, block, includedAt, ...more })
  }

  addCode(value: string, info: string, first: Row, last: Row, rows: readonly Row[]): void {
    // A formula is drawn.
    if (/^\s*(?:math|katex)\b/.test(info)) return
    const inside = rows.filter(({ file }) => file === first.file).map(({ line }) => line)
    const end = Math.max(first.line, last.file === first.file ? last.line : 0, ...inside.slice(-1))
    this.add('code', value, first, { lineEnd: end, target: info.trim() })
  }

  addTable(header: Row): void {
    const row = header.text.replace(/^[\s>]*(?:[-*+]|\d+[.)])\s+(?=\|)/, '')
    const shown = decodeEntities(
      row
        .replace(/\[\^[^\]]+\]|!\[[^\]]*\](?:\([^()]*\)|\[[^\]]*\])/g, '')
        .replace(/\]\([^()\s]*(?:\s"[^"]*")?\)/g, ']')
        .replace(/(\])\[([^\]]*)\]/g, (whole, end: string, name: string) => {
          return this.definitions.has(keyOf(name)) ? end : whole
        })
        .replace(/<[^>]*>/g, ' '),
    )
    this.add('table', splitWords(shown.replace(/[*]/g, '')).join(' '), header)
  }

  addPicture(target: string, row: Row, definition?: number): void {
    // The same picture for a dark page.
    if (/#(?:only-dark|gh-dark-mode-only)$/.test(target)) return
    this.add('picture', nameOfPicture(target), row, definition === undefined ? {} : { definition })
  }

  addLink(text: string, target: string, row: Row, definition?: number): void {
    const shown = splitWords(text).join(' ')
    const outside = readOutside(unmask(target))
    const more = definition === undefined ? {} : { definition }
    if (outside !== undefined) this.add('outside', outside, row, { target: shown, ...more })
    if (/^(?:[a-z][a-z0-9+.-]*:|\/\/)/i.test(target) || target === '') return
    // An empty one is a place to come to.
    if (shown === '' && target.startsWith('#')) return
    this.add('link', shown, row, { target, ...more })
  }

  addHeading(text: string, ids: readonly string[], row: Row): void {
    if (!this.#isTitleRead) {
      this.#isTitleRead = true
      this.#slugs.set(this.slug(text), 1)
      return
    }
    this.#isTopLeft = true
    for (const id of ids) this.add('anchor', id, row)
    const slug = this.slug(text)
    if (slug === '') return
    const count = this.#slugs.get(slug) ?? 0
    this.#slugs.set(slug, count + 1)
    // A heading that repeats gets a number, in a way of each generator: links to it are rare.
    if (count === 0 && ids.length === 0) this.add('anchor', slug, row)
  }

  finish(): SourcePage {
    return { file: this.file, units: this.#units, variants: [], decorations: this.decorations }
  }
}
