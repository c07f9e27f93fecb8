import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { build } from '../../app/corpus_build/build.ts'
import { openPublicDocs, type PublicDocs, type Snapshot } from '../../app/public_docs/mod.ts'
import { createLog } from '../../app/telemetry/log.ts'
import { CORPUS } from '../support/repository.ts'

export type OpenDocs = { readonly docs: PublicDocs; close(): Promise<void> }

/** Builds our own documentation into a folder of the test's own and opens the library over it. */
export async function openOurDocs(): Promise<OpenDocs> {
  const distDir = await mkdtemp(join(tmpdir(), 'lectern-mcp-'))
  const built = await build({
    corpusDir: CORPUS,
    distDir,
    baseUrl: 'http://localhost:8080',
    lock: 'keep',
    nowMs: Date.now(),
  })
  if (!built.ok) throw new Error(`Cannot build: ${JSON.stringify(built.error.slice(0, 5))}`)
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

/** A library whose snapshot differs in one thing: an engine that fails, another version. */
export function changeDocs(docs: PublicDocs, change: Partial<Snapshot>): PublicDocs {
  return { ...docs, current: () => ({ ...docs.current(), ...change }) }
}
