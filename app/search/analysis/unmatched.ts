import type { Query, QueryWord } from './query.ts'
import { WORD_CHARACTERS_MAX } from './words.ts'

/** Letters and digits in a row, as `_words.ts` reads them, but for scripts without spaces. */
const WORDS = /[\p{L}\p{N}\p{M}]+/gu
const WITHOUT_SPACES =
  /[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}]/u

/**
 * Words that no page holds, as a reader typed them: what is looked up by pairs of characters is one
 * word again, and a word that is too long to be indexed is on no page.
 */
export function listUnmatched(
  text: string,
  { sequence }: Query,
  content: readonly QueryWord[],
  unmatched: readonly string[],
): readonly string[] {
  const joined = unmatched.length === 0 ? [] : joinPairs(sequence, content, unmatched)
  if (text.length <= WORD_CHARACTERS_MAX) return joined
  const words = text.match(WORDS) ?? []
  const isLong = (word: string) => word.length > WORD_CHARACTERS_MAX && !WITHOUT_SPACES.test(word)
  return [...joined, ...new Set(words.filter(isLong))]
}

function joinPairs(
  sequence: readonly string[],
  content: readonly QueryWord[],
  unmatched: readonly string[],
): readonly string[] {
  const missing = new Set(unmatched)
  const known = new Set(content.map(({ text }) => text).filter((text) => !missing.has(text)))
  const pairs = new Map(sequence.slice(1).map((second, at) => [`${sequence[at]}${second}`, at]))
  // A character of a pair that a page holds is no missing one.
  const isMissing = sequence.map((character, at) => {
    const around = [
      `${sequence[at - 1] ?? ''}${character}`,
      `${character}${sequence[at + 1] ?? ''}`,
    ]
    return around.some((pair) => missing.has(pair)) && !around.some((pair) => known.has(pair))
  })
  const words: string[] = []
  const seen = new Set<number>()
  for (const word of unmatched) {
    const at = WITHOUT_SPACES.test(word) ? pairs.get(word) : undefined
    if (at === undefined) words.push(word)
    for (const start of at === undefined ? [] : [at, at + 1]) {
      if (isMissing[start] !== true || seen.has(start)) continue
      let [from, to] = [start, start]
      while (isMissing[from - 1] === true) from -= 1
      while (isMissing[to] === true) {
        seen.add(to)
        to += 1
      }
      words.push(sequence.slice(from, to).join(''))
    }
  }
  return [...new Set(words)]
}
