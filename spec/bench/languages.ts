import { join } from 'node:path'
import { measure, type Question } from '../../app/checks/evaluator/measure.ts'
import { ROOT } from '../support/repository.ts'
import { readJudged } from './_contest.ts'
import { type Corpus, loadCorpus } from './_corpora.ts'
import { type EngineName, startContestant } from './_engines/contestant.ts'
import { compare, type Row } from './_rows.ts'
import type { TranslatedLanguage } from './_translations.ts'

const FOLDER = join(ROOT, 'spec/eval/languages')
const LANGUAGES: readonly TranslatedLanguage[] = ['de', 'fr', 'ja', 'ko', 'ru']
const ENGINES = ['ours', 'minisearch_segmented'] as const satisfies readonly EngineName[]

/** Shares of questions with an answer in the first place, and among the first three; and MRR@10. */
type Figures = { readonly first: number; readonly three: number; readonly mrr: number }

/**
 * Asks questions in five languages, and compares with MiniSearch and a segmenter. Nobody tunes on
 * the questions that are held out, so they have no goal.
 */
export async function benchLanguages(): Promise<readonly Row[]> {
  const rows: Row[] = []
  for (const language of LANGUAGES) rows.push(...(await measureLanguage(language)))
  return rows
}

async function measureLanguage(language: TranslatedLanguage): Promise<readonly Row[]> {
  const corpus = await loadCorpus(`electron-${language}`)
  const asked = await readJudged(corpus, join(FOLDER, `${language}.yaml`))
  const heldOut = await readJudged(corpus, join(FOLDER, `heldout_${language}.yaml`))
  const figures = new Map<EngineName, { readonly asked: Figures; readonly heldOut: Figures }>()
  for (const name of ENGINES) {
    const engine = await startContestant(name, corpus.file, language)
    await engine.build()
    const find = (questions: readonly Question[]) => measureQuestions(questions, engine.rank)
    const found = { asked: await find(asked), heldOut: await find(heldOut) }
    await engine.stop()
    console.log(formatLine(corpus, name, found.asked, found.heldOut))
    figures.set(name, found)
  }
  const [ours, peer] = ENGINES.map((name) => figures.get(name))
  const row = (kind: 'asked' | 'heldOut', wanted?: number): Row =>
    compare({
      figure: `${language} ${kind === 'asked' ? 'questions' : 'held out'}`,
      unit: 'success@3',
      better: 'more',
      peerName: 'MiniSearch, segmenter',
      rounds: [{ ours: ours?.[kind].three ?? Number.NaN, peer: peer?.[kind].three ?? Number.NaN }],
      ...(wanted === undefined ? {} : { wanted }),
    })
  return [row('asked', 1), row('heldOut')]
}

async function measureQuestions(
  questions: readonly Question[],
  rank: (queries: readonly string[]) => Promise<readonly (readonly number[])[]>,
): Promise<Figures> {
  const ranked = await rank(questions.map(({ query }) => query))
  const found = new Map(questions.map(({ query }, at) => [query, ranked[at] ?? []]))
  const { figures, misses } = measure(questions, (query) => found.get(query) ?? [])
  const late = misses.filter((miss) => miss.found === undefined || miss.found > 3).length
  return { first: figures.success, three: 1 - late / questions.length, mrr: figures.mrr }
}

function formatLine({ name }: Corpus, engine: string, asked: Figures, heldOut: Figures): string {
  const cells = [asked, heldOut].map(({ first, three, mrr }) =>
    [first, three, mrr].map((figure) => figure.toFixed(3)).join(' '),
  )
  return `${name.padEnd(16)}${engine.padEnd(22)}${cells.join('   held out ')}`
}
