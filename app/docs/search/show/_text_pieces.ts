import { TEXT_MARKS } from '../../../contract/page.ts'

/** A piece of a text that is shown whole or not at all: a sentence, a row, a block of code. */
export type Piece = {
  /** Where it starts in the text. */
  readonly start: number
  /** As Markdown. */
  readonly text: string
  readonly bytes: number
  readonly kind: 'prose' | 'item' | 'row' | 'code'
  /** Whether it continues the line of the piece before. */
  readonly continues: boolean
}

export const FENCE = '```'

/** Longer texts are split around each match instead: they would hold too much memory. */
export const PIECES_CHARACTERS_MAX = 8192
const KEPT_MAX = 1024

/** The pieces of the last texts that somebody asked for: splitting costs most of a passage. */
export class KeptPieces {
  readonly #kept = new Map<string, readonly Piece[] | undefined>()

  /** The pieces of a text by its page and offset; absent for a long one. */
  open(page: number, from: number, read: () => string): readonly Piece[] | undefined {
    const key = `${page} ${from}`
    const known = this.#kept.get(key)
    if (known !== undefined || this.#kept.has(key)) return known
    const text = read()
    const pieces = text.length > PIECES_CHARACTERS_MAX ? undefined : splitPieces(text)
    if (this.#kept.size >= KEPT_MAX) this.#kept.clear()
    this.#kept.set(key, pieces)
    return pieces
  }
}

const { code: CODE, item: ITEM, cell: CELL, wrap: WRAP } = TEXT_MARKS

/** Splits a text by its marks: into blocks of code, rows of tables, and sentences. */
export function splitPieces(text: string, from = 0): readonly Piece[] {
  const pieces: Piece[] = []
  const add = (start: number, plain: string, kind: Piece['kind'], continues = false) => {
    if (plain.trim() === '') return
    pieces.push({ start, text: plain, bytes: Buffer.byteLength(plain) + 1, kind, continues })
  }
  const addSentences = (block: string, start: number, isItem: boolean) => {
    for (const [offset, sentence] of splitSentences(block)) {
      const isFirst = offset === 0
      const line = joinLines(sentence)
      add(
        start + offset,
        isItem && isFirst ? `- ${line}` : line,
        isItem ? 'item' : 'prose',
        !isFirst,
      )
    }
  }
  let at = from
  while (at < text.length) {
    const isItem = text[at] === ITEM
    const first = isItem ? at + 1 : at
    if (text[first] === CODE) {
      const end = findEnd(text, CODE, first + 1)
      add(at, fenceCode(text.slice(first + 1, end)), 'code')
      at = end + 2
      continue
    }
    const end = findBlockEnd(text, first)
    const block = text.slice(first, end)
    if (block.includes(CELL)) add(at, joinCells(block), 'row')
    else addSentences(block, first, isItem)
    at = end + 1
  }
  return pieces
}

/** The pieces of a text that was cut out of a longer one, without what the cut split. */
export function splitRest(text: string, match: number): readonly Piece[] {
  const start = findCleanStart(text)
  if (start <= match) return splitPieces(text, start)
  const pieces = splitPieces(text)
  return (pieces[1]?.start ?? text.length) <= match ? pieces.slice(1) : pieces
}

/** The first line of a text that was cut out of a longer one: behind the code that it begins in. */
function findCleanStart(text: string): number {
  const mark = text.indexOf(CODE)
  const isEnd = mark > 0 && /\S/.test(text.charAt(mark - 1))
  return (isEnd ? mark + 1 : findBlockEnd(text, 0)) + 1
}

/** Code in a fence that no line of it can close. */
function fenceCode(code: string): string {
  let fence = FENCE
  while (code.includes(fence)) fence += '`'
  return `${fence}\n${code}\n${fence}`
}

/** Where the lines of a paragraph end, or those of a row, of which each cell has one. */
function findBlockEnd(text: string, start: number): number {
  let end = findEnd(text, '\n', start)
  while (end < text.length && (text[end - 1] === WRAP || text[end - 1] === CELL)) {
    end = findEnd(text, '\n', end + 1)
  }
  return end
}

function findEnd(text: string, mark: string, from: number): number {
  const end = text.indexOf(mark, from)
  return end === -1 ? text.length : end
}

function joinCells(row: string): string {
  return row
    .split('\n')
    .map((cell) => cell.trim())
    .join(' | ')
    .trim()
}

/** Where a sentence may end; most of these characters stand within words. */
const STOPS = /[.!?…。！？]/g
/** What ends one: white space before a capital, a digit or a quotation, or an ideographic stop. */
const END = /[.!?…]["'”’)\]]*\s+(?=["'“‘([]?[\p{Lu}\p{Lo}\p{N}])|[。！？]["”』」）]*/uy
/** Full stops that end no sentence, and how far back they are looked for. */
const ABBREVIATION =
  /(?:^|[\s(])(?:e\.g|i\.e|cf|vs|etc|approx|resp|no|nr|z\.\s?B|bzw|ca|p\.\s?ej|\p{L}|\d+)\.$/iu
const ABBREVIATION_CHARACTERS = 10

function splitSentences(line: string): readonly (readonly [start: number, sentence: string])[] {
  const sentences: (readonly [number, string])[] = []
  let start = 0
  for (const { index } of line.matchAll(STOPS)) {
    if (index < start) continue
    END.lastIndex = index
    const mark = END.exec(line)?.[0]
    if (mark === undefined) continue
    const before = line.slice(Math.max(start, index - ABBREVIATION_CHARACTERS), index + 1)
    if (ABBREVIATION.test(before)) continue
    const end = index + mark.length
    sentences.push([start, line.slice(start, end).trim()])
    start = end
  }
  sentences.push([start, line.slice(start).trim()])
  return sentences
}

/** A sentence on one line. */
function joinLines(sentence: string): string {
  const lines = sentence.split('\n').map((line) => line.trim())
  return lines.filter((line) => line !== '').join(' ')
}
