import {
  countLineFeeds,
  findLineStarts,
  locateInBlock,
  locateInCell,
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
  const starts = findLineStarts(body)
  const targets: LinkTarget[] = []
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
    const found = findInlineTargets(token)
    if (found.length === 0) continue
    if (at !== undefined && row !== undefined)
      cells ??= splitCells(body, readNumber(row, 'rowStart'))
    const cell = at === undefined ? undefined : (cells?.[at] ?? { start: 0, end: 0 })
    const block = { line, content: token.content }
    const place = (offset: number) =>
      cell === undefined
        ? locateInBlock(body, starts, block, offset)
        : locateInCell(body, cell, offset)
    for (const { href, image, range } of found) {
      const below = cell === undefined ? countLineFeeds(token.content, range.start) : 0
      const start = place(range.start)
      targets.push({ href, image, line: line + below, start, end: place(range.end) })
    }
  }
  return targets
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

/** Labels that images refer to. */
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
