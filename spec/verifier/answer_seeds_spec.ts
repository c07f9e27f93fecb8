import { afterAll, beforeAll } from 'bun:test'
import { verifies } from '../requirements/verifies.ts'
import { removeFolders } from '../support/building.ts'
import { type Running, startRunning } from '../support/running.ts'
import { AGENT_SEEDS } from './agent_seeds.ts'
import { ANSWER_SEEDS } from './answer_seeds.ts'
import { HOSTILE_SEEDS } from './hostile_seeds.ts'
import { PAGE_SEEDS } from './page_seeds.ts'
import { expectNamed, printLines, verifySite } from './seeds.ts'
import { startProxy, type TamperingProxy } from './tampering_proxy.ts'

let proxy: TamperingProxy
let running: Running

beforeAll(async () => {
  proxy = await startProxy()
  const env = {
    BASE_URL: proxy.url,
    RATE_LIMIT_OVERRIDES: '127.0.0.0/8=1000000,::1/128=1000000',
  }
  running = await startRunning({ env })
  proxy.lead(running.url)
  proxy.keepAnswers()
})

afterAll(async () => {
  printLines()
  await running.stop()
  await removeFolders()
  await proxy.stop()
})

for (const [name, tamper, expected] of [
  ...ANSWER_SEEDS,
  ...AGENT_SEEDS,
  ...PAGE_SEEDS,
  ...HOSTILE_SEEDS,
]) {
  verifies('operator.verify', `verify() names ${name}`, async () => {
    proxy.set(tamper)
    expectNamed(name, await verifySite(proxy.url), expected)
  })
}
