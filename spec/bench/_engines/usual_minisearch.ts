import MiniSearch from 'minisearch'
import { joinHeadings, type Maker, USUAL_WEIGHTS } from './engine.ts'

type Words = {
  readonly isStopWord: (word: string) => boolean
  /** Without it MiniSearch splits at spaces and punctuation. */
  readonly tokenize?: (text: string) => string[]
}

/** MiniSearch set up for questions: weights of four fields, stop words, and pages with any word. */
export function createUsualMiniSearch(name: string, { isStopWord, tokenize }: Words): Maker {
  return {
    name: `MiniSearch 7.2.0, ${name}`,
    build: (documents) => {
      const index = new MiniSearch({
        fields: ['title', 'description', 'headings', 'body'],
        idField: 'at',
        ...(tokenize === undefined ? {} : { tokenize }),
        processTerm: (term) => (isStopWord(term) ? null : term.toLowerCase()),
        searchOptions: { boost: { ...USUAL_WEIGHTS }, combineWith: 'OR' },
      })
      index.addAll(
        documents.map((each, at) => ({
          at,
          title: each.title,
          description: each.description,
          headings: joinHeadings(each),
          body: each.body,
        })),
      )
      return {
        search: (query, limit) =>
          index
            .search(query)
            .slice(0, limit)
            .map(({ id }) => Number(id)),
      }
    },
  }
}
