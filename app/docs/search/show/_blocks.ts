import { findLastUpTo, type SearchFile } from '../file/search_file.ts'

const DECODER = new TextDecoder()

/** How many unpacked blocks are kept: some eight megabytes of text, whatever is asked. */
const KEPT_MAX = 8192

/** The Markdown of a file. The last blocks are kept, since unpacking costs most of a snippet. */
export class Blocks {
  readonly #file: SearchFile
  /** In two halves: when one is full, the other is forgotten, but for what was read again since. */
  #kept = new Map<number, string>()
  #before: ReadonlyMap<number, string> = new Map()

  constructor(file: SearchFile) {
    this.#file = file
  }

  /** A range of the Markdown of a page, in characters; it ends with the page. */
  read(page: number, from: number, to: number): string {
    const { blockAt, blockStart } = this.#file
    const first = blockAt[page] ?? 0
    const end = blockAt[page + 1] ?? 0
    let text = ''
    for (let block = findLastUpTo(blockStart, first, end, from); block < end; block++) {
      const start = blockStart[block] ?? 0
      if (block < first || start >= to) break
      text += this.#open(block).slice(Math.max(0, from - start), to - start)
    }
    return text
  }

  #open(block: number): string {
    const known = this.#kept.get(block)
    if (known !== undefined) return known
    const opened = this.#before.get(block) ?? unpackBlock(this.#file, block)
    if (this.#kept.size >= KEPT_MAX / 2) {
      this.#before = this.#kept
      this.#kept = new Map()
    }
    this.#kept.set(block, opened)
    return opened
  }
}

/** The text of a block; empty when it cannot be unpacked, which only happens to foreign files. */
function unpackBlock({ blocks, blockBytes }: SearchFile, block: number): string {
  const packed = blocks.slice(blockBytes[block], blockBytes[block + 1])
  try {
    // The default library: libdeflate, which packs the blocks, takes twice as long to unpack them.
    return DECODER.decode(Bun.inflateSync(packed))
  } catch {
    return ''
  }
}
