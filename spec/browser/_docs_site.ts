import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openPublicDocs } from '../../app/docs/public_docs/mod.ts'
import { createLog } from '../../app/foundation/telemetry/log.ts'
import { createInProcess } from '../support/in_process_service.ts'
import { placeOurBuild } from '../support/kept_builds.ts'

/** Our own documentation, as the service gives it, on a port of its own. */
export type DocsSite = {
  readonly url: string
  /** Holds answers of the search for one query back, until they are released. */
  holdSearch(query: string): () => void
  stop(): Promise<void>
}

export async function openDocsSite(): Promise<DocsSite> {
  const folder = await mkdtemp(join(tmpdir(), 'lectern-docs-site-'))
  await placeOurBuild(folder)
  const log = createLog('error', () => undefined, Date.now)
  const docs = await openPublicDocs({ distDir: folder, log })
  if (!docs.ok) throw new Error(docs.error)
  const service = createInProcess(docs.value, log)
  const held = new Map<string, Promise<void>>()
  const server = Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    fetch: async (request) => {
      const { pathname, searchParams } = new URL(request.url)
      if (pathname === '/api/public/docs/search') {
        await held.get(searchParams.get('q') ?? '')
      }
      return await service.handle(request)
    },
  })
  return {
    url: `http://127.0.0.1:${server.port}`,
    holdSearch: (query) => {
      const { promise, resolve } = Promise.withResolvers<void>()
      held.set(query, promise)
      return () => {
        held.delete(query)
        resolve()
      }
    },
    stop: async () => {
      await server.stop(true)
      docs.value.close()
      await rm(folder, { recursive: true, force: true })
    },
  }
}
