import { expect } from 'bun:test'
import { formatProblem } from '../../../app/contract/problem.ts'
import { type FetchOptions, fetchSite } from '../../../app/import/fetch/mod.ts'
import { createPinnedSite } from '../../../app/service/network/pinned_site.ts'
import { NAME, startDocumentServer } from '../../interfaces/oauth/document_server.ts'
import { verifies } from '../../requirements/verifies.ts'
import { createSite, makeHome, writePage } from './site.ts'

const LOCAL = '127.0.0.1'
const HTML = { 'content-type': 'text/html' }

verifies(
  'import.address_networks',
  'threat 54: `import` asks no address of a private network, by number or by name, once or again',
  async () => {
    const server = await startDocumentServer()
    const fetchFrom = async (address: string, send: FetchOptions['ports']['send']) => {
      const { ports } = createSite({})
      const options = { address, folder: await makeHome(), program: '1.2.3' }
      const result = await fetchSite({ ...options, ports: { ...ports, send } })
      return result.ok ? 'fetched' : result.error.map(formatProblem).join('\n')
    }
    const refused =
      'the site cannot be asked: an address of the name is not public: ' +
      'add --allow-private to import from your own network'
    const numbers = ['127.0.0.1', '10.0.0.1', '169.254.169.254', '[::1]', '[::ffff:7f00:1]']
    for (const host of [...numbers, '2130706433', 'localhost']) {
      const address = `https://${host}:${server.port}/`
      expect(await fetchFrom(address, createPinnedSite({ loopback: false }))).toContain(refused)
    }
    const named = createPinnedSite({ loopback: false, resolve: async () => [LOCAL] })
    expect(await fetchFrom(`https://${NAME}:${server.port}/`, named)).toContain(refused)
    expect(server.paths).toEqual([])
    // The first answers are permitted, as if public; then the name has another address.
    server.answer = () => new Response(writePage('Home', ['a']), { headers: HTML })
    let lookups = 0
    const rebound = createPinnedSite({
      loopback: false,
      resolve: async () => (++lookups > 3 ? ['127.0.0.9'] : [LOCAL]),
      permits: (address) => address === LOCAL,
      certificates: server.certificate.cert,
    })
    expect(await fetchFrom(`https://${NAME}:${server.port}/`, rebound)).toBe('fetched')
    expect(server.paths.length).toBe(3)
  },
)

verifies(
  'import.address_bounds',
  'createPinnedSite() gives a body as it comes, unpacked, and drops one that nobody reads',
  async () => {
    const server = await startDocumentServer()
    const send = createPinnedSite({
      loopback: false,
      resolve: async () => [LOCAL],
      permits: () => true,
      certificates: server.certificate.cert,
    })
    const request = () => new Request(`https://${NAME}:${server.port}/`)
    server.answer = () => {
      const headers = { ...HTML, 'content-encoding': 'gzip' }
      return new Response(Bun.gzipSync('a page'), { headers })
    }
    expect(await (await send(request())).text()).toBe('a page')
    let [sent, isOver] = [0, false]
    server.answer = () => {
      const stream = new ReadableStream<Uint8Array>({
        pull: (controller) => {
          sent += 65_536
          controller.enqueue(new Uint8Array(65_536))
        },
        cancel: () => {
          isOver = true
        },
      })
      return new Response(stream, { headers: HTML })
    }
    const endless = await send(request())
    const reader = endless.body?.getReader()
    expect((await reader?.read())?.done).toBe(false)
    await reader?.cancel()
    while (!isOver) await Bun.sleep(5)
    expect(sent).toBeLessThan(64 * 1024 * 1024)
    server.answer = () => new Response('elsewhere', { status: 302, headers: { location: '/b' } })
    expect((await send(request())).headers.get('location')).toBe('/b')
    server.answer = () => new Response(null, { status: 304 })
    expect((await send(request())).status).toBe(304)
  },
)
