import type { Config } from '../config.ts'
import { isLoopback } from '../contract/loopback.ts'
import { readRegistry } from '../corpus_build/corpus.ts'
import { connectGuide, connectHosts } from '../packager/mod.ts'
import { reportProblems, reportWrongUse } from './_report.ts'
import { EXIT } from './exit.ts'

/** `lectern connect [HOST]`. */
export async function runConnect(config: Config, words: readonly string[]): Promise<number> {
  const [host, ...more] = words
  if (more.length > 0 || (host !== undefined && !connectHosts().includes(host))) {
    const known = connectHosts().join(', ')
    return reportWrongUse(`Cannot connect "${words.join(' ')}": name one of ${known}`)
  }
  const loopback = isLoopback(new URL(config.baseUrl))
  const registry = await readRegistry(config)
  if (!registry.ok) return reportProblems(registry.error)
  console.log(connectGuide({ registry: registry.value, baseUrl: config.baseUrl, loopback, host }))
  return EXIT.fine
}
