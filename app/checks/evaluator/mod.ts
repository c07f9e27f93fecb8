import { mkdir } from 'node:fs/promises'
import { dirname } from 'node:path'
import { formatRows, type Problem, sortProblems } from '../../contract/problem.ts'
import { normalizeQuery } from '../../contract/query.ts'
import type { Registry } from '../../contract/registry.ts'
import { err, ok, type Result } from '../../contract/result.ts'
import type { Corpus } from '../../docs/model/corpus.ts'
import { findExamplePages, isSearchSkill } from '../../docs/model/skill_examples.ts'
import { openPublicDocs } from '../../docs/public_docs/mod.ts'
import { replaceFile } from '../../foundation/files/replacement.ts'
import { describeSystemError } from '../../foundation/files/system_problem.ts'
import { encodeUtf8 } from '../../text/source_text/escape.ts'
import { locateCorpusFile } from '../../text/source_text/source_file.ts'
import {
  type Baseline,
  compareFigures,
  type FiguresByKind,
  findUnwatchedKinds,
  formatBaseline,
  KINDS,
  type Kind,
  readBaseline,
} from './baseline.ts'
import { blankUnsearched, type Document, documentsOf } from './documents.ts'
import { makeFramedQuestions } from './frames.ts'
import { readJudgedQueries } from './judged_queries.ts'
import { makeKnownItems } from './known_items.ts'
import { DEPTH, type Figures, MEASURES, type Miss, measure, type Question } from './measure.ts'
import { wordsOf } from './words.ts'

export { namePages } from './documents.ts'
export { explain, explainSearch } from './explanation.ts'
export { formatExplanation, formatExplanationJson } from './explanation_report.ts'
export { draftQuestions, formatDrafts } from './question_drafts.ts'

const QUERIES_NAME = 'eval/queries.yaml'
const QUESTIONS_NAME = 'eval/questions.yaml'
const BASELINE_NAME = 'eval/baseline.yaml'

/** The queries for a corpus, and the minimum that search must reach. */
type EvaluationSet = {
  readonly documents: readonly Document[]
  readonly questions: ReadonlyMap<Kind, readonly Question[]>
  readonly baseline: Baseline
}

/** Reads the queries for a corpus, or reports every problem of the corpus and of all files. */
export async function readEvaluationSet(
  corpusDir: string,
  corpus: Result<Corpus, readonly Problem[]>,
): Promise<Result<EvaluationSet, readonly Problem[]>> {
  const documents = corpus.ok ? documentsOf(corpus.value) : []
  const names = corpus.ok ? documents.map(({ name }) => name) : undefined
  const judged = await readJudgedQueries(locateCorpusFile(corpusDir, QUERIES_NAME), names)
  const more = await readJudgedQueries(locateCorpusFile(corpusDir, QUESTIONS_NAME), names)
  const { baseline, problems } = await readBaseline(locateCorpusFile(corpusDir, BASELINE_NAME))
  const found = [...judged.problems, ...more.problems, ...problems]
  if (!corpus.ok) return err(sortProblems([...corpus.error, ...found]))
  if (found.length > 0) return err(sortProblems(found))
  const { registry } = corpus.value
  const asked = [...judged.questions, ...more.questions]
  const searched = blankUnsearched(documents)
  const questions = new Map<Kind, readonly Question[]>([
    ...makeKnownItems(searched),
    ...makeFramedQuestions(searched, registry.service.language),
    ['examples', makeExampleQuestions(registry, documents, asked)],
    ['judged', judged.questions],
    ['questions', more.questions],
  ])
  return ok({ documents, questions, baseline })
}

/** Runs all queries against the build, as the service would, and measures the answers. */
export async function evaluate(
  { documents, questions }: EvaluationSet,
  options: Parameters<typeof openPublicDocs>[0],
): Promise<Result<Evaluation, string>> {
  const opened = await openPublicDocs(options)
  if (!opened.ok) return opened
  const docs = opened.value
  try {
    const snapshot = docs.current()
    const positions = new Map(documents.map(({ id }, at) => [id, at]))
    const rank = (query: string) => {
      const { records } = snapshot.search(normalizeQuery(query), DEPTH)
      return records.flatMap(({ id }) => positions.get(id) ?? [])
    }
    const figures = new Map<Kind, Figures>()
    const misses: (Miss & { readonly kind: Kind })[] = []
    for (const [kind, asked] of questions) {
      if (asked.length === 0) continue
      const measured = measure(asked, rank)
      figures.set(kind, measured.figures)
      misses.push(...measured.misses.map((miss) => ({ ...miss, kind })))
    }
    return ok({ build: snapshot.build, documents, figures, misses })
  } finally {
    docs.close()
  }
}

