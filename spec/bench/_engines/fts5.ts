import { Database } from 'bun:sqlite'
import { type Maker, mergeLists, type Weights } from './engine.ts'

/**
 * SQLite FTS5 with every setting that helps: stems, accents folded, bm25 weights of the fields,
 * the last word as a prefix, all words before any word. It cannot correct typos.
 */
export function createFts5(weights: Weights): Maker {
  const { title, description, body } = weights
  return {
    name: 'SQLite FTS5',
    build: (documents) => {
      const database = new Database(':memory:')
      database.run(
        `CREATE VIRTUAL TABLE pages USING fts5(title, description, body,
         tokenize = 'porter unicode61 remove_diacritics 2', prefix = '2 3')`,
      )
      const insert = database.prepare(
        'INSERT INTO pages(rowid, title, description, body) VALUES (?, ?, ?, ?)',
      )
      database.transaction(() => {
        for (const [at, each] of documents.entries()) {
          insert.run(at, each.title, each.description, each.body)
        }
      })()
      const find = database.prepare<{ readonly rowid: number }, [string, number]>(
        `SELECT rowid FROM pages WHERE pages MATCH ?
         ORDER BY bm25(pages, ${title}, ${description}, ${body}), rowid LIMIT ?`,
      )
      return {
        search: (query, limit) => {
          const words = query.match(/[\p{L}\p{M}\p{N}]+/gu) ?? []
          const terms = words.map((word, at) => `"${word}"${at === words.length - 1 ? '*' : ''}`)
          const findBy = (by: string) => () =>
            terms.length === 0 ? [] : find.all(terms.join(by), limit).map(({ rowid }) => rowid)
          return mergeLists(limit, [findBy(' AND '), findBy(' OR ')])
        },
      }
    },
  }
}
