/** What a name of a file looks like, and words that say nothing about a picture. */
const FILE_NAME = /^[\w./-]+\.(?:avif|gif|jpe?g|png|svg|webp)$/i
const EMPTY_WORDS = /^(?:image|img|photo|pic|picture|screenshot|screen shot|untitled)[\s\d_-]*$/i

/** Whether these words tell nobody what a picture shows: there are none, or only its file name. */
export function saysNothing(words: string): boolean {
  const text = words.trim()
  return text === '' || FILE_NAME.test(text) || EMPTY_WORDS.test(text)
}