/** Reports figures below the baseline; absent if the corpus has no baseline. */
export function findFallenFigures(
  { baseline }: EvaluationSet,
  { figures }: Evaluation,
): readonly Problem[] | undefined {
  return baseline.exists ? compareFigures(baseline, figures) : undefined
}

export function reportUnwatchedKinds(
  { baseline }: EvaluationSet,
  { figures }: Evaluation,
): readonly string[] {
  const kinds = baseline.exists ? findUnwatchedKinds(baseline, figures) : []
  return kinds.map((kind) => `No minimum for "${kind}" to compare with: run eval --write-baseline`)
}

/** Writes the figures of this run as the new baseline, and returns its path for messages. */
export async function writeBaseline(
  corpusDir: string,
  { figures }: Evaluation,
): Promise<Result<string, readonly Problem[]>> {
  const { path, name } = locateCorpusFile(corpusDir, BASELINE_NAME)
  try {
    await mkdir(dirname(path), { recursive: true })
    await replaceFile(path, encodeUtf8(formatBaseline(figures)))
    return ok(name)
  } catch (error) {
    const problem = describeSystemError(error, path)
    if (problem === undefined) throw error
    return err([problem])
  }
}

export type Evaluation = {
  readonly build: string
  readonly documents: readonly Document[]
  readonly figures: FiguresByKind
  readonly misses: readonly (Miss & { readonly kind: Kind })[]
}

const HEAD = ['kind', 'queries', MEASURES.mrr, MEASURES.success, MEASURES.recall] as const
const DIGITS = 3

export function formatTable({ figures }: Evaluation): string {
  const rows = KINDS.flatMap((kind) => {
    const own = figures.get(kind)
    if (own === undefined) return []
    const shares = [own.mrr, own.success, own.recall].map((share) => share.toFixed(DIGITS))
    return [[kind, String(own.queries), ...shares]]
  })
  return formatRows([HEAD, ...rows]).join('\n')
}

/** Formats the figures for programs, with every query whose first result is not an answer. */
export function formatJson(evaluation: Evaluation, falls: readonly string[]): string {
  const { build, documents, figures, misses } = evaluation
  const kinds = Object.fromEntries(
    [...figures].map(([kind, { queries, mrr, success, recall }]) => [
      kind,
      { queries, mrr: round(mrr), success: round(success), recall: round(recall) },
    ]),
  )
  const nameOf = (page: number) => documents[page]?.name ?? ''
  const missed = misses.map(({ kind, question, found, first }) => ({
    kind,
    query: question.query,
    wanted: question.wanted.map(({ page, grade }) => ({ path: nameOf(page), grade })),
    found: found ?? null,
    first: first === undefined ? null : nameOf(first),
  }))
  return JSON.stringify({ build, kinds, fallen: falls, missed }, null, 2)
}

function round(figure: number): number {
  return Math.round(figure * 10_000) / 10_000
}

/**
 * The examples on the agent card that search answers. The right pages are those of the judged
 * queries that ask the same, else those whose titles share most words with the example.
 */
function makeExampleQuestions(
  { skills }: Registry,
  documents: readonly Document[],
  judged: readonly Question[],
): readonly Question[] {
  const titles = documents.map(({ title }) => title)
  const judgments = new Map(judged.map((question) => [keyOf(question.query), question.wanted]))
  return skills.filter(isSearchSkill).flatMap((skill) =>
    skill.examples.flatMap((query) => {
      const wanted =
        judgments.get(keyOf(query)) ??
        findExamplePages(query, skill, titles).map((page) => ({ page, grade: 3 }))
      return wanted.length === 0 ? [] : [{ query, wanted }]
    }),
  )
}

function keyOf(query: string): string {
  return wordsOf(query).join(' ')
}
