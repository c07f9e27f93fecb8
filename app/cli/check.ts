import type { Config } from '../config.ts'
import { check } from '../corpus_build/check.ts'
import { printProblems, reportProblems } from './_report.ts'
import { EXIT } from './exit.ts'

/** `lectern check`. */
export async function runCheck({ corpusDir, baseUrl, limits }: Config): Promise<number> {
  const result = await check({ corpusDir, baseUrl, limits })
  if (!result.ok) return reportProblems(result.error)
  const { pages, warnings } = result.value
  printProblems(warnings, 'warning: ')
  console.log(`Checked ${pages} pages: no problems, ${warnings.length} warnings`)
  return EXIT.fine
}
