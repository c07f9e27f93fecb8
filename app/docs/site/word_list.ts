/** The marks around a query in a text of a language: `«` and `»` with their spaces in French. */
const QUOTES = /(\S[ \u00a0\u202f]?)\{query\}([ \u00a0\u202f]?\S)/u

/**
 * Words in the quotation marks of a language, joined as it joins a list: `„Tee“ und „Kanne“`. The
 * marks are those that `text` has around its query.
 */
export function listWords(words: readonly string[], language: string, text: string): string {
  const [, open = '“', close = '”'] = QUOTES.exec(text) ?? []
  const quoted = words.map((word) => open + word + close)
  return new Intl.ListFormat(language).format(quoted)
}
