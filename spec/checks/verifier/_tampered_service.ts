import { afterAll, beforeAll } from 'bun:test'
import { removeFolders } from '../../support/building.ts'
import { type Running, startRunning } from '../../support/running.ts'
import type { AnswerSeed } from './answer_seeds.ts'
import { expectNamed, printLines, verifySite } from './seeds.ts'
import { startProxy, type TamperingProxy } from './tampering_proxy.ts'

/**
 * A service behind a proxy that changes its answers, for the tests of one file. Returns what
 * verifies that site with one seeded fault.
 */
export function useTamperedService(
  settings: Readonly<Record<string, string>> = {},
  writeCorpus?: () => Promise<string>,
): (seed: AnswerSeed) => Promise<void> {
  let proxy: TamperingProxy
  let running: Running
  beforeAll(async () => {
    proxy = await startProxy()
    const env = {
      BASE_URL: proxy.url,
      RATE_LIMIT_OVERRIDES: '127.0.0.0/8=1000000,::1/128=1000000',
      ...settings,
    }
    running = await startRunning({
      env,
      ...(writeCorpus === undefined ? {} : { corpus: await writeCorpus() }),
    })
    proxy.lead(running.url)
    proxy.keepAnswers()
  })
  afterAll(async () => {
    printLines()
    await running.stop()
    await removeFolders()
    await proxy.stop()
  })
  return async ([name, tamper, expected]) => {
    proxy.set(tamper)
    expectNamed(name, await verifySite(proxy.url), expected)
  }
}
