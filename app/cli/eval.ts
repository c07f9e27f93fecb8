import { readCorpus } from '../build/corpus_build/corpus.ts'
import {
  draftQuestions,
  type Evaluation,
  evaluate,
  explain,
  findFallenFigures,
  formatDrafts,
  formatExplanation,
  formatExplanationJson,
  formatJson,
  formatTable,
  readEvaluationSet,
  reportUnwatchedKinds,
  writeBaseline,
} from '../checks/evaluator/mod.ts'
import { formatProblem, type Problem } from '../contract/problem.ts'
import type { Result } from '../contract/result.ts'
import { createLog } from '../foundation/telemetry/log.ts'
import { ensureBuild } from './_ensure_build.ts'
import { openReport } from './_search_report.ts'
import { type Call, defineCommand, EXIT } from './command.ts'
import { printProblems, reportProblems } from './report_lines.ts'

type EvalFlags = {
  readonly json?: boolean
  readonly 'write-baseline'?: boolean
  readonly explain?: string
  readonly suggest?: boolean
  readonly page?: string
}

export const command = defineCommand({
  usage: 'eval [--json] [--write-baseline | --explain QUERY [--page PAGE] | --suggest]',
  does: 'measures search with queries made from the corpus and those in its eval folder',
  details:
    'Reads CORPUS_DIR, builds if that is newer, and fails below eval/baseline.yaml.\n' +
    '  --json includes the missed queries; --write-baseline makes these figures the minimum;\n' +
    '  --explain says why the first ten pages for a query, and one more, stand where they do;\n' +
    '  --suggest drafts questions for pages from what a running service was asked in vain:\n' +
    '  it reads ADMIN_HOST and ADMIN_PORT, as report does.',
  options: {
    json: 'boolean',
    'write-baseline': 'boolean',
    explain: 'string',
    page: 'string',
    suggest: 'boolean',
  },
  takesWords: false,
  run: runEval,
})

/** Standard output holds the figures alone, so that a program can read them. */
async function runEval({ config, flags, epoch }: Call<EvalFlags>): Promise<number> {
  const { corpusDir, distDir, baseUrl, limits } = config
  const misused = findMisuse(flags)
  if (misused !== undefined) {
    console.error(misused)
    return EXIT.wrongUse
  }
  const report = flags.suggest === true ? await openReport(config) : undefined
  if (typeof report === 'number') return report
  const corpus = await readCorpus({ corpusDir, baseUrl, limits })
  const read = await readEvaluationSet(corpusDir, corpus)
  if (!read.ok) return reportProblems(read.error)
  const built = await ensureBuild(config, epoch, console.error)
  if (built !== EXIT.fine) return built
  const log = createLog('warn', console.error, Date.now)
  if (flags.explain !== undefined) {
    return await printExplanation(read.value.documents, { distDir, log }, flags)
  }
  if (report !== undefined) {
    const drafts = await draftQuestions(read.value.documents, { distDir, log }, report)
    return printAnswer(drafts, flags.json === true ? (each) => JSON.stringify(each) : formatDrafts)
  }
  const evaluated = await evaluate(read.value, { distDir, log })
  if (!evaluated.ok) {
    console.error(evaluated.error)
    return EXIT.problems
  }
  const falls = findFallenFigures(read.value, evaluated.value)
  printFigures(evaluated.value, flags, falls ?? [])
  if (flags['write-baseline'] === true) return await writeFigures(corpusDir, evaluated.value)
  for (const line of reportUnwatchedKinds(read.value, evaluated.value)) console.error(line)
  if (falls === undefined) console.error('No baseline to compare with: run eval --write-baseline')
  return falls === undefined || falls.length === 0 ? EXIT.fine : EXIT.problems
}

function findMisuse({ explain: query, page, ...flags }: EvalFlags): string | undefined {
  if (query === undefined && page !== undefined) {
    return `Cannot explain page "${page}": name a query with --explain`
  }
  const modes = [query !== undefined, flags['write-baseline'] === true, flags.suggest === true]
  if (modes.filter((isAsked) => isAsked).length < 2) return undefined
  return 'Cannot use two of --explain, --write-baseline and --suggest: run eval twice'
}

async function printExplanation(
  documents: Parameters<typeof explain>[0],
  options: Parameters<typeof explain>[1],
  { explain: query = '', page, json = false }: EvalFlags,
): Promise<number> {
  const explained = await explain(documents, options, { query, page })
  return printAnswer(explained, json ? formatExplanationJson : formatExplanation)
}

function printAnswer<Answer>(
  answer: Result<Answer, string>,
  format: (answer: Answer) => string,
): number {
  if (!answer.ok) {
    console.error(answer.error)
    return EXIT.problems
  }
  console.log(format(answer.value))
  return EXIT.fine
}

/** The figures become the new baseline; those that fell were printed before. */
async function writeFigures(corpusDir: string, evaluation: Evaluation): Promise<number> {
  const written = await writeBaseline(corpusDir, evaluation)
  if (!written.ok) return reportProblems(written.error)
  console.error(`Wrote ${written.value}`)
  return EXIT.fine
}

function printFigures(evaluation: Evaluation, flags: EvalFlags, falls: readonly Problem[]): void {
  const { json = false } = flags
  console.log(json ? formatJson(evaluation, falls.map(formatProblem)) : formatTable(evaluation))
  printProblems(falls)
  const { length } = falls
  if (length > 0) console.error(`${length} ${length === 1 ? 'figure' : 'figures'} fell`)
}
