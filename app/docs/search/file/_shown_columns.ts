import { PIECE_KINDS } from '../../../contract/text_pieces.ts'
import type { ColumnPlan } from '../../../foundation/tables/columns.ts'
import { Bytes, Numbers } from '../../../foundation/tables/growing.ts'
import { splitParagraphs } from './_sentences.ts'
import { findSafeCut, type SearchDocument, type ShownText, showLines } from './documents.ts'
import { BLOCK_CHARACTERS } from './search_file.ts'

const PACKING = { library: 'libdeflate', level: 6 } as const

const NOTHING: ShownText = { markdown: '', pieces: [] }

/** What passages and snippets are shown from: the Markdown of the pages, and their pieces. */
export class ShownColumns {
  readonly #pieceAt = startList()
  readonly #pieceStarts = new Numbers()
  readonly #pieceWords = new Numbers()
  readonly #pieceKinds = new Bytes()
  readonly #sectionPieces = new Numbers()
  readonly #blockAt = startList()
  readonly #blockStarts = new Numbers()
  readonly #blockBytes = startList()
  readonly #blocks = new Bytes()
  /** The page that is being scanned: its pieces, the next of them, and its first word. */
  #shown = NOTHING
  #next = 0
  #nextStart = Number.POSITIVE_INFINITY
  #firstWord = 0

  start(document: SearchDocument, firstWord: number): void {
    this.#shown = splitParagraphs(document, document.shown ?? showLines(document))
    this.#next = 0
    this.#firstWord = firstWord
    this.#nextStart = this.#shown.pieces[0]?.start ?? Number.POSITIVE_INFINITY
  }

  /** A word of the body starts at an offset: pieces up to there begin with it. */
  reach(offset: number, word: number): void {
    while (this.#nextStart <= offset) this.#addPiece(word)
  }

  end(sections: SearchDocument['sections'], word: number): void {
    while (this.#next < this.#shown.pieces.length) this.#addPiece(word)
    this.#nextStart = Number.POSITIVE_INFINITY
    // One more heading where the page ends, so that each piece ends where the next one starts.
    this.#pieceStarts.push(this.#shown.markdown.length)
    this.#pieceWords.push(word - this.#firstWord)
    this.#pieceKinds.push(PIECE_KINDS.indexOf('heading'))
    this.#pieceAt.push(this.#pieceStarts.length)
    const headings = this.#shown.pieces.flatMap(({ kind }, at) => (kind === 'heading' ? [at] : []))
    for (const [at] of sections.entries()) this.#sectionPieces.push(headings[at] ?? 0)
    this.#addBlocks()
    this.#shown = NOTHING
  }

  #addPiece(word: number): void {
    const piece = this.#shown.pieces[this.#next]
    this.#next += 1
    this.#nextStart = this.#shown.pieces[this.#next]?.start ?? Number.POSITIVE_INFINITY
    if (piece === undefined) return
    this.#pieceStarts.push(piece.at)
    this.#pieceWords.push(word - this.#firstWord)
    this.#pieceKinds.push(PIECE_KINDS.indexOf(piece.kind))
  }

  #addBlocks(): void {
    const { markdown, pieces } = this.#shown
    let start = 0
    for (const { at } of [...pieces, { at: markdown.length }]) {
      while (at - start > 3 * BLOCK_CHARACTERS) {
        start = this.#addBlock(start, findSafeCut(markdown, start + 2 * BLOCK_CHARACTERS))
      }
      if (at - start >= BLOCK_CHARACTERS) start = this.#addBlock(start, at)
    }
    if (start < markdown.length) this.#addBlock(start, markdown.length)
    this.#blockAt.push(this.#blockStarts.length)
  }

  #addBlock(start: number, end: number): number {
    this.#blockStarts.push(start)
    this.#blocks.add(Bun.deflateSync(this.#shown.markdown.slice(start, end), PACKING))
    this.#blockBytes.push(this.#blocks.length)
    return end
  }

  plan(): Readonly<Record<string, ColumnPlan>> {
    return {
      section_piece: this.#sectionPieces.plan(),
      piece_at: this.#pieceAt.plan(),
      piece_start: this.#pieceStarts.plan(),
      piece_word: this.#pieceWords.plan(),
      piece_kind: this.#pieceKinds.plan(),
      block_at: this.#blockAt.plan(),
      block_start: this.#blockStarts.plan(),
      block_bytes: this.#blockBytes.plan(),
      blocks: this.#blocks.plan(),
    }
  }
}

/** A list of where each page begins, which ends where the last one does. */
export function startList(): Numbers {
  const starts = new Numbers()
  starts.push(0)
  return starts
}
