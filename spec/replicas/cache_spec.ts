import { afterAll, beforeAll } from 'bun:test'
import { join } from 'node:path'
import { startSurface } from '../clients/surface.ts'
import { verifies } from '../requirements/verifies.ts'
import { newFolder, removeFolders } from '../support/building.ts'
import { freePort, type Running } from '../support/running.ts'
import { expectCacheTable } from './_cache_table.ts'
import { buildEdition } from './_editions.ts'

let running: Running

beforeAll(async () => {
  const port = await freePort()
  const baseUrl = `http://localhost:${port}`
  const corpus = await newFolder()
  const distDir = await buildEdition('firstedition', baseUrl)
  const folders = { DIST_DIR: distDir, CORPUS_DIR: join(corpus, 'none') }
  running = await startSurface({
    port,
    corpus,
    env: { DEV_SIGN_IN: '1', BASE_URL: baseUrl, ...folders },
  })
})
afterAll(async () => {
  await running.stop()
  await removeFolders()
})

verifies(
  ['static.headers', 'headers.cdn'],
  'a service without a proxy tells caches what the page about a CDN says',
  async () => await expectCacheTable(running.url),
)
