/** Stock Orama in this process, searched for words that no document has. */
import type { Document } from '../../../app/checks/evaluator/documents.ts'
import { BODY_ZERO } from '../_engines/engine.ts'
import { createStockOrama } from '../_engines/stock_orama.ts'
import { askDistinct } from './_distinct.ts'

const LIMIT = 10

const [, , file = '', , count = '0'] = process.argv
const documents = JSON.parse(await Bun.file(file).text()) as readonly Document[]
const engine = createStockOrama(BODY_ZERO).build(documents)
// Only the new word: the pairs would take a quarter of an hour and use no more memory.
const found = await askDistinct([''], Number(count), (query) => {
  engine.search(query.trim(), LIMIT)
})
console.log(JSON.stringify(found))
process.exit(0)
