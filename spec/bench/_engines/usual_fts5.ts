import { Database } from 'bun:sqlite'
import { isStopWord, joinHeadings, type Maker, USUAL_WEIGHTS } from './engine.ts'

/** Languages that write words without spaces between them. */
const UNSPACED: ReadonlySet<string> = new Set(['ja', 'zh'])

const LETTERS_OF_TRIGRAM = 3

/**
 * SQLite FTS5 set up for questions: bm25, stems, stop words, and pages with any word; or, where
 * words have no spaces between them, with any three letters in a row.
 */
export function createUsualFts5(language = 'en'): Maker {
  const isUnspaced = UNSPACED.has(language)
  const tokenizer = isUnspaced ? 'trigram' : 'porter unicode61 remove_diacritics 2'
  return {
    name: 'SQLite FTS5, for questions',
    build: (documents) => {
      const database = new Database(':memory:')
      database.run(
        `CREATE VIRTUAL TABLE pages USING fts5(title, description, headings, body,
         tokenize = '${tokenizer}')`,
      )
      const insert = database.prepare(
        'INSERT INTO pages(rowid, title, description, headings, body) VALUES (?, ?, ?, ?, ?)',
      )
      database.transaction(() => {
        for (const [at, each] of documents.entries()) {
          insert.run(at, each.title, each.description, joinHeadings(each), each.body)
        }
      })()
      const find = database.prepare<{ readonly rowid: number }, [string, number]>(
        `SELECT rowid FROM pages WHERE pages MATCH ?
         ORDER BY bm25(pages, ${Object.values(USUAL_WEIGHTS).join(', ')}), rowid LIMIT ?`,
      )
      return {
        search: (query, limit) => {
          const words = query.match(/[\p{L}\p{M}\p{N}]+/gu) ?? []
          const content = isUnspaced
            ? words.flatMap(splitTrigrams)
            : words.filter((word) => !isStopWord(word))
          const terms = (content.length === 0 ? words : content).map((word) => `"${word}"`)
          return terms.length === 0
            ? []
            : find.all(terms.join(' OR '), limit).map(({ rowid }) => rowid)
        },
      }
    },
  }
}

function splitTrigrams(word: string): readonly string[] {
  const letters = [...word]
  const count = Math.max(0, letters.length - LETTERS_OF_TRIGRAM + 1)
  return Array.from({ length: count }, (_, at) =>
    letters.slice(at, at + LETTERS_OF_TRIGRAM).join(''),
  )
}
