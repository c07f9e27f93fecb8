import { normalizeQuery } from '../../../app/contract/query.ts'
/** Searches a build without a server, and prints the processor time of one search. */

import { openPublicDocs } from '../../../app/docs/public_docs/mod.ts'
import { createLog } from '../../../app/foundation/telemetry/log.ts'

const LIMIT = 10
const WARM_UP_ROUNDS = 4

const [, , distDir = '', file = '', rounds = '1'] = process.argv
const queries = JSON.parse(await Bun.file(file).text()) as readonly string[]
const log = createLog('error', console.error, Date.now)
const opened = await openPublicDocs({ distDir, log })
if (!opened.ok) throw new Error(opened.error)
const snapshot = opened.value.current()
let characters = 0
const once = (): number => {
  const before = process.cpuUsage()
  for (const query of queries)
    characters += snapshot.search(normalizeQuery(query), LIMIT).json.length
  const { user, system } = process.cpuUsage(before)
  return (user + system) / queries.length
}
// A server has answered as many searches, and compiled as much, before it is measured.
for (let round = 0; round < WARM_UP_ROUNDS; round += 1) once()
console.log(JSON.stringify(Array.from({ length: Number(rounds) }, once)))
if (characters === 0) throw new Error('Cannot measure: nothing was found')
opened.value.close()
process.exit(0)
