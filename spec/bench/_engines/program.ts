/**
 * One engine in a process of its own, so that no engine pays for the garbage of another. Takes the
 * name of an engine and a file of documents, answers one request after the other.
 */
import type { Document } from '../../../app/evaluator/documents.ts'
import { BODY_COUNTS, BODY_ZERO, type Engine, type Maker } from './engine.ts'
import { fts5 } from './fts5.ts'
import { miniSearch } from './minisearch.ts'
import { ours, oursWithSections } from './ours.ts'
import { type Answer, percentiles, type Request } from './protocol.ts'
import { stockOrama } from './stock_orama.ts'

const MAKERS: Readonly<Record<string, () => Maker>> = {
  ours,
  ours_sections: oursWithSections,
  minisearch_zero: () => miniSearch(BODY_ZERO),
  minisearch_body: () => miniSearch(BODY_COUNTS),
  fts5_zero: () => fts5(BODY_ZERO),
  fts5_body: () => fts5(BODY_COUNTS),
  orama_zero: () => stockOrama(BODY_ZERO),
  orama_body: () => stockOrama(BODY_COUNTS),
}

const LIMIT = 10

const [, , name = '', file = ''] = process.argv
const maker = MAKERS[name]?.()
if (maker === undefined) throw new Error(`Cannot run the engine "${name}": there is none`)
let documents: readonly Document[] = JSON.parse(await Bun.file(file).text())
let engine: Engine | undefined

process.on('message', (request: Request) => process.send?.(answer(request, maker)))
process.send?.({ ready: true })

function answer(request: Request, { build }: Maker): Answer {
  switch (request.ask) {
    case 'build':
      return { ms: built(build) }
    case 'rank':
      return { pages: request.queries.map((query) => current().search(query, LIMIT)) }
    case 'time':
      return percentiles(request.queries.map(timed))
    case 'size':
      return { bytes: current().bytes ?? Number.NaN }
    case 'forget':
      documents = []
      Bun.gc(true)
      return { bytes: process.memoryUsage.rss() }
    default:
      return request satisfies never
  }
}

function built(build: Maker['build']): number {
  engine = undefined
  Bun.gc(true)
  const startedMs = performance.now()
  engine = build(documents)
  return performance.now() - startedMs
}

function timed(query: string): number {
  const startedMs = performance.now()
  current().search(query, LIMIT)
  return performance.now() - startedMs
}

function current(): Engine {
  if (engine === undefined) throw new Error('Cannot search: nothing is built')
  return engine
}
