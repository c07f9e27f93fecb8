import { check } from '../build/corpus_build/check.ts'
import { countOf } from '../contract/problem.ts'
import type { Config } from '../service/settings/config.ts'
import { FOLDER_HELP, runOnFolder } from './_folder.ts'
import { defineCommand, EXIT } from './command.ts'
import { printWarnings, reportProblems } from './report_lines.ts'

export const command = defineCommand({
  usage: 'check [FOLDER]',
  does: 'lists every problem in the corpus and the registry, and writes nothing',
  details: `${FOLDER_HELP}\n  Warnings do not change the exit code.`,
  options: {},
  takesWords: true,
  run: (call) => runOnFolder(call, runCheck),
})

async function runCheck({ corpusDir, baseUrl, limits }: Config): Promise<number> {
  const result = await check({ corpusDir, baseUrl, limits })
  if (!result.ok) return reportProblems(result.error)
  const { pages, warnings } = result.value
  printWarnings(warnings)
  const found = countOf(warnings.length, 'warning')
  console.log(`Checked ${countOf(pages, 'page')}: no problems, ${found}`)
  return EXIT.fine
}
