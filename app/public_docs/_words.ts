/** Most words of one query that are looked up; the query text itself is bounded by the contract. */
export const QUERY_WORDS_MAX = 64

// A run of letters, marks and digits; `c++` and `c#` keep their signs.
const WORD = /[\p{L}\p{N}][\p{L}\p{M}\p{N}]*(?:\+\+|#)?/gu
const IDEOGRAPHS = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u
const HUMP = /(?<=[\p{Ll}\p{N}])(?=\p{Lu})|(?<=\p{Lu})(?=\p{Lu}\p{Ll})/u
const MARKS = /\p{M}/gu

/** Lower case without accents: `Über` and `uber` are one word to a reader. */
function folded(word: string): string {
  const lower = word.toLowerCase()
  // Most words are plain ASCII: skip the costly normal form for them.
  for (let at = 0; at < lower.length; at++) {
    if (lower.charCodeAt(at) > 127) return lower.normalize('NFKD').replace(MARKS, '')
  }
  return lower
}

function* parts(word: string): Generator<string> {
  if (IDEOGRAPHS.test(word)) {
    // No spaces stand between CJK words, so each character is looked up by itself.
    yield* Array.from(word, folded)
    return
  }
  yield folded(word)
}

/** The words of a text, in order, with repeats. Humps of camelCase are added behind the whole. */
export function wordsOfText(text: string): string[] {
  const words: string[] = []
  for (const [word] of text.matchAll(WORD)) {
    for (const part of parts(word)) words.push(part)
    if (HUMP.test(word)) for (const hump of word.split(HUMP)) words.push(folded(hump))
  }
  return words
}

/** The distinct words of a query, in order. An identifier stays whole: the index holds it whole. */
export function wordsOfQuery(query: string): string[] {
  const words = new Set<string>()
  for (const [word] of query.matchAll(WORD)) {
    for (const part of parts(word)) words.add(part)
    if (words.size >= QUERY_WORDS_MAX) break
  }
  return [...words].slice(0, QUERY_WORDS_MAX)
}

/** Whether the last word of a query may still be growing: nothing stands behind it. */
export function endsInsideWord(query: string): boolean {
  return /[\p{L}\p{N}]$/u.test(query)
}
