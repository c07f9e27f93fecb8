import type { Config } from '../config.ts'
import { isLoopback } from '../contract/loopback.ts'
import { readCorpus } from '../corpus_build/corpus.ts'
import { checkPackage, writePackage } from '../packager/mod.ts'
import { reportProblems, reportWrongUse } from './_report.ts'
import { EXIT } from './exit.ts'

/** How `lectern package` was called. */
export type PackageFlags = {
  readonly to?: string | undefined
  readonly check?: string | undefined
}

/** `lectern package [--to DIR]` and `lectern package --check DIR`. */
export async function runPackage(config: Config, { to, check }: PackageFlags): Promise<number> {
  if (to === '' || check === '' || (to !== undefined && check !== undefined)) {
    return reportWrongUse('Cannot package: name one folder, with --to or with --check')
  }
  const folder = check ?? to ?? `${config.distDir}/package`
  const corpus = await readCorpus(config)
  if (!corpus.ok) return reportProblems(corpus.error)
  const work = check === undefined ? writePackage : checkPackage
  const result = await work({ corpus: corpus.value, corpusDir: config.corpusDir, folder })
  if (!result.ok) return reportProblems(result.error)
  const { files, version, endpoint } = result.value
  if (isLoopback(new URL(config.baseUrl))) {
    console.error(`warning: ${endpoint} can be reached from this machine only: set BASE_URL`)
  }
  const what = check === undefined ? 'Wrote' : 'Up to date:'
  console.log(`${what} ${files} files of package ${version} for ${endpoint} in ${folder}`)
  return EXIT.fine
}
