import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  openPublicDocs,
  type PublicDocs,
  type Snapshot,
} from '../../../app/docs/public_docs/mod.ts'
import { createLog } from '../../../app/foundation/telemetry/log.ts'
import { placeOurBuild } from '../../support/kept_builds.ts'

export type OpenDocs = { readonly docs: PublicDocs; close(): Promise<void> }

/** Builds our own documentation into a temporary folder and opens `public_docs` over it. */
export async function openOurDocs(): Promise<OpenDocs> {
  const distDir = await mkdtemp(join(tmpdir(), 'lectern-mcp-'))
  await placeOurBuild(distDir, 'http://localhost:8080')
  const log = createLog('error', () => {}, Date.now)
  const opened = await openPublicDocs({ distDir, log })
  if (!opened.ok) throw new Error(opened.error)
  const docs = opened.value
  return {
    docs,
    close: async () => {
      docs.close()
      await rm(distDir, { recursive: true, force: true })
    },
  }
}

/** `public_docs` with a snapshot that differs in one thing, such as a failing engine. */
export function changeDocs(docs: PublicDocs, change: Partial<Snapshot>): PublicDocs {
  return { ...docs, current: () => ({ ...docs.current(), ...change }) }
}
