/**
 * Asks the engine in a process of its own, which holds nothing but the index: `<search.bin>
 * <questions.json>`. Prints the time of each question, ten sections included, for each list.
 */

import { readFile } from 'node:fs/promises'
import { normalizeQuery } from '../../../app/contract/query.ts'
import { openSearchData } from '../../../app/docs/search/mod.ts'

const [file = '', questions = ''] = process.argv.slice(2)
const opened = openSearchData(await readFile(file))
if (!opened.ok) throw new Error(opened.error)
const index = opened.value
const lists = JSON.parse(await readFile(questions, 'utf8')) as readonly (readonly string[])[]
const LIMIT = 10
/** The fastest of so many: what is measured is the engine, not who else uses the machine. */
const TIMES = 3

for (const query of lists.flat()) ask(query)
console.log(JSON.stringify(lists.map((list) => list.map(time))))

function ask(query: string): void {
  for (const hit of index.search(normalizeQuery(query), LIMIT).hits) void hit.section
}

function time(query: string): number {
  let least = Number.POSITIVE_INFINITY
  for (let each = 0; each < TIMES; each++) {
    const startedMs = performance.now()
    ask(query)
    least = Math.min(least, performance.now() - startedMs)
  }
  return least
}
