import { check } from '../build/corpus_build/check.ts'
import { countOf } from '../contract/problem.ts'
import type { Config } from '../service/settings/config.ts'
import { FOLDER_HELP, runOnFolder } from './_folder.ts'
import { writeSarif } from './_sarif.ts'
import { defineCommand, EXIT } from './command.ts'
import {
  markProblemsInChange,
  printWarnings,
  reportProblems,
  reportWrongUse,
} from './report_lines.ts'

export const command = defineCommand({
  usage: 'check [FOLDER] [--format github|sarif]',
  does: 'lists every problem in the corpus and the registry, and writes nothing',
  details:
    `${FOLDER_HELP}\n  Warnings do not change the exit code. --format github marks the\n` +
    '  lines of a change, as under GitHub Actions; sarif prints a log that code hosts read.',
  options: { format: 'string' },
  takesWords: true,
  run: async (call) => {
    const { format } = call.flags
    if (format === 'sarif')
      return await runOnFolder(call, (config) => printLog(config, call.version))
    if (format !== undefined && format !== 'github') {
      return reportWrongUse(`Cannot use --format "${format}": write github or sarif`)
    }
    if (format === 'github') markProblemsInChange()
    return await runOnFolder(call, runCheck)
  },
})

async function printLog(config: Config, version: string): Promise<number> {
  const { corpusDir, baseUrl, limits } = config
  const result = await check({ corpusDir, baseUrl, limits })
  const errors = result.ok ? [] : result.error
  const warnings = result.ok ? result.value.warnings : []
  const found = [
    ...errors.map((problem) => ({ problem, level: 'error' as const })),
    ...warnings.map((problem) => ({ problem, level: 'warning' as const })),
  ]
  console.log(writeSarif(found, version))
  return result.ok ? EXIT.fine : EXIT.problems
}

async function runCheck({ corpusDir, baseUrl, limits }: Config): Promise<number> {
  const result = await check({ corpusDir, baseUrl, limits })
  if (!result.ok) return reportProblems(result.error)
  const { pages, warnings } = result.value
  printWarnings(warnings)
  const found = countOf(warnings.length, 'warning')
  console.log(`Checked ${countOf(pages, 'page')}: no problems, ${found}`)
  return EXIT.fine
}
