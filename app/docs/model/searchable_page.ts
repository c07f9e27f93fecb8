import { readQuestionWords } from '../search/mod.ts'

type Words = { readonly title: string; readonly description: string }

/**
 * Finds a search text that is certain to match one of these pages: a title, or if no title has a
 * word in it (an emoji, three exclamation marks), a word of a description.
 */
export function findSearchablePage<Page>(
  pages: readonly Page[],
  wordsOf: (page: Page) => Words,
): { readonly page: Page; readonly text: string } | undefined {
  for (const page of pages) {
    const { title } = wordsOf(page)
    if (hasWord(title)) return { page, text: title }
  }
  for (const page of pages) {
    const text = wordsOf(page).description.split(/\s+/).find(hasWord)
    if (text !== undefined) return { page, text }
  }
  return undefined
}

function hasWord(text: string): boolean {
  return readQuestionWords(text).length > 0
}
