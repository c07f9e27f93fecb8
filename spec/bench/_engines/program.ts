/**
 * Runs one engine in a process of its own, so that no engine pays for the garbage of another. Takes
 * the name of an engine, a file of documents and their language, and answers requests in order.
 */
import type { Document } from '../../../app/checks/evaluator/documents.ts'
import { BODY_COUNTS, BODY_ZERO, type Engine, isStopWord, type Maker } from './engine.ts'
import { createFts5 } from './fts5.ts'
import { createMiniSearch } from './minisearch.ts'
import { createOurs, createOursWithSections } from './ours.ts'
import { type Answer, computePercentiles, type Request } from './protocol.ts'
import { createSegmentedMiniSearch } from './segmented.ts'
import { createStockOrama } from './stock_orama.ts'
import { createUsualFts5 } from './usual_fts5.ts'
import { createUsualMiniSearch } from './usual_minisearch.ts'

const MAKERS: Readonly<Record<string, (language: string) => Maker>> = {
  ours: createOurs,
  ours_sections: createOursWithSections,
  minisearch_zero: () => createMiniSearch(BODY_ZERO),
  minisearch_body: () => createMiniSearch(BODY_COUNTS),
  minisearch_usual: () => createUsualMiniSearch('for questions', { isStopWord }),
  minisearch_segmented: createSegmentedMiniSearch,
  fts5_zero: () => createFts5(BODY_ZERO),
  fts5_body: () => createFts5(BODY_COUNTS),
  fts5_usual: createUsualFts5,
  orama_zero: () => createStockOrama(BODY_ZERO),
  orama_body: () => createStockOrama(BODY_COUNTS),
}

const LIMIT = 10

const [, , name = '', file = '', language = 'en'] = process.argv
const maker = MAKERS[name]?.(language)
if (maker === undefined) throw new Error(`Cannot run the engine "${name}": it is unknown`)
let documents: readonly Document[] = JSON.parse(await Bun.file(file).text())
let engine: Engine | undefined

process.on('message', (request: Request) => process.send?.(answer(request, maker)))
process.send?.({ ready: true })

function answer(request: Request, { build }: Maker): Answer {
  switch (request.ask) {
    case 'build':
      return { ms: timeBuild(build) }
    case 'rank':
      return { pages: request.queries.map((query) => requireEngine().search(query, LIMIT)) }
    case 'time':
      return computePercentiles(request.queries.map(timeSearch))
    case 'size':
      return { bytes: requireEngine().bytes ?? Number.NaN }
    case 'forget':
      documents = []
      Bun.gc(true)
      return { bytes: process.memoryUsage.rss() }
    default:
      return request satisfies never
  }
}

function timeBuild(build: Maker['build']): number {
  engine = undefined
  Bun.gc(true)
  const startedMs = performance.now()
  engine = build(documents)
  return performance.now() - startedMs
}

function timeSearch(query: string): number {
  const startedMs = performance.now()
  requireEngine().search(query, LIMIT)
  return performance.now() - startedMs
}

function requireEngine(): Engine {
  if (engine === undefined) throw new Error('Cannot search: nothing is built')
  return engine
}
