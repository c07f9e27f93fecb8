import { relevanceRows } from './_relevance.ts'
import type { Bench } from './_rows.ts'
import { servedRows } from './_search_served.ts'
import { speedRows } from './_speed.ts'

/** How well and how fast search answers, beside what people pick instead. */
export const benchSearch: Bench = async () => [
  ...(await relevanceRows()),
  ...(await speedRows()),
  ...(await servedRows()),
]
