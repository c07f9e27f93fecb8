import { readRegistry } from '../build/corpus_build/corpus.ts'
import { connectGuide, connectHosts } from '../build/packager/mod.ts'
import { isLoopback } from '../contract/loopback.ts'
import { type Call, defineCommand, EXIT } from './command.ts'
import { reportProblems, reportWrongUse } from './report_lines.ts'

export const command = defineCommand({
  usage: 'connect [HOST]',
  does: 'prints how to add the server to one host, or to every known host',
  details: 'Reads BASE_URL and the registry in CORPUS_DIR; uses no network.',
  options: {},
  takesWords: true,
  run: runConnect,
})

async function runConnect({ config, words }: Call): Promise<number> {
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
