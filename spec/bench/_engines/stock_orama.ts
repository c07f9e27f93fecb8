import { create, insertMultiple, search } from 'orama'
import type { Maker, Weights } from './engine.ts'

/** Results of a search that answers at once; stock Orama does, but its type allows a promise. */
type Hits = { readonly hits: readonly { readonly id: string }[] }

/** Orama with its own components: boosts as its manual shows them, the sorter off. */
export function createStockOrama(weights: Weights): Maker {
  return {
    name: 'stock Orama 3.1.18',
    build: (documents) => {
      const database = create({
        schema: { title: 'string', description: 'string', body: 'string' },
        sort: { enabled: false },
      })
      insertMultiple(
        database,
        documents.map(({ title, description, body }, at) => ({
          id: String(at),
          title,
          description,
          body,
        })),
        documents.length,
      )
      return {
        search: (query, limit) => {
          const found = search(database, { term: query, limit, boost: { ...weights } }) as Hits
          return found.hits.map(({ id }) => Number(id))
        },
      }
    },
  }
}
