import {
  countLineFeeds,
  createBlockLocator,
  createCellLocator,
  type Edit,
  findLineStarts,
  type Range,
  splitCells,
} from './source_positions.ts'

/** A link, image or reference definition of a page; `line` counts from 0 in the body. */
export type MarkdownLink = {
  /** The address as written, unescaped and percent-encoded; never an unsafe scheme. */
  readonly href: string
  readonly line: number
  readonly image: boolean
}

/** A link with the place of its address in the body, angle brackets included. */
export type LinkTarget = MarkdownLink & Range

/** A reference definition with the place of its address. */
export type Definition = Range & {
  readonly label: string
  readonly href: string
  readonly line: number
}

/** What we read of a token; our parser rules leave the places of addresses in `meta`. */
type PlacedToken = {
  readonly type: string
  readonly content: string
  readonly map: readonly [number, number] | null
  readonly meta: Readonly<Record<string, unknown>> | null
  readonly children: readonly PlacedToken[] | null
  attrGet(name: string): string | number | null
}

const NONE: ReadonlySet<unknown> = new Set()

/** Every address in the source, in source order. */
export function findLinkTargets(
  body: string,
  tokens: readonly PlacedToken[],
  definitions: readonly Definition[],
): readonly LinkTarget[] {
  const images = definitions.length === 0 ? NONE : findImageLabels(tokens)
  const referenced = definitions
    .filter(({ href }) => href !== '')
    .map(({ label, ...place }) => ({ ...place, image: images.has(label) }))
  return [...findBlockTargets(body, tokens), ...referenced].sort(
    (one, other) => one.start - other.start,
  )
}

function findBlockTargets(body: string, tokens: readonly PlacedToken[]): readonly LinkTarget[] {
  const targets: LinkTarget[] = []
  for (const { token, line, isCell, place } of placeInlines(body, tokens)) {
    for (const { href, image, range } of findInlineTargets(token)) {
      const below = isCell ? 0 : countLineFeeds(token.content, range.start)
      const [start, end] = [place(range.start), place(range.end)]
      targets.push({ href, image, line: line + below, start, end })
    }
  }
  return targets
}

type PlacedInline = {
  readonly token: PlacedToken
  readonly line: number
  readonly isCell: boolean
  /** Where a place in the text of the token is in the source. */
  readonly place: (offset: number) => number
}

/** The texts of paragraphs, headings and cells that have something to place. */
function* placeInlines(body: string, tokens: readonly PlacedToken[]): Generator<PlacedInline> {
  const starts = findLineStarts(body)
  let row: PlacedToken | undefined
  let cells: readonly Range[] | undefined
  let column = 0
  let line = 0
  for (const token of tokens) {
    if (token.map !== null) line = token.map[0]
    if (token.type === 'tr_open') {
      row = token
      cells = undefined
      column = 0
    }
    if (token.type !== 'inline') continue
    // Only the text of a cell has no line map.
    const at = token.map === null ? column++ : undefined
    if (token.children?.some(({ meta }) => meta !== null) !== true) continue
    if (at !== undefined && row !== undefined)
      cells ??= splitCells(body, readNumber(row, 'rowStart'))
    const cell = at === undefined ? undefined : (cells?.[at] ?? { start: 0, end: 0 })
    const block = { line, content: token.content }
    const from = token.meta?.sourceStart
    const place =
      typeof from === 'number'
        ? (offset: number) => from + offset
        : cell === undefined
          ? createBlockLocator(body, starts, block)
          : createCellLocator(body, cell)
    yield { token, line, isCell: cell !== undefined, place }
  }
}

/** What makes plain Markdown of elements in the text, by its place in the source. */
export function findInlineEdits(body: string, tokens: readonly PlacedToken[]): readonly Edit[] {
  const edits: Edit[] = []
  for (const { token, isCell, place } of placeInlines(body, tokens)) {
    for (const { meta, type } of token.children ?? []) {
      const list: unknown = meta?.edits
      if (!Array.isArray(list)) continue
      // Our rules write no other list into this member.
      for (const { start, end, text } of list as readonly Edit[]) {
        // A cell has one line.
        const plain = isCell && type === 'line_break' ? ' ' : text
        edits.push({ start: place(start), end: place(end), text: plain })
      }
    }
  }
  return edits
}

type InlineTarget = { readonly href: string; readonly image: boolean; readonly range: Range }

function findInlineTargets(token: PlacedToken): readonly InlineTarget[] {
  const found: InlineTarget[] = []
  for (const child of token.children ?? []) {
    if (child.meta === null || !('start' in child.meta)) continue
    const image = child.type === 'image'
    const href = String(child.attrGet(image ? 'src' : 'href') ?? '')
    const range = { start: readNumber(child, 'start'), end: readNumber(child, 'end') }
    if (href !== '') found.push({ href, image, range })
  }
  return found
}

function findImageLabels(tokens: readonly PlacedToken[]): ReadonlySet<unknown> {
  const labels = new Set<unknown>()
  for (const { children } of tokens) {
    for (const { type, meta } of children ?? []) {
      if (type === 'image' && meta !== null && 'label' in meta) labels.add(meta.label)
    }
  }
  return labels
}

function readNumber(token: PlacedToken, name: string): number {
  const value = token.meta?.[name]
  if (typeof value !== 'number') throw new Error(`Cannot place "${token.type}": no ${name}`)
  return value
}
