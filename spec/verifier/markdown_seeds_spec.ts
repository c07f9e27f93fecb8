import { afterAll, beforeAll } from 'bun:test'
import { verifies } from '../requirements/verifies.ts'
import { removeFolders } from '../support/building.ts'
import { type Running, startRunning } from '../support/running.ts'
import { MARKDOWN_SEEDS } from './markdown_seeds.ts'
import { expectNamed, printLines, verifySite } from './seeds.ts'
import { startProxy, type TamperingProxy } from './tampering_proxy.ts'

let proxy: TamperingProxy
let running: Running

beforeAll(async () => {
  proxy = await startProxy()
  const env = {
    BASE_URL: proxy.url,
    MCP_RESULT_TEXT: 'markdown',
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

for (const [name, tamper, expected] of MARKDOWN_SEEDS) {
  verifies(['operator.verify', 'mcp.result_text'], `verify() names ${name}`, async () => {
    proxy.set(tamper)
    expectNamed(name, await verifySite(proxy.url), expected)
  })
}
