import { afterAll, beforeAll } from 'bun:test'
import { startSurface } from '../clients/surface.ts'
import { verifies } from '../requirements/verifies.ts'
import { CORPUS } from '../support/repository.ts'
import type { Running } from '../support/running.ts'
import { expectCacheTable } from './_cache_table.ts'

let running: Running

beforeAll(async () => {
  running = await startSurface({ corpus: CORPUS })
})
afterAll(async () => {
  await running.stop()
})

verifies(
  ['static.headers', 'headers.cdn'],
  'a service without a proxy tells caches what the page about a CDN says',
  async () => await expectCacheTable(running.url),
)
