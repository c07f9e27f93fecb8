import { PIECE_KINDS, type PieceKind } from '../../../contract/text_pieces.ts'
import { findLastUpTo, type SearchFile } from '../file/search_file.ts'
import type { Blocks } from './_blocks.ts'

/** Pieces of one page, the last one exclusive. */
export type PieceRange = { readonly from: number; readonly to: number }

/** The pieces of pages by number; those of a page are in the order of its Markdown. */
export class Pieces {
  readonly #file: SearchFile
  readonly #blocks: Blocks

  constructor(file: SearchFile, blocks: Blocks) {
    this.#file = file
    this.#blocks = blocks
  }

  /** All pieces of a page. */
  whole(page: number): PieceRange {
    const { pieceAt } = this.#file
    const from = pieceAt[page] ?? 0
    return { from, to: Math.max(from, (pieceAt[page + 1] ?? 0) - 1) }
  }

  kind(piece: number): PieceKind {
    return PIECE_KINDS[this.#file.pieceKind[piece] ?? 0] ?? 'prose'
  }

  /** The piece that holds a word of the body. */
  at(page: number, word: number): number {
    const { from, to } = this.whole(page)
    return Math.max(from, findLastUpTo(this.#file.pieceWord, from, to, word))
  }

  firstWord(piece: number): number {
    return this.#file.pieceWord[piece] ?? 0
  }

  /** The pieces of a section with its heading; those before the first heading for none. */
  section(page: number, section: number | undefined): PieceRange {
    const { sectionAt, sectionPiece } = this.#file
    const { from, to } = this.whole(page)
    const next = section === undefined ? (sectionAt[page] ?? 0) : section + 1
    const isLast = next >= (sectionAt[page + 1] ?? 0)
    return {
      from: section === undefined ? from : Math.min(to, from + (sectionPiece[section] ?? 0)),
      to: isLast ? to : Math.min(to, from + (sectionPiece[next] ?? 0)),
    }
  }

  /** Characters of a range, with the lines between its pieces. */
  size({ from, to }: PieceRange): number {
    const { pieceStart } = this.#file
    return (pieceStart[to] ?? 0) - (pieceStart[from] ?? 0)
  }

  /** The Markdown of a range, as it stands in the page. */
  read(page: number, { from, to }: PieceRange, charactersMax = Number.POSITIVE_INFINITY): string {
    const { pieceStart } = this.#file
    const start = pieceStart[from] ?? 0
    const end = Math.min(pieceStart[to] ?? 0, start + charactersMax)
    return this.#blocks.read(page, start, end).replace(/^\n+/, '').trimEnd()
  }
}
