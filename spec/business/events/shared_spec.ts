import { afterAll, expect } from 'bun:test'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createRandom } from '../../../app/contract/text_hash.ts'
import { verifiesLong } from '../../requirements/verifies.ts'
import { runEvents } from './run.ts'

const folders: string[] = []
afterAll(async () => {
  for (const folder of folders) await rm(folder, { recursive: true, force: true })
})

// The long version of this, with 10,000 deliveries, is `bun run events`.
verifiesLong(
  ['events.shared', 'events.outbox', 'events.pinned'],
  'through failures, kills and replays each delivery arrives, and once by its id',
  async () => {
    const folder = await mkdtemp(join(tmpdir(), 'lectern-events-'))
    folders.push(folder)
    const report = await runEvents({
      storeUrl: `sqlite:${join(folder, 'store.sqlite')}`,
      occasions: 30,
      killEveryMs: 600,
      random: createRandom(7),
    })
    expect(report.violations).toEqual([])
    expect(report.deliveries).toBe(90)
    expect(report.replays).toBe(30)
    expect(report.failures).toBeGreaterThan(0)
    expect(report.kills).toBeGreaterThan(0)
    expect(report.steppedHours).toBeGreaterThanOrEqual(24)
  },
)
