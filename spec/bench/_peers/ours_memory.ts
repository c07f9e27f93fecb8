/** The whole service in this process, searched over HTTP with distinct queries. */
import { openPublicDocs } from '../../../app/docs/public_docs/mod.ts'
import { createLog } from '../../../app/foundation/telemetry/log.ts'
import { createInProcess } from '../../support/in_process_service.ts'
import { askDistinct } from './_distinct.ts'

const [, , distDir = '', words = '', count = '0'] = process.argv
const log = createLog('error', console.error, Date.now)
const opened = await openPublicDocs({ distDir, log })
if (!opened.ok) throw new Error(opened.error)
const docs = opened.value
const app = createInProcess(docs, log, {
  clock: () => performance.timeOrigin + performance.now(),
  stopwatch: () => performance.timeOrigin + performance.now(),
})
const pairs = JSON.parse(await Bun.file(words).text()) as readonly string[]
const found = await askDistinct(pairs, Number(count), async (query) => {
  const path = `/api/public/docs/search?q=${encodeURIComponent(query)}`
  const answer = await app.handle(new Request(`http://localhost${path}`))
  if (answer.status !== 200) throw new Error(`Cannot search "${query}": ${await answer.text()}`)
  await answer.text()
})
console.log(JSON.stringify(found))
process.exit(0)
