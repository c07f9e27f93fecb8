import type { SearchFile } from '../file/search_file.ts'
import { type Blocks, findBlock } from './blocks.ts'

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
