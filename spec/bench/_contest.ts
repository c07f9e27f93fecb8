import { readJudgedQueries } from '../../app/checks/evaluator/judged_queries.ts'
import { type Figures, measure, type Question } from '../../app/checks/evaluator/measure.ts'
import type { Corpus } from './_corpora.ts'
import { type EngineName, startContestant } from './_engines/contestant.ts'

/** Questions of each kind. */
export type Questions = ReadonlyMap<string, readonly Question[]>

/** How well each engine answers each kind. */
export type Outcome = ReadonlyMap<EngineName, ReadonlyMap<string, Figures>>

/** Questions whose answers somebody has judged. */
export async function readJudged(
  { documents }: Corpus,
  path: string,
): Promise<readonly Question[]> {
  const names = documents.map(({ name }) => name)
  const { questions, problems } = await readJudgedQueries({ path, name: path }, names)
  if (problems.length > 0) throw new Error(JSON.stringify(problems.slice(0, 5)))
  return questions
}

/** Asks each engine all questions; each runs in a process of its own. */
export async function askEngines(
  { file }: Corpus,
  questions: Questions,
  engines: readonly EngineName[],
): Promise<Outcome> {
  const outcome = new Map<EngineName, ReadonlyMap<string, Figures>>()
  for (const name of engines) {
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

/** MRR@10 and success@1 of each engine for these kinds. */
export function formatMatrix(
  kinds: readonly string[],
  questions: Questions,
  outcome: Outcome,
): string {
  const head = ['', ...kinds.map((kind) => `${kind} ${questions.get(kind)?.length ?? 0}`)]
  const rows = [...outcome].map(([name, figures]) => [
    name,
    ...kinds.map((kind) => {
      const { mrr = Number.NaN, success = Number.NaN } = figures.get(kind) ?? {}
      return `${mrr.toFixed(3)} ${success.toFixed(3)}`
    }),
  ])
  return [head, ...rows]
    .map(
      ([first = '', ...cells]) =>
        first.padEnd(18) + cells.map((cell) => cell.padStart(16)).join(''),
    )
    .join('\n')
}
