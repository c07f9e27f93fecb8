import { scanWords, WORDS_ALONE, type WordSink } from '../analysis/words.ts'
import { findLastUpTo, type SearchFile } from '../file/search_file.ts'

const DECODER = new TextDecoder()

/** The text block that contains a word of the body; -1 when the page has no blocks. */
export function findBlock(file: SearchFile, page: number, word: number): number {
  const first = file.blockAt[page] ?? 0
  return findLastUpTo(file.blockWord, first, file.blockAt[page + 1] ?? first, word)
}

/** How many unpacked blocks are kept: some two megabytes of text, whatever is asked. */
const KEPT_MAX = 2048

/** The text of a block, and where its words start once somebody asked. */
type KeptBlock = { readonly text: string; wordStarts: Uint16Array | undefined }

/** The text blocks of a file. The last ones are kept, since unpacking costs most of a snippet. */
export class Blocks {
  readonly #file: SearchFile
  /** In two halves: when one is full, the other is forgotten, but for what was read again since. */
  #kept = new Map<number, KeptBlock>()
  #before: ReadonlyMap<number, KeptBlock> = new Map()

  constructor(file: SearchFile) {
    this.#file = file
  }

  text(block: number): string {
    return this.#open(block).text
  }

  /** The offset of the word that follows `before` others after an offset; -1 for none. */
  findWordStart(block: number, from: number, before: number): number {
    return this.#openWords(block)[this.countWordsBefore(block, from) + before] ?? -1
  }

  /** How many words of a block start before an offset. */
  countWordsBefore(block: number, offset: number): number {
    if (offset === 0) return 0
    const starts = this.#openWords(block)
    return findLastUpTo(starts, 0, starts.length, offset - 1) + 1
  }

  #openWords(block: number): Uint16Array {
    const kept = this.#open(block)
    kept.wordStarts ??= listWordStarts(kept.text)
    return kept.wordStarts
  }

  #open(block: number): KeptBlock {
    const known = this.#kept.get(block)
    if (known !== undefined) return known
    const opened = this.#before.get(block) ?? {
      text: unpackBlock(this.#file, block),
      wordStarts: undefined,
    }
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

function listWordStarts(text: string): Uint16Array {
  const starts: number[] = []
  let lineStart = 0
  const sink: WordSink = {
    ...WORDS_ALONE,
    placesOnly: true,
    word: (_word, start) => void starts.push(lineStart + start),
  }
  // Line by line, as a match starts in a line: no word spans two.
  while (lineStart < text.length) {
    const lineEnd = text.indexOf('\n', lineStart)
    const end = lineEnd === -1 ? text.length : lineEnd
    scanWords(text.slice(lineStart, end), sink)
    lineStart = end + 1
  }
  return Uint16Array.from(starts)
}

/** Where a word of a body starts, in characters of the body; -1 for none. */
export function findWordOffset(
  file: SearchFile,
  blocks: Blocks,
  page: number,
  word: number,
): number {
  const block = findBlock(file, page, word)
  if (block === -1) return -1
  const at = blocks.findWordStart(block, 0, word - (file.blockWord[block] ?? 0))
  return at === -1 ? -1 : (file.blockStart[block] ?? 0) + at
}

/** A range of a body, in characters; it ends with the body. */
export function readBodyText(
  { blockAt, blockStart }: SearchFile,
  blocks: Blocks,
  page: number,
  { from, to }: { readonly from: number; readonly to: number },
): string {
  const end = blockAt[page + 1] ?? 0
  let text = ''
  for (let block = blockAt[page] ?? 0; block < end; block++) {
    const start = blockStart[block] ?? 0
    if (start >= to) break
    if (block + 1 < end && (blockStart[block + 1] ?? 0) <= from) continue
    text += blocks.text(block).slice(Math.max(0, from - start), to - start)
  }
  return text
}
