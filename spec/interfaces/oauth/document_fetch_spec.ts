import { afterAll, expect, test } from 'bun:test'
import { createServer } from 'node:net'
import { isPublicAddress } from '../../../app/service/network/address_rules.ts'
import { createPinnedFetch } from '../../../app/service/network/pinned_fetch.ts'
import { type DocumentServer, jsonAnswer, NAME, startDocumentServer } from './document_server.ts'

const LOCAL = '127.0.0.1'

/** Fetches from a server under its name, as if its address were public. */
function createFetch(server: DocumentServer, addresses: readonly string[] = [LOCAL]) {
  const fetchOne = createPinnedFetch({
    loopback: false,
    resolve: async () => addresses,
    permits: (address) => address !== '127.0.0.9',
    certificates: server.certificate.cert,
  })
  return async (path: string, name = NAME) =>
    await fetchOne(`https://${name}:${server.port}${path}`)
}

test('a document is fetched over a connection whose certificate names the host', async () => {
  const server = await startDocumentServer()
  server.answer = (request) =>
    jsonAnswer(Object.fromEntries(request.headers), { 'cache-control': 'public, max-age=77' })
  const fetched = await createFetch(server)('/client.json')
  if (!fetched.ok) throw new Error(fetched.error)
  expect(fetched.value.maxAge).toBe(77)
  const headers = JSON.parse(new TextDecoder().decode(fetched.value.body))
  expect(headers).toMatchObject({ host: `${NAME}:${server.port}`, accept: 'application/json' })
  expect(headers).not.toHaveProperty('cookie')
  expect(headers).not.toHaveProperty('authorization')
})

test('threat 6: nothing is sent to a name with an address that is not public', async () => {
  const server = await startDocumentServer()
  const refused = { ok: false, error: 'an address of the name is not public' } as const
  for (const addresses of [
    [LOCAL, '127.0.0.9'],
    ['127.0.0.9', LOCAL],
  ]) {
    expect(await createFetch(server, addresses)('/client.json')).toEqual(refused)
  }
  const real = createPinnedFetch({ loopback: false, resolve: async () => [LOCAL] })
  expect(await real(`https://${NAME}:${server.port}/client.json`)).toEqual(refused)
  expect(server.paths).toEqual([])
})

test('threat 6: the connection goes to the address that was checked', async () => {
  const checked = await startDocumentServer('127.0.0.2')
  const { certificate, port } = checked
  const rebound = await startDocumentServer('127.0.0.3', { certificate, port })
  checked.answer = () => jsonAnswer({ from: 'checked' })
  rebound.answer = () => jsonAnswer({ from: 'rebound' })
  const answers = [['127.0.0.2'], ['127.0.0.3'], ['127.0.0.3']]
  let lookups = 0
  const fetchOne = createPinnedFetch({
    loopback: false,
    resolve: async () => answers[lookups++] ?? [],
    permits: (address) => address === '127.0.0.2',
    certificates: certificate.cert,
  })
  expect((await fetchOne(`https://${NAME}:${port}/client.json`)).ok).toBe(true)
  expect(lookups).toBe(1)
  expect((await fetchOne(`https://${NAME}:${port}/client.json`)).ok).toBe(false)
  expect(checked.paths).toEqual(['/client.json'])
  expect(rebound.paths).toEqual([])
})

test('threat 6: a certificate of another name or authority is refused', async () => {
  const [server, other] = [await startDocumentServer(), await startDocumentServer()]
  server.answer = () => jsonAnswer({})
  const wrongName = await createFetch(server)('/client.json', 'other.example')
  expect(wrongName).toEqual({ ok: false, error: expect.stringContaining('ALTNAME') })
  const wrongAuthority = await createFetch({ ...server, certificate: other.certificate })('/x.json')
  expect(wrongAuthority.ok).toBe(false)
  expect(server.paths).toEqual([])
})

test('threat 7: any response but a small plain JSON document is refused', async () => {
  const server = await startDocumentServer()
  const fetchPath = createFetch(server)
  const refusalOf = async (response: Response) => {
    server.answer = () => response
    const fetched = await fetchPath('/client.json')
    return fetched.ok ? 'taken' : fetched.error
  }
  const redirect = { status: 302, headers: { location: `https://${NAME}/elsewhere` } }
  expect(await refusalOf(new Response(null, redirect))).toBe('it answered 302')
  expect(await refusalOf(Response.json({}, { status: 201 }))).toBe('it answered 201')
  expect(await refusalOf(Response.json({}, { status: 404 }))).toBe('it answered 404')
  const bytes = (count: number) => jsonAnswer(`"${'x'.repeat(count - 2)}"`)
  expect(await refusalOf(bytes(5120))).toBe('taken')
  expect(await refusalOf(bytes(5121))).toBe('it has more than 5120 bytes')
  const bomb = Bun.gzipSync(new Uint8Array(8 * 1024 * 1024))
  const zipped = { 'content-type': 'application/json', 'content-encoding': 'gzip' }
  expect(await refusalOf(new Response(bomb, { headers: zipped }))).toBe('it is compressed')
  const html = { headers: { 'content-type': 'text/html' } }
  expect(await refusalOf(new Response('{}', html))).toBe('it is not JSON by its type')
  const vendor = { headers: { 'content-type': 'application/client+json; charset=utf-8' } }
  expect(await refusalOf(new Response('{}', vendor))).toBe('taken')
  expect(new Set(server.paths)).toEqual(new Set(['/client.json']))
})

