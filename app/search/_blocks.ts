import { findLastUpTo } from './_phrases.ts'
import type { SearchFile } from './_search_file.ts'
import { scanWords, type WordSink } from './_words.ts'

const DECODER = new TextDecoder()

/** The text block that contains a word of the body; -1 when the page has no blocks. */
export function findBlock(file: SearchFile, page: number, word: number): number {
  const first = file.blockAt[page] ?? 0
  return findLastUpTo(file.blockWord, first, file.blockAt[page + 1] ?? first, word)
}

/** How many unpacked blocks are kept: some two megabytes of text, whatever is asked. */
const KEPT_MAX = 2048

/** The text blocks of a file. The last ones are kept, since unpacking costs most of a snippet. */
export class Blocks {
  readonly #file: SearchFile
  readonly #kept = new Map<number, string>()

  constructor(file: SearchFile) {
    this.#file = file
  }

  text(block: number): string {
    const known = this.#kept.get(block)
    if (known !== undefined) return known
    const text = unpackBlock(this.#file, block)
    if (this.#kept.size >= KEPT_MAX) {
      for (const oldest of this.#kept.keys()) {
        this.#kept.delete(oldest)
        break
      }
    }
    this.#kept.set(block, text)
    return text
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

/** The offset of the word that follows `before` others; -1 when the text has fewer words. */
export function findWordStart(text: string, from: number, before: number): number {
  let left = before
  let found = -1
  let lineStart = from
  const sink: WordSink = {
    placesOnly: true,
    word: (_word: string, start: number) => {
      if (left === 0) found = lineStart + start
      left -= 1
    },
    hump: () => undefined,
    whole: () => undefined,
    pair: () => undefined,
    signed: () => undefined,
    symbol: () => undefined,
  }
  // Line by line: no word spans two lines, and the lines after the match need no scan.
  while (found === -1 && lineStart < text.length) {
    const lineEnd = text.indexOf('\n', lineStart)
    const end = lineEnd === -1 ? text.length : lineEnd
    scanWords(text.slice(lineStart, end), sink)
    lineStart = end + 1
  }
  return found
}
