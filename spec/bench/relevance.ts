import { join } from 'node:path'
import { readJudgedQueries } from '../../app/evaluator/judged_queries.ts'
import { makeKnownItems } from '../../app/evaluator/known_items.ts'
import { type Figures, measure, type Question } from '../../app/evaluator/measure.ts'
import { ROOT } from '../support/repository.ts'
import { type Corpus, type CorpusName, loadCorpus } from './_corpora.ts'
import { type EngineName, startContestant } from './_engines/contestant.ts'
import { compare, type Row } from './_rows.ts'

const SPEC = join(ROOT, 'spec')

/** Each peer with the weights of the contract and with those of its own manual. */
const ENGINES = [
  'ours',
  'minisearch_zero',
  'minisearch_body',
  'fts5_zero',
  'fts5_body',
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

type Questions = ReadonlyMap<string, readonly Question[]>
type Outcome = ReadonlyMap<EngineName, ReadonlyMap<string, Figures>>

/** Compares our ranking with that of all peers: prints the matrix and returns the verdicts. */
export async function benchRelevance(): Promise<readonly Row[]> {
  const judgedOnly = new Set(['judged'])
  return [
    ...(await measureCorpus('bun-types', join(SPEC, 'eval/bun_queries.yaml'))),
    ...(await measureCorpus('next')),
    ...(await measureCorpus('lectern', join(ROOT, 'corpus/eval/queries.yaml'), judgedOnly)),
  ]
}

async function measureCorpus(
  name: CorpusName,
  judgedFile?: string,
  only?: ReadonlySet<string>,
): Promise<readonly Row[]> {
  const documents = await loadCorpus(name)
  const questions = await collectQuestions(documents, judgedFile)
  const chosen = new Map([...questions].filter(([kind]) => only?.has(kind) ?? true))
  const outcome = await askEngines(documents, chosen)
  console.log(`\n${documents.name} pages, MRR@10 (judged: MRR@10 and success@1)`)
  console.log(formatMatrix(chosen, outcome))
  return [...chosen.keys()].flatMap((kind) => toRows(documents.name, kind, outcome))
}

async function collectQuestions(found: Corpus, judgedFile: string | undefined): Promise<Questions> {
  const { documents } = found
  const questions = new Map<string, readonly Question[]>(makeKnownItems(documents))
  if (judgedFile === undefined) return questions
  const file = { path: judgedFile, name: judgedFile }
  const judged = await readJudgedQueries(
    file,
    documents.map(({ name }) => name),
  )
  if (judged.problems.length > 0) throw new Error(JSON.stringify(judged.problems.slice(0, 5)))
  return questions.set('judged', judged.questions)
}

async function askEngines({ file }: Corpus, questions: Questions): Promise<Outcome> {
  const outcome = new Map<EngineName, ReadonlyMap<string, Figures>>()
  for (const name of ENGINES) {
    const engine = await startContestant(name, file)
    await engine.build()
    const kinds = new Map<string, Figures>()
    for (const [kind, asked] of questions) {
      const ranked = await engine.rank(asked.map(({ query }) => query))
      const byQuery = new Map(asked.map(({ query }, at) => [query, ranked[at] ?? []]))
      kinds.set(kind, measure(asked, (query) => byQuery.get(query) ?? []).figures)
    }
    outcome.set(name, kinds)
    await engine.stop()
  }
  return outcome
}

function formatMatrix(questions: Questions, outcome: Outcome): string {
  const head = ['', ...[...questions].map(([kind, asked]) => `${kind} ${asked.length}`)]
  const rows = [...outcome].map(([name, kinds]) => [
    name,
    ...[...kinds].map(([kind, { mrr, success }]) =>
      kind === 'judged' ? `${mrr.toFixed(3)} ${success.toFixed(3)}` : mrr.toFixed(3),
    ),
  ])
  return [head, ...rows]
    .map(
      ([first = '', ...cells]) =>
        first.padEnd(16) + cells.map((cell) => cell.padStart(16)).join(''),
    )
    .join('\n')
}

function toRows(corpusName: string, kind: string, outcome: Outcome): readonly Row[] {
  const mrrOf = (name: EngineName) => outcome.get(name)?.get(kind)?.mrr ?? Number.NaN
  const ours = mrrOf('ours')
  const best = Math.max(...RIVALS.map(mrrOf))
  const shared = {
    figure: `${corpusName} ${kind}`,
    unit: 'MRR@10',
    better: 'more',
    wanted: 1,
  } as const
  const least = LEAST[kind]
  const rows = [
    compare({
      ...shared,
      peerName: `MiniSearch, FTS5 less ${LEEWAY}`,
      rounds: [{ ours, peer: best - LEEWAY }],
    }),
  ]
  if (least === undefined) return rows
  return [compare({ ...shared, peerName: 'least', rounds: [{ ours, peer: least }] }), ...rows]
}
