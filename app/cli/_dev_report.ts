import { existsSync } from 'node:fs'
import { relative, resolve } from 'node:path'
import type { LiveChange, LiveCorpus } from '../build/corpus_build/live_corpus.ts'
import { countOf, formatProblem } from '../contract/problem.ts'

/** Problems and warnings that the terminal lists; the browser shows those of each page. */
const PROBLEMS_SHOWN_MAX = 5

/** What the terminal says of a preview: a line for each save, and problems when they change. */
export type DevReport = {
  readonly started: (facts: { readonly port: number; readonly tookMs: number }) => void
  readonly followed: (
    paths: readonly string[] | undefined,
    change: LiveChange,
    tookMs: number,
  ) => void
  readonly failed: (error: unknown) => void
}

type ReportOptions = {
  readonly live: Pick<LiveCorpus, 'problems' | 'warnings' | 'current'>
  readonly baseUrl: string
  readonly corpusDir: string
  readonly portWanted: number
  readonly print: (line: string) => void
  readonly clock: () => Date
}

export function createDevReport(options: ReportOptions): DevReport {
  const { live, baseUrl, corpusDir, portWanted, print } = options
  let known = ''
  const listLines = (): readonly string[] => [
    ...live.problems().map(formatProblem),
    ...live.warnings().map((warning) => `warning: ${formatProblem(warning)}`),
  ]
  const printProblems = (): void => {
    const lines = listLines()
    const text = lines.join('\n')
    if (text === known) return
    known = text
    for (const line of lines.slice(0, PROBLEMS_SHOWN_MAX)) print(`  ${line}`)
    const rest = lines.length - PROBLEMS_SHOWN_MAX
    if (rest > 0) print(`  and ${rest} more: "lectern check" lists all`)
  }
  return {
    started: ({ port, tookMs }) => {
      if (port !== portWanted) print(`Port ${portWanted} is in use, so this is port ${port}`)
      const pages = live.current()?.status().pages ?? 0
      print(`Preview of ${corpusDir}: ${countOf(pages, 'page')}, read in ${Math.round(tookMs)} ms`)
      print(`  pages  ${baseUrl}/`)
      print(`  MCP    ${baseUrl}/mcp`)
      print('Saves show in the browser by themselves; Ctrl+C stops')
      printProblems()
    },
    followed: (paths, change, tookMs) => {
      const problems = live.problems()
      const isSame = change.pages?.length === 0
      if (isSame && listLines().join('\n') === known) return
      const time = options.clock().toTimeString().slice(0, 8)
      const state = problems.length === 0 ? '' : `, ${countOf(problems.length, 'problem')}`
      print(`${time} ${nameFiles(paths)}${linkOf(change)}${state} (${Math.round(tookMs)} ms)`)
      printProblems()
    },
    failed: (error) => print(`Cannot check the corpus: ${error}`),
  }

  function linkOf({ pages }: LiveChange): string {
    const [page, ...more] = pages ?? []
    if (page === undefined || more.length > 0) return ''
    return ` ${baseUrl}/${page === '' ? '' : `${page}/`}`
  }

  function nameFiles(paths: readonly string[] | undefined): string {
    if (paths === undefined) return 'everything read again'
    const meant = paths.filter(isOfAuthor)
    const [first, ...more] = meant.length === 0 ? paths : meant
    if (first === undefined) return 'everything read again'
    const name = relative(resolve(corpusDir), first)
    return more.length === 0 ? name : `${name} and ${more.length} more`
  }
}

/** Many editors write a file beside the one they save, and remove it again; imports a record. */
function isOfAuthor(path: string): boolean {
  if (/[\\/]import\.lock$/.test(path)) return false
  return /\.(?:md|ya?ml|lock)$/.test(path) || existsSync(path)
}
