import { join } from 'node:path'
import { FRAME_KINDS, makeFramedQuestions } from '../../app/checks/evaluator/frames.ts'
import { KNOWN_ITEM_KINDS, makeKnownItems } from '../../app/checks/evaluator/known_items.ts'
import type { Measure } from '../../app/checks/evaluator/measure.ts'
import { ROOT } from '../support/repository.ts'
import { askEngines, formatMatrix, type Outcome, type Questions, readJudged } from './_contest.ts'
import { type Corpus, type CorpusName, loadCorpus } from './_corpora.ts'
import type { EngineName } from './_engines/contestant.ts'
import { compare, type Row } from './_rows.ts'

const SPEC_EVAL = join(ROOT, 'spec/eval')
const CORPUS_EVAL = join(ROOT, 'corpus/eval')

/** Each peer with the weights of the contract and of its own manual, and set up for questions. */
const ENGINES = [
  'ours',
  'minisearch_zero',
  'minisearch_body',
  'minisearch_usual',
  'fts5_zero',
  'fts5_body',
  'fts5_usual',
  'orama_zero',
  'orama_body',
] as const satisfies readonly EngineName[]

/** How far ours may fall below the better of the two usual alternatives. */
const LEEWAY = 0.02
const RIVALS: readonly EngineName[] = ENGINES.filter((name) => /^(minisearch|fts5)_/.test(name))

/** Minimum MRR@10 on any documentation. */
const LEAST: Readonly<Record<string, number>> = {
  title: 0.95,
  description: 0.95,
  phrase: 0.95,
  heading: 0.88,
  typo: 0.93,
  prefix: 0.97,
}

/** MRR@10 of the ranking that put all words before some; none may be lost to the one since. */
const BEFORE: Readonly<Partial<Record<CorpusName, Readonly<Record<string, number>>>>> = {
  'bun-types': {
    title: 0.997,
    description: 0.998,
    phrase: 1,
    heading: 0.998,
    typo: 0.982,
    prefix: 1,
  },
  next: { title: 0.986, description: 0.995, phrase: 0.997, heading: 1, typo: 0.983, prefix: 0.995 },
}
const LOSS_MAX = 0.01

/** The least success@1 of a question in a frame. */
const FRAME_LEAST = 0.9

/** How far questions by a stranger must be answered better than by MiniSearch. */
const LEAD = 0.1

const JUDGED_KINDS = ['judged', 'questions'] as const

/** Compares our ranking with that of all peers: prints the matrix and returns the verdicts. */
export async function benchRelevance(): Promise<readonly Row[]> {
  return [
    ...(await measureCorpus('bun-types', {
      judged: join(SPEC_EVAL, 'bun_queries.yaml'),
      questions: join(SPEC_EVAL, 'bun_questions.yaml'),
    })),
    ...(await measureCorpus('next', { questions: join(SPEC_EVAL, 'next_questions.yaml') })),
    ...(await measureCorpus('lectern', {
      judged: join(CORPUS_EVAL, 'queries.yaml'),
      questions: join(CORPUS_EVAL, 'questions.yaml'),
    })),
  ]
}

type JudgedFiles = Readonly<Record<string, string>>

async function measureCorpus(name: CorpusName, files: JudgedFiles): Promise<readonly Row[]> {
  const corpus = await loadCorpus(name)
  const questions = await collectQuestions(name, corpus, files)
  const outcome = await askEngines(corpus, questions, ENGINES)
  console.log(`\n${corpus.name} pages, MRR@10 and success@1`)
  for (const group of [KNOWN_ITEM_KINDS, FRAME_KINDS, JUDGED_KINDS]) {
    const kinds = group.filter((kind) => questions.has(kind))
    if (kinds.length > 0) console.log(formatMatrix(kinds, questions, outcome))
  }
  return [...questions.keys()].flatMap((kind) => toRows(name, kind, outcome))
}

async function collectQuestions(
  name: CorpusName,
  corpus: Corpus,
  files: JudgedFiles,
): Promise<Questions> {
  const { documents } = corpus
  const questions: [string, Awaited<ReturnType<typeof readJudged>>][] = []
  for (const [kind, file] of Object.entries(files)) {
    questions.push([kind, await readJudged(corpus, file)])
  }
  // Our own pages were written with this search at hand, so their words prove little.
  const known = name === 'lectern' ? [] : makeKnownItems(documents)
  return new Map([...known, ...makeFramedQuestions(documents, 'en'), ...questions])
}

function toRows(name: CorpusName, kind: string, outcome: Outcome): readonly Row[] {
  const figureOf = (engine: EngineName, measure: Measure) =>
    outcome.get(engine)?.get(kind)?.[measure] ?? Number.NaN
  const row = (peerName: string, peer: number | undefined, measure: Measure = 'mrr') =>
    peer === undefined
      ? []
      : [
          compare({
            figure: `${name} ${kind}`,
            unit: measure === 'mrr' ? 'MRR@10' : 'success@1',
            better: 'more',
            wanted: 1,
            peerName,
            rounds: [{ ours: figureOf('ours', measure), peer }],
          }),
        ]
  if (isOneOf(FRAME_KINDS, kind)) return row('least', FRAME_LEAST, 'success')
  const best = Math.max(...RIVALS.map((rival) => figureOf(rival, 'mrr')))
  const rivals = row(`MiniSearch, FTS5 less ${LEEWAY}`, best - LEEWAY)
  if (isOneOf(KNOWN_ITEM_KINDS, kind)) {
    const before = BEFORE[name]?.[kind]
    const kept = before === undefined ? [] : row(`before, less ${LOSS_MAX}`, before - LOSS_MAX)
    return [...row('least', LEAST[kind]), ...kept, ...rivals]
  }
  if (kind !== 'questions') return rivals
  return [
    ...row(`MiniSearch and ${LEAD}`, figureOf('minisearch_usual', 'mrr') + LEAD),
    ...row('FTS5', figureOf('fts5_usual', 'mrr')),
  ]
}

function isOneOf(kinds: readonly string[], kind: string): boolean {
  return kinds.includes(kind)
}
