import { expect } from 'bun:test'
import { createServer } from 'node:http'
import { createPinnedPost } from '../../../app/service/network/pinned_post.ts'
import { verifies } from '../../requirements/verifies.ts'

verifies(
  'events.pinned',
  'threat 41: nothing goes to an address that is not public, or after a redirect',
  async () => {
    const paths: string[] = []
    const server = createServer((request, response) => {
      paths.push(request.url ?? '')
      response.writeHead(302, { location: 'http://169.254.169.254/latest' }).end()
    })
    const port = await new Promise<number>((resolve) => {
      server.listen(0, '127.0.0.1', () => {
        const address = server.address()
        resolve(typeof address === 'object' && address !== null ? address.port : 0)
      })
    })
    const message = { headers: {}, body: '{}', timeoutMs: 2000 }
    const refusal = { ok: false, error: 'an address of the name is not public' } as const
    const addresses = [
      '127.0.0.1',
      '10.0.0.1',
      '169.254.169.254',
      '::1',
      '::ffff:10.0.0.1',
      'fd00::1',
    ]
    for (const address of addresses) {
      const named = createPinnedPost({ loopback: false, resolve: async () => ['8.8.8.8', address] })
      expect(await named({ ...message, url: `http://rebound.example:${port}/` })).toEqual(refusal)
      const host = address.includes(':') ? `[${address}]` : address
      const literal = createPinnedPost({ loopback: false })
      expect(await literal({ ...message, url: `http://${host}:${port}/` })).toEqual(refusal)
    }
    expect(paths).toEqual([])
    const local = createPinnedPost({ loopback: true })
    const answer = await local({ ...message, url: `http://127.0.0.1:${port}/hook` })
    expect(answer).toMatchObject({ ok: true, value: { status: 302 } })
    expect(paths).toEqual(['/hook'])
    server.close()
  },
)
