import type { KnownWord } from './_lookup.ts'

/** In a query of at least this many words, function words may be missing from a page. */
const LONG_QUERY_WORDS = 4
const CONTENT_WORDS_MIN = 2

/** Framing words: they carry a question but do not say what it is about. */
export const FUNCTION_WORDS: ReadonlySet<string> = new Set(
  (
    'a about an and any are as at be been but by can could did do does for from had has have ' +
    'how i if in into is it its me my no of on or our out should so some than that the their ' +
    'them then there these they this to up us was we were what when where which while who why ' +
    'will with would you your'
  ).split(' '),
)

/** The telling words of a query: all words of a short one, all but function words of a long one. */
export function selectContentWords(words: readonly KnownWord[]): ReadonlySet<KnownWord> {
  if (words.length < LONG_QUERY_WORDS) return new Set(words)
  const content = words.filter(({ text }) => !FUNCTION_WORDS.has(text))
  return new Set(content.length < CONTENT_WORDS_MIN ? words : content)
}
