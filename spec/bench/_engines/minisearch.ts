import MiniSearch, { type SearchOptions } from 'minisearch'
import { type Maker, mergeLists, type Weights } from './engine.ts'

/** Edit distance as a share of the word length, as in its manual. */
const FUZZY = 0.2

/**
 * MiniSearch with every setting that helps: field boosts, the last word as a prefix, all words
 * before any word, and fuzzy matching when the words as typed find too little.
 */
export function createMiniSearch(weights: Weights): Maker {
  return {
    name: 'MiniSearch 7.2.0',
    build: (documents) => {
      const index = new MiniSearch({ fields: ['title', 'description', 'body'], idField: 'at' })
      index.addAll(
        documents.map(({ title, description, body }, at) => ({ at, title, description, body })),
      )
      const find = (query: string, options: SearchOptions) =>
        index
          .search(query, {
            boost: { ...weights },
            prefix: (_, place, words) => place === words.length - 1,
            ...options,
          })
          .map(({ id }) => Number(id))
      return {
        search: (query, limit) =>
          mergeLists(limit, [
            () => find(query, { combineWith: 'AND' }),
            () => find(query, { combineWith: 'AND', fuzzy: FUZZY }),
            () => find(query, { combineWith: 'OR', fuzzy: FUZZY }),
          ]),
      }
    },
  }
}
