import type { Config } from '../config.ts'
import { isLoopback } from '../contract/loopback.ts'
import { readCorpus, readRegistry } from '../corpus_build/corpus.ts'
import { checkPackage, connectGuide, connectHosts, writePackage } from '../packager/mod.ts'
import { reportProblems } from './build.ts'

const FINE = 0
const WRONG_USE = 2

/** How `lectern package` was called. */
export type PackageFlags = {
  readonly to?: string | undefined
  readonly check?: string | undefined
}

/** `lectern package [--to DIR]` and `lectern package --check DIR`. */
export async function runPackage(config: Config, { to, check }: PackageFlags): Promise<number> {
  if (to === '' || check === '' || (to !== undefined && check !== undefined)) {
    console.error('Cannot package: name one folder, with --to or with --check')
    return WRONG_USE
  }
  const folder = check ?? to ?? `${config.distDir}/package`
  const corpus = await readCorpus(config)
  if (!corpus.ok) return reportProblems(corpus.error)
  const work = check === undefined ? writePackage : checkPackage
  const result = await work({ corpus: corpus.value, corpusDir: config.corpusDir, folder })
  if (!result.ok) return reportProblems(result.error)
  const { files, version, endpoint } = result.value
  if (isLoopback(new URL(config.baseUrl))) {
    console.error(`warning: ${endpoint} is reached from this machine alone: set BASE_URL`)
  }
  const what = check === undefined ? 'Wrote' : 'Fresh:'
  console.log(`${what} ${files} files of package ${version} for ${endpoint} in ${folder}`)
  return FINE
}

/** `lectern connect [HOST]`. */
export async function runConnect(config: Config, words: readonly string[]): Promise<number> {
  const [host, ...more] = words
  if (more.length > 0 || (host !== undefined && !connectHosts().includes(host))) {
    const known = connectHosts().join(', ')
    console.error(`Cannot connect "${words.join(' ')}": name one of ${known}`)
    return WRONG_USE
  }
  const loopback = isLoopback(new URL(config.baseUrl))
  const registry = await readRegistry(config)
  if (!registry.ok) return reportProblems(registry.error)
  console.log(connectGuide({ registry: registry.value, baseUrl: config.baseUrl, loopback, host }))
  return FINE
}
