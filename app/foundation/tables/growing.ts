import { type Column, type ColumnPlan, planColumn } from './columns.ts'

/**
 * Lists that grow. They are kept in chunks: a list that doubles is there twice while it is copied,
 * and is half empty afterwards.
 */
const CHUNK_BITS = 14
const CHUNK = 1 << CHUNK_BITS
const WITHIN = CHUNK - 1

export class Numbers {
  #chunks: Uint32Array[] = []
  length = 0

  push(value: number): void {
    if ((this.length & WITHIN) === 0) this.#chunks.push(new Uint32Array(CHUNK))
    this.set(this.length, value)
    this.length += 1
  }

  at(index: number): number {
    return this.#chunks[index >>> CHUNK_BITS]?.[index & WITHIN] ?? 0
  }

  set(index: number, value: number): void {
    const chunk = this.#chunks[index >>> CHUNK_BITS]
    if (chunk !== undefined) chunk[index & WITHIN] = value
  }

  copyTo(column: Uint32Array): void {
    this.#chunks.forEach((chunk, at) => {
      const start = at * CHUNK
      column.set(chunk.subarray(0, this.length - start), start)
    })
  }

  plan(): ColumnPlan {
    return planColumn(Uint32Array, this.length, (column) => this.copyTo(column))
  }

  /** Empties the list, for whoever has written it and goes on. */
  clear(): void {
    this.#chunks = []
    this.length = 0
  }
}

export class Bytes {
  #chunks: Uint8Array[] = []
  length = 0

  push(byte: number): void {
    const chunk = this.#lastChunk()
    chunk[this.length & WITHIN] = byte
    this.length += 1
  }

  add(bytes: Uint8Array): void {
    for (let from = 0; from < bytes.length; ) {
      const chunk = this.#lastChunk()
      const within = this.length & WITHIN
      const piece = bytes.subarray(from, from + CHUNK - within)
      chunk.set(piece, within)
      from += piece.length
      this.length += piece.length
    }
  }

  at(index: number): number {
    return this.#chunks[index >>> CHUNK_BITS]?.[index & WITHIN] ?? 0
  }

  /** The list as a column; it is empty as soon as that is written. */
  plan(): ColumnPlan {
    return planColumn(Uint8Array, this.length, (column) => {
      this.#chunks.forEach((chunk, at) => {
        const start = at * CHUNK
        column.set(chunk.subarray(0, column.length - start), start)
      })
      this.clear()
    })
  }

  /** Empties the list, for whoever has written it and goes on. */
  clear(): void {
    this.#chunks = []
    this.length = 0
  }

  #lastChunk(): Uint8Array {
    const last = this.#chunks.at(-1)
    if (last !== undefined && (this.length & WITHIN) > 0) return last
    const chunk = new Uint8Array(CHUNK)
    this.#chunks.push(chunk)
    return chunk
  }
}

/** A growing list of texts: their bytes alone, which take less than strings do. */
export class GrowingTexts {
  readonly #bytes = new Bytes()
  readonly #starts = new Numbers()

  constructor() {
    this.#starts.push(0)
  }

  get length(): number {
    return this.#starts.length - 1
  }

  push(text: string): void {
    this.#bytes.add(Buffer.from(text))
    this.#starts.push(this.#bytes.length)
  }

  /** The two columns that `openTexts` opens. */
  plan(name: string): Readonly<Record<string, Column | ColumnPlan>> {
    return { [name]: this.#bytes.plan(), [`${name}_at`]: this.#starts.plan() }
  }
}
