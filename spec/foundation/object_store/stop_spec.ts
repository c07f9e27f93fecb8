import { expect } from 'bun:test'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openObjectStore } from '../../../app/foundation/object_store/store.ts'
import { verifies } from '../../requirements/verifies.ts'
import { writeSampleBuild } from '../../support/sample_build.ts'
import { follow, MANIFEST } from './_transfer.ts'

/** Sends a first byte, and never another one. */
function stall(bytes: Uint8Array): Response {
  const body = new ReadableStream<Uint8Array>({
    start: (controller) => controller.enqueue(bytes.subarray(0, 1)),
  })
  // So much that its deadline is hours away.
  return new Response(body, { headers: { 'content-length': String(2 ** 40) } })
}

verifies(
  ['builds.outage', 'builds.resumed'],
  'a stop ends a download whose answer or body never comes, and leaves nothing of it behind',
  async () => {
    const distDir = await writeSampleBuild({ files: { 'files/plain.txt': 'right' } })
    for (const silent of [MANIFEST, 'private/seal.json', 'files/plain.txt']) {
      const cache = await mkdtemp(join(tmpdir(), 'lectern-stop-'))
      const reached = Promise.withResolvers<void>()
      const server = Bun.serve({
        port: 0,
        idleTimeout: 0,
        fetch: async (request) => {
          const path = decodeURIComponent(new URL(request.url).pathname).replace('/docs/', '')
          const bytes = await Bun.file(join(distDir, path)).bytes()
          if (!path.endsWith(silent)) return new Response(bytes, { headers: { etag: '"1"' } })
          reached.resolve()
          return silent === 'private/seal.json' ? await new Promise(() => {}) : stall(bytes)
        },
      })
      const endpoint = `http://127.0.0.1:${server.port}`
      const keys = { accessKeyId: 'k', secretAccessKey: 's', sessionToken: undefined }
      const access = { region: 'us-east-1', endpoint, ...keys }
      const follower = follow(openObjectStore({ bucket: 'docs', prefix: '' }, access), cache)
      const ended: string[] = []
      const looked = follower.poll().then(
        () => ended.push('whole'),
        () => ended.push('failed'),
      )
      await reached.promise
      await follower.stop()
      expect(ended).toEqual(['failed'])
      await looked
      // Nothing is asked, and nothing is written, after a stop.
      await expect(follower.poll()).rejects.toThrow('it is not asked any more')
      const left = await readdir(join(cache, 'builds')).catch(() => [])
      expect([silent, left]).toEqual([silent, []])
      await server.stop(true)
      await rm(cache, { recursive: true })
    }
    await rm(distDir, { recursive: true })
  },
)
