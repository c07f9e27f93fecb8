import { mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { build } from '../../app/build/corpus_build/build.ts'
import { readCorpus } from '../../app/build/corpus_build/corpus.ts'
import { type Document, documentsOf } from '../../app/checks/evaluator/documents.ts'
import { formatProblem, type Problem } from '../../app/contract/problem.ts'
import { normalizeQuery } from '../../app/contract/query.ts'
import type { Result } from '../../app/contract/result.ts'
import { openPublicDocs } from '../../app/docs/public_docs/mod.ts'
import { createLog } from '../../app/foundation/telemetry/log.ts'
import { callTool, OLDER } from '../interfaces/mcp/calls.ts'
import { openEndpoint } from '../interfaces/mcp/endpoint.ts'
import { ROOT } from '../support/repository.ts'
import { BASE_URL } from './_corpora.ts'
import { isStopWord, type Maker } from './_engines/engine.ts'
import { createSegmentedMiniSearch } from './_engines/segmented.ts'
import { createUsualFts5 } from './_engines/usual_fts5.ts'
import { createUsualMiniSearch } from './_engines/usual_minisearch.ts'
import { findStrays, type HeldOut, readHeldOut } from './_held_out_questions.ts'
import {
  countMarks,
  type EngineAnswer,
  formatScores,
  formatShown,
  markAnswer,
  type QuestionMarks,
} from './_held_out_score.ts'
import { compare, type Row } from './_rows.ts'
import { createSectionPeer } from './_section_peer.ts'

const FOLDER = join(ROOT, 'spec/eval/held_out')
const ENGINES = ['ours', 'SQLite FTS5', 'MiniSearch'] as const
const [REVISION] = OLDER
const RESULTS = 10

type Ask = (query: string) => EngineAnswer | Promise<EngineAnswer>

/** What the engines answered about one documentation, or about all. */
type Report = {
  readonly scored: readonly QuestionMarks[]
  /** Where the answer of ours is not on the page or in the passage that comes first. */
  readonly misses: readonly string[]
  /** Of the questions without an answer, how many each engine owns up to. */
  readonly admitted: readonly number[]
  /** Of those with one, how many each engine is not sure of. */
  readonly doubted: readonly number[]
}

/**
 * Asks the questions in `spec/eval/held_out`, once: run it when the code is frozen, and tune
 * nothing on what it says. `HELD_OUT_CORPORA` names the folder with the imports, one named after
 * each file, which says where its documentation is from; the others are not asked.
 */
export async function benchHeldOut(): Promise<readonly Row[]> {
  const folder = process.env.HELD_OUT_CORPORA ?? ''
  const all = await choosePresent(await readHeldOut(FOLDER), folder)
  const parts: Report[] = []
  for (const each of all) parts.push(await askAbout(each, join(folder, each.name)))
  const scored = parts.flatMap((part) => part.scored)
  const unanswered = all.reduce((count, each) => count + each.unanswered.length, 0)
  console.log(`\n${formatScores(ENGINES, scored)}\n\n${formatShown(ENGINES, scored)}`)
  const total = (counts: (part: Report) => readonly number[], at: number) =>
    parts.reduce((sum, part) => sum + (counts(part)[at] ?? 0), 0)
  for (const [at, name] of ENGINES.entries()) {
    const admitted = total((part) => part.admitted, at)
    const doubted = total((part) => part.doubted, at)
    console.log(
      `${name}: not sure of ${admitted} of ${unanswered} questions without an answer, ` +
        `and of ${doubted} of ${scored.length} with one`,
    )
  }
  console.log(`\nMisses of ours\n${parts.flatMap(({ misses }) => misses).join('\n')}\n`)
  return toRows(scored)
}

/** Those whose imports are there; what was not asked is said. */
async function choosePresent(all: readonly HeldOut[], folder: string): Promise<readonly HeldOut[]> {
  const has = async ({ name }: HeldOut) =>
    await stat(join(folder, name, 'pages')).then(
      (found) => found.isDirectory(),
      () => false,
    )
  const present = await Promise.all(all.map(has))
  const missing = all.filter((_, at) => present[at] !== true)
  const list = missing.map(({ name, source }) => `  ${name}: ${source}`).join('\n')
  const how = `Import them below one folder, and name it in HELD_OUT_CORPORA:\n${list}`
  if (folder === '' || missing.length === all.length) {
    throw new Error(`Cannot ask the held-out questions in "${folder}": no import is there. ${how}`)
  }
  if (missing.length > 0) console.log(`Not asked: ${missing.length} documentations. ${how}`)
  return all.filter((_, at) => present[at] === true)
}

async function askAbout(heldOut: HeldOut, corpusDir: string): Promise<Report> {
  console.error(`Asking ${heldOut.name}`)
  const corpus = requireValue(await readCorpus({ corpusDir, baseUrl: BASE_URL }))
  const documents = documentsOf(corpus)
  const bodies = corpus.pages.map(({ body }) => body)
  const byName = new Map(documents.map(({ name }, at) => [name, bodies[at] ?? '']))
  const strays = findStrays(heldOut, byName)
  if (strays.length > 0) throw new Error(`Cannot ask: this is another import\n${strays.join('\n')}`)
  const distDir = await mkdtemp(join(tmpdir(), 'lectern-held-out-'))
  try {
    const ours = await openOurs(corpusDir, distDir, documents)
    const asks = [ours.ask, ...makePeers(heldOut.language, documents, bodies)]
    const asked = await askEach(heldOut, asks)
    ours.close()
    return asked
  } finally {
    await rm(distDir, { recursive: true, force: true })
  }
}

async function askEach(heldOut: HeldOut, asks: readonly Ask[]): Promise<Report> {
  const { name, language, questions, unanswered } = heldOut
  const askAll = async (query: string) =>
    await Promise.all(asks.map(async (ask) => await ask(query)))
  const scored: QuestionMarks[] = []
  const misses: string[] = []
  const answers: (readonly EngineAnswer[])[] = []
  for (const question of questions) {
    const shown = await askAll(question.query)
    const marks = shown.map((each) => markAnswer(question, each))
    answers.push(shown)
    scored.push({ language, kind: question.kind, marks })
    const [mark] = marks
    if (mark?.first === true && mark.passage) continue
    const found = shown[0]?.pages.indexOf(question.pages[0]?.path ?? '') ?? -1
    const what = mark?.first === true ? 'passage' : `page at ${found + 1}`
    misses.push(`${name} ${question.kind} "${question.query}": ${what}, ${shown[0]?.pages[0]}`)
  }
  const without: (readonly EngineAnswer[])[] = []
  for (const { query } of unanswered) without.push(await askAll(query))
  const countUnsure = (all: readonly (readonly EngineAnswer[])[]) =>
    asks.map((_, at) => all.filter((shown) => shown[at]?.isSure === false).length)
  return { scored, misses, admitted: countUnsure(without), doubted: countUnsure(answers) }
}

/** The peers as an application would set them up for questions in this language. */
function makePeers(
  language: string,
  documents: readonly Document[],
  bodies: readonly string[],
): readonly Ask[] {
  const [primary = language] = language.split('-')
  const miniSearch: Maker =
    primary === 'en'
      ? createUsualMiniSearch('for questions', { isStopWord })
      : createSegmentedMiniSearch(primary)
  return [createUsualFts5(primary), miniSearch].map((maker) =>
    createSectionPeer(maker, documents, bodies),
  )
}

type Content = {
  readonly outcome?: string
  readonly results?: readonly { readonly passage?: string }[]
}

/** Our search tool over MCP, which is what an agent reads. */
async function openOurs(
  corpusDir: string,
  distDir: string,
  documents: readonly Document[],
): Promise<{ readonly ask: Ask; close(): void }> {
  const where = { corpusDir, distDir, baseUrl: BASE_URL }
  requireValue(await build({ ...where, lock: 'write', nowMs: Date.now() }))
  const log = createLog('error', (line) => console.error(line), Date.now)
  const opened = await openPublicDocs({ distDir, log })
  if (!opened.ok) throw new Error(opened.error)
  const docs = opened.value
  const tool = docs.current().registry.tools.find(({ operation }) => operation === 'search')
  const endpoint = openEndpoint(docs)
  const names = new Map(documents.map(({ id, name }) => [id, name]))
  return {
    ask: async (query) => {
      const { result } = await endpoint.send(callTool(REVISION, tool?.name ?? 'search', { query }))
      // The tool's output schema says so.
      const { outcome, results = [] } = (result.structuredContent ?? {}) as Content
      return {
        // The tool leaves out pages that are far behind; a peer gives as many as are asked for.
        pages: docs
          .current()
          .search(normalizeQuery(query), RESULTS)
          .records.map(({ id }) => names.get(id) ?? ''),
        passages: results.map(({ passage = '' }) => passage),
        isSure: outcome === 'found',
      }
    },
    close: () => docs.close(),
  }
}

function requireValue<Value>(made: Result<Value, readonly Problem[]>): Value {
  if (!made.ok) throw new Error(made.error.slice(0, 5).map(formatProblem).join('\n'))
  return made.value
}

/** Ours beside the better peer, in counts of questions. */
function toRows(scored: readonly QuestionMarks[]): readonly Row[] {
  const measures = { first: 'first', three: 'in three', passage: 'by first passage' } as const
  return (['first', 'three', 'passage'] as const).map((measure) => {
    const [ours = Number.NaN, ...peers] = countMarks(scored, measure)
    return compare({
      figure: `held out, ${measures[measure]}`,
      unit: `of ${scored.length}`,
      better: 'more',
      peerName: 'better peer',
      rounds: [{ ours, peer: Math.max(...peers) }],
    })
  })
}
