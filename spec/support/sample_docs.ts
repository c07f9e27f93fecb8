import { afterAll } from 'bun:test'
import { rm } from 'node:fs/promises'
import { openPublicDocs, type PublicDocs } from '../../app/docs/public_docs/mod.ts'
import { createLog, type Log } from '../../app/foundation/telemetry/log.ts'
import { type SampleBuild, writeSampleBuild } from './sample_build.ts'

type OpenedSample = { readonly docs: PublicDocs; readonly distDir: string }

/** Opens sample builds, which are removed when the tests of the calling file have ended. */
export function createSampleDocs(): {
  readonly open: (sample?: SampleBuild) => Promise<OpenedSample>
  readonly log: Log
  /** What was logged so far. */
  readonly lines: readonly string[]
} {
  const opened: OpenedSample[] = []
  const lines: string[] = []
  const log = createLog('debug', (line) => lines.push(line), Date.now)
  afterAll(async () => {
    for (const { docs, distDir } of opened) {
      docs.close()
      await rm(distDir, { recursive: true, force: true })
    }
  })
  const open = async (sample: SampleBuild = {}) => {
    const distDir = await writeSampleBuild(sample)
    const docs = await openPublicDocs({ distDir, log })
    if (!docs.ok) throw new Error(docs.error)
    opened.push({ docs: docs.value, distDir })
    return { docs: docs.value, distDir }
  }
  return { open, log, lines }
}