test('threat 7: an endless body is abandoned, and memory stays flat', async () => {
  const server = await startDocumentServer()
  let sent = 0
  const endless = () =>
    new ReadableStream<Uint8Array>({
      pull(controller) {
        sent += 65_536
        controller.enqueue(new Uint8Array(65_536))
      },
    })
  const headers = { 'content-type': 'application/json' }
  server.answer = () => new Response(endless(), { headers })
  const before = process.memoryUsage.rss()
  const refused = { ok: false, error: 'it has more than 5120 bytes' } as const
  for (let round = 0; round < 10; round += 1) {
    expect(await createFetch(server)('/client.json')).toEqual(refused)
  }
  expect(sent).toBeLessThan(512 * 1024 * 1024)
  expect(process.memoryUsage.rss() - before).toBeLessThan(256 * 1024 * 1024)
})

test('threat 7: a fetch from a slow or silent server ends within 6 seconds', async () => {
  const server = await startDocumentServer()
  const drip = () =>
    new ReadableStream<Uint8Array>({
      async pull(controller) {
        await Bun.sleep(100)
        controller.enqueue(Uint8Array.of(32))
      },
    })
  server.answer = async ({ url }) => {
    if (url.endsWith('/never')) await Bun.sleep(15_000)
    return new Response(drip(), { headers: { 'content-type': 'application/json' } })
  }
  const unresolved = createPinnedFetch({
    loopback: false,
    resolve: async () => await new Promise(() => {}),
  })
  const late = Bun.sleep(6000).then(() => 'late')
  const fetchPath = createFetch(server)
  const attempts = [fetchPath('/drip'), fetchPath('/never'), unresolved(`https://${NAME}/x`)]
  for (const attempt of attempts) {
    expect(await Promise.race([attempt, late])).toHaveProperty('ok', false)
  }
})

test('a proxy in the environment is not used', async () => {
  const server = await startDocumentServer()
  server.answer = () => jsonAnswer({})
  const url = `https://${NAME}:${server.port}/client.json`
  const module = `${import.meta.dir}/../../../app/service/network/pinned_fetch.ts`
  const program = `
    import { createPinnedFetch } from ${JSON.stringify(module)}
    const fetchOne = createPinnedFetch({
      loopback: false, resolve: async () => ['127.0.0.1'], permits: () => true,
      certificates: ${JSON.stringify(server.certificate.cert)},
    })
    console.log((await fetchOne(${JSON.stringify(url)})).ok)`
  const proxy = 'http://127.0.0.1:9'
  const env = { ...process.env, HTTPS_PROXY: proxy, https_proxy: proxy, HTTP_PROXY: proxy }
  const child = Bun.spawn([process.execPath, '-e', program], { env, stdout: 'pipe' })
  expect((await new Response(child.stdout).text()).trim()).toBe('true')
})

test('only addresses of the public internet are public', () => {
  const special = [
    ...['0.0.0.0', '10.1.2.3', '100.64.0.1', '100.127.255.255', '127.0.0.1', '169.254.169.254'],
    ...['172.16.0.1', '172.31.255.255', '192.0.0.8', '192.0.2.1', '192.168.1.1', '198.18.0.1'],
    ...['198.19.255.255', '198.51.100.1', '203.0.113.1', '224.0.0.1', '239.1.1.1', '240.0.0.1'],
    // Where clouds answer their own machines.
    ...['168.63.129.16', '::ffff:168.63.129.16', '100.100.100.200', '192.0.0.192'],
    ...['fd00:ec2::254', 'fd20:ce::254', '::ffff:169.254.169.254', '64:ff9b::a9fe:a9fe'],
    ...['64:ff9b:1::a9fe:a9fe', '2002:a9fe:a9fe::1', '2001:0:a9fe:a9fe::1', '::a9fe:a9fe'],
    ...[
      '255.255.255.255',
      '::',
      '::1',
      'fc00::1',
      'fd12::1',
      'fe80::1',
      'ff02::1',
      '64:ff9b::a00:1',
    ],
    ...[
      '2001:db8::1',
      '2002:a00:1::1',
      '2001::1',
      '::ffff:10.0.0.1',
      '::ffff:127.0.0.1',
      '::7f00:1',
    ],
    ...[
      '::ffff:a9fe:a9fe',
      'fec0::1',
      '100::1',
      '',
      'localhost',
      '127.1',
      '0x7f.0.0.1',
      '1.2.3.4.5',
    ],
  ]
  expect(special.filter(isPublicAddress)).toEqual([])
  const ordinary = [
    '1.1.1.1',
    '100.128.0.1',
    '168.63.129.17',
    '172.32.0.1',
    '192.0.1.1',
    '198.20.0.1',
    '223.255.255.1',
  ]
  const six = ['2606:4700::1111', '2a00:1450::1', '::ffff:8.8.8.8']
  expect([...ordinary, ...six].filter((address) => !isPublicAddress(address))).toEqual([])
})

test('threat 7: a few interim answers are passed over, a flood of them is abandoned', async () => {
  const answerAfter = async (interims: number) => {
    const server = createServer((socket) => {
      socket.on('error', () => undefined)
      socket.once('data', () => {
        socket.write('HTTP/1.1 103 Early Hints\r\nlink: </a>\r\n\r\n'.repeat(interims))
        socket.end(
          'HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: 2\r\n\r\n{}',
        )
      })
    })
    afterAll(() => void server.close())
    const port = await new Promise<number>((resolve) => {
      server.listen(0, '127.0.0.1', () => {
        const address = server.address()
        resolve(typeof address === 'object' && address !== null ? address.port : 0)
      })
    })
    return await createPinnedFetch({ loopback: true })(`http://127.0.0.1:${port}/client.json`)
  }
  expect(await answerAfter(10)).toMatchObject({ ok: true })
  expect(await answerAfter(11)).toEqual({
    ok: false,
    error: 'it sends interim answers without end',
  })
})
