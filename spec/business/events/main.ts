import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { createRandom } from '../../../app/contract/text_hash.ts'
import { startPostgres } from '../../support/postgres.ts'
import { runEvents } from './run.ts'

const KILL_EVERY_MS = 700

/**
 * `bun run events [--deliveries N] [--postgres] [--seed N]`: sends through random failures, kills
 * and replays, and says what arrived how often.
 */
async function main(): Promise<number> {
  const { values } = parseArgs({
    options: {
      deliveries: { type: 'string', default: '10000' },
      seed: { type: 'string', default: '1' },
      postgres: { type: 'boolean', default: false },
    },
  })
  const occasions = Math.ceil(Number(values.deliveries) / 3)
  const folder = await mkdtemp(join(tmpdir(), 'lectern-events-'))
  const postgres = values.postgres ? await startPostgres() : undefined
  const storeUrl = (await postgres?.database()) ?? `sqlite:${join(folder, 'store.sqlite')}`
  try {
    const random = createRandom(Number(values.seed))
    const report = await runEvents({ storeUrl, occasions, killEveryMs: KILL_EVERY_MS, random })
    console.log(JSON.stringify(report, null, 2))
    return report.violations.length === 0 ? 0 : 1
  } finally {
    await postgres?.remove()
    await rm(folder, { recursive: true, force: true })
  }
}

process.exitCode = await main()
