/** Longest line of a page: nobody reads a longer one, and a parser may read it often. */
export const LINE_CHARACTERS_MAX = 20_000

type LongLine = { readonly at: number; readonly length: number }

/** The lines of a text that are too long, by their number from 0. */
export function findLongLines(text: string): readonly LongLine[] {
  const long: LongLine[] = []
  if (text.length <= LINE_CHARACTERS_MAX) return long
  let start = 0
  for (let at = 0; start <= text.length; at++) {
    const feed = text.indexOf('\n', start)
    const end = feed === -1 ? text.length : feed
    if (end - start > LINE_CHARACTERS_MAX) long.push({ at, length: end - start })
    start = end + 1
  }
  return long
}
