import { join } from 'node:path'
import { ROOT } from '../support/repository.ts'
import { askEngines, formatMatrix, readJudged } from './_contest.ts'
import { type CorpusName, loadCorpus } from './_corpora.ts'
import { compare, type Row } from './_rows.ts'

const FILES = {
  'bun-types': 'heldout_bun.yaml',
  next: 'heldout_next.yaml',
} as const satisfies Partial<Record<CorpusName, string>>

const ENGINES = ['ours', 'minisearch_usual', 'fts5_usual'] as const

/**
 * Asks the questions that nobody tunes on, and reports figures as they come, without a goal. Run it
 * when the code is frozen, and never query by query.
 */
export async function benchHeldout(): Promise<readonly Row[]> {
  return [...(await measureCorpus('bun-types')), ...(await measureCorpus('next'))]
}

async function measureCorpus(name: keyof typeof FILES): Promise<readonly Row[]> {
  const corpus = await loadCorpus(name)
  const asked = await readJudged(corpus, join(ROOT, 'spec/eval', FILES[name]))
  const questions = new Map([['held out', asked]])
  const outcome = await askEngines(corpus, questions, ENGINES)
  console.log(`\n${corpus.name} pages, MRR@10 and success@1`)
  console.log(formatMatrix(['held out'], questions, outcome))
  const mrrOf = (engine: (typeof ENGINES)[number]) =>
    outcome.get(engine)?.get('held out')?.mrr ?? Number.NaN
  const compareWith = (peerName: string, peer: number): Row =>
    compare({
      figure: `${name} held out`,
      unit: 'MRR@10',
      better: 'more',
      peerName,
      rounds: [{ ours: mrrOf('ours'), peer }],
    })
  return [
    compareWith('MiniSearch', mrrOf('minisearch_usual')),
    compareWith('FTS5', mrrOf('fts5_usual')),
  ]
}
