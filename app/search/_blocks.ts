import { findLastUpTo } from './_phrases.ts'
import type { SearchFile } from './_reader.ts'
import { scanWords, type WordSink } from './_words.ts'

const DECODER = new TextDecoder()

/** The block of text in which a word of the body stands; -1 when a page has none. */
export function findBlock(file: SearchFile, page: number, word: number): number {
  const first = file.blockAt[page] ?? 0
  return findLastUpTo(file.blockWord, first, file.blockAt[page + 1] ?? first, word)
}

/** The text of a block; empty when it cannot be unpacked, which a block of ours always can. */
export function unpackBlock({ blocks, blockBytes }: SearchFile, block: number): string {
  const packed = blocks.slice(blockBytes[block], blockBytes[block + 1])
  try {
    // Not by the library that packs: for blocks of this size it takes twice as long here.
    return DECODER.decode(Bun.inflateSync(packed))
  } catch {
    return ''
  }
}

/** Where in a text the word begins before which `before` others stand; -1 when it has fewer. */
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
  }
  // Line by line, because no word reaches over one and the rest need not be looked at.
  while (found === -1 && lineStart < text.length) {
    const lineEnd = text.indexOf('\n', lineStart)
    const end = lineEnd === -1 ? text.length : lineEnd
    scanWords(text.slice(lineStart, end), sink)
    lineStart = end + 1
  }
  return found
}
