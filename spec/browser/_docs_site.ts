import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openPublicDocs } from '../../app/public_docs/mod.ts'
import { createLog } from '../../app/telemetry/log.ts'
import { createInProcess } from '../support/in_process_service.ts'
import { placeOurBuild } from '../support/kept_builds.ts'

/** Our own documentation, as the service gives it, on a port of its own. */
export type DocsSite = {
  readonly url: string
  /** Holds every answer of the search back for so long. */
  delaySearch(ms: (query: string) => number): void
  stop(): Promise<void>
}

export async function openDocsSite(): Promise<DocsSite> {
  const folder = await mkdtemp(join(tmpdir(), 'lectern-docs-site-'))
  await placeOurBuild(folder)
  const log = createLog('error', () => undefined, Date.now)
  const docs = await openPublicDocs({ distDir: folder, log })
  if (!docs.ok) throw new Error(docs.error)
  const service = createInProcess(docs.value, log)
  let delayOf = (_query: string) => 0
  const server = Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    fetch: async (request) => {
      const { pathname, searchParams } = new URL(request.url)
      if (pathname === '/api/public/docs/search') {
        await Bun.sleep(delayOf(searchParams.get('q') ?? ''))
      }
      return await service.handle(request)
    },
  })
  return {
    url: `http://127.0.0.1:${server.port}`,
    delaySearch: (ms) => {
      delayOf = ms
    },
    stop: async () => {
      await server.stop(true)
      docs.value.close()
      await rm(folder, { recursive: true, force: true })
    },
  }
}
