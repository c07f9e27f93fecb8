import type { KnownWord } from './_lookup.ts'

/** From this many words on, a page that lacks only function words comes before others. */
const LONG_QUERY_WORDS = 4
const TELLING_MIN = 2

/** Words that carry a question, not what it is about. */
export const FUNCTION_WORDS: ReadonlySet<string> = new Set(
  (
    'a about an and any are as at be been but by can could did do does for from had has have ' +
    'how i if in into is it its me my no of on or our out should so some than that the their ' +
    'them then there these they this to up us was we were what when where which while who why ' +
    'will with would you your'
  ).split(' '),
)

/** The words that a query is about: function words of a long query are let off. */
export function selectTellingWords(words: readonly KnownWord[]): ReadonlySet<KnownWord> {
  if (words.length < LONG_QUERY_WORDS) return new Set(words)
  const telling = words.filter(({ text }) => !FUNCTION_WORDS.has(text))
  return new Set(telling.length < TELLING_MIN ? words : telling)
}
