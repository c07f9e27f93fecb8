import { expect, test } from 'bun:test'
import { err, ok } from '../../../app/contract/result.ts'
import type { FetchDocument } from '../../../app/interfaces/oauth/plugin.ts'
import { createPinnedFetch } from '../../../app/service/network/pinned_fetch.ts'
import { verifies } from '../../requirements/verifies.ts'
import { waitUntil } from '../../support/wait_until.ts'
import { documentOf, jsonAnswer, startDocumentServer } from './document_server.ts'
import { authorizePath } from './oauth_calls.ts'
import {
  answerWith,
  beginAuthorization,
  bytesOf,
  openServiceFetching,
  URL_OF_CLIENT,
} from './oauth_documents.ts'
import { openOauthService } from './oauth_service.ts'

const REDIRECT = 'http://127.0.0.1:4000/cb'

verifies('open.oauth_endpoints', 'a client may be the address of its document', async () => {
  const { service, fetched } = await openServiceFetching(answerWith(documentOf(URL_OF_CLIENT)))
  const answer = await beginAuthorization(service, URL_OF_CLIENT)
  expect(answer.headers.get('location')).toStartWith('/oauth/consent?request=')
  expect(fetched).toEqual([URL_OF_CLIENT])
})

test('threat 5: no address but a plain public one is even looked at', async () => {
  const { service, fetched } = await openServiceFetching(answerWith({}))
  const addresses = [
    'http://client.example/client.json',
    'https://client.example',
    'https://127.0.0.1/c.json',
    'https://0x7f.1/c.json',
    'https://2130706433/c.json',
    'https://0177.0.0.1/c.json',
    'https://127.1/c.json',
    'https://[::1]/c.json',
    'https://[::ffff:127.0.0.1]/c.json',
    'https://\u2460\u2461\u2466.0.0.1/c.json',
    'https://user@client.example/c.json',
    'https://user:pass@client.example/c.json',
    'https://client.example/c.json#part',
    'https://client.example/a/%2e%2e/c.json',
    'https://client.example/a/.%2E/c.json',
    'https://client.example/./c.json',
    'https://client.example/a/../c.json',
    'https://client.example\\@evil.example/c.json',
    'https://client.example/a\\b.json',
    'https://client.example./c.json',
    'https://client.example:8443/c.json',
    'https://client.example:443/c.json',
    'https://client/c.json',
    'https://localhost/c.json',
    'https://docs.example.com/c.json',
    'https://CLIENT.example/c.json',
    'https://cli\u0435nt.example/c.json',
    'https://client.example/c d.json',
    'https://client.example/c\n.json',
    `https://client.example/${'x'.repeat(513 - 23)}`,
    'HTTPS://client.example/c.json',
    'https:client.example/c.json',
    'https:///client.example/c.json',
    'ftp://client.example/c.json',
  ]
  expect(addresses.at(-5)).toHaveLength(513)
  for (const address of addresses) {
    const answer = await beginAuthorization(service, address)
    expect(`${address} ${answer.status}`).toBe(`${address} 400`)
    expect(answer.headers.get('location')).toBeNull()
  }
  expect(fetched).toEqual([])
  await beginAuthorization(service, `https://client.example/${'x'.repeat(512 - 23)}`)
  expect(fetched).toHaveLength(1)
})

test('nothing is fetched for a request that would be refused anyway', async () => {
  const { service, fetched } = await openServiceFetching(answerWith(documentOf(URL_OF_CLIENT)))
  const mistakes = [
    { code_challenge: undefined },
    { response_type: 'token' },
    { scope: 'unknown' },
    { resource: 'https://other.example/mcp' },
    { redirect_uri: undefined },
    { redirect_uri: 'http://evil.example/cb' },
    { redirect_uri: 'javascript:alert(1)' },
  ]
  for (const changed of mistakes) {
    const whole = { client_id: URL_OF_CLIENT, redirect_uri: REDIRECT, ...changed }
    expect((await service.ask(authorizePath(whole))).status).toBe(400)
  }
  expect(fetched).toEqual([])
})

test('threat 8: what failed is not kept, what is good is kept 5 minutes to a day', async () => {
  let answer: Awaited<ReturnType<FetchDocument>> = err('it answered 500')
  const { service, fetched } = await openServiceFetching(async () => answer)
  const status = async () => (await beginAuthorization(service, URL_OF_CLIENT)).status
  expect(await status()).toBe(400)
  answer = ok({ body: bytesOf({ client_id: 'other' }), maxAge: 3600 })
  expect(await status()).toBe(400)
  expect(fetched).toHaveLength(2)
  const good = bytesOf(documentOf(URL_OF_CLIENT))
  const keptFor = async (maxAge: number | undefined, ms: number) => {
    answer = ok({ body: good, maxAge })
    const before = fetched.length
    expect(await status()).toBe(303)
    expect(fetched).toHaveLength(before + 1)
    service.wait(ms - 1)
    expect(await status()).toBe(303)
    expect(fetched).toHaveLength(before + 1)
    service.wait(1)
  }
  await keptFor(0, 300_000)
  await keptFor(undefined, 300_000)
  await keptFor(3600, 3_600_000)
  await keptFor(999_999_999, 86_400_000)
  answer = err('it cannot be reached')
  expect(await status()).toBe(400)
})

test('threat 8: fifty requests at once fetch once', async () => {
  const { service, fetched } = await openServiceFetching(async () => {
    await Bun.sleep(50)
    return ok({ body: bytesOf(documentOf(URL_OF_CLIENT)), maxAge: 600 })
  })
  const answers = await Promise.all(
    Array.from({ length: 50 }, () => beginAuthorization(service, URL_OF_CLIENT)),
  )
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 303))
  expect(fetched).toEqual([URL_OF_CLIENT])
})

test('one document of a host and eight in all are fetched at a time', async () => {
  const held = holdFetches()
  const { service } = await openServiceFetching(held.fetch, { isProxied: true })
  const statuses = async (urls: readonly string[]) =>
    await held.settle(
      urls.map((url, index) => beginAuthorization(service, url, `198.51.100.${index}`)),
    )
  const many = Array.from({ length: 12 }, (_, index) => `https://c${index}.example/c.json`)
  const answers = await statuses(many)
  expect(answers.filter((status) => status === 303)).toHaveLength(8)
  expect(held.most()).toBe(8)
  const oneHost = await statuses(['https://d.example/1.json', 'https://d.example/2.json'])
  expect(oneHost.toSorted()).toEqual([303, 400])
  expect(await statuses(many.slice(8))).toEqual([303, 303, 303, 303])
})

test('one address cannot hold all fetches against the others', async () => {
  const held = holdFetches()
  const { service } = await openServiceFetching(held.fetch, { isProxied: true })
  const from = (address: string, host: string) =>
    beginAuthorization(service, `https://${host}.example/c.json`, address)
  const hosts = Array.from({ length: 12 }, (_, index) => `c${index}`)
  const greedy = hosts.map((host) => from('198.51.100.1', host))
  // One subscriber of IPv6 has a whole network of addresses.
  const network = hosts.map((host, index) => from(`2001:db8::${index}`, `six-${host}`))
  const others = ['d', 'e'].map((host, index) => from(`198.51.100.${index + 2}`, host))
  const statuses = await held.settle([...greedy, ...network, ...others])
  for (const first of [0, hosts.length]) {
    const some = statuses.slice(first, first + hosts.length)
    expect(some.filter((status) => status === 303)).toHaveLength(2)
  }
  expect(statuses.slice(-others.length)).toEqual([303, 303])
  expect(await held.settle([from('198.51.100.1', 'c11')])).toEqual([303])
})

/** Fetches of documents that take until every request of a crowd is refused or waits for one. */
function holdFetches() {
  let [flying, most] = [0, 0]
  let open = Promise.withResolvers<void>()
  const fetch: FetchDocument = async (url) => {
    flying += 1
    most = Math.max(most, flying)
    await open.promise
    flying -= 1
    return ok({ body: bytesOf(documentOf(url)), maxAge: 600 })
  }
  const settle = async (asked: readonly Promise<Response>[]): Promise<readonly number[]> => {
    let answered = 0
    const statuses = asked.map(async (answer) => {
      const { status } = await answer
      answered += 1
      return status
    })
    await waitUntil(() => flying + answered === asked.length)
    open.resolve()
    open = Promise.withResolvers<void>()
    return await Promise.all(statuses)
  }
  return { fetch, settle, most: () => most }
}

test('the settings say whose documents are taken', async () => {
  const statusWith = async (documents: {
    policy: 'any' | 'allowlist' | 'off'
    hosts?: string[]
  }) => {
    const answer = answerWith(documentOf(URL_OF_CLIENT))
    const { service, fetched } = await openServiceFetching(answer, { config: { documents } })
    return [(await beginAuthorization(service, URL_OF_CLIENT)).status, fetched.length]
  }
  expect(await statusWith({ policy: 'any' })).toEqual([303, 1])
  expect(await statusWith({ policy: 'allowlist', hosts: ['client.example'] })).toEqual([303, 1])
  expect(await statusWith({ policy: 'allowlist', hosts: ['example'] })).toEqual([400, 0])
  expect(await statusWith({ policy: 'off' })).toEqual([400, 0])
})

test('a disabled document client looks like an unknown client', async () => {
  const { service } = await openServiceFetching(answerWith(documentOf(URL_OF_CLIENT)))
  expect((await beginAuthorization(service, URL_OF_CLIENT)).status).toBe(303)
  await service.store.transaction((sql) => sql.run('UPDATE client SET disabled = 1'))
  const [disabled, unknown] = [
    await beginAuthorization(service, URL_OF_CLIENT),
    await beginAuthorization(service, 'nobody'),
  ]
  expect(disabled.status).toBe(400)
  expect(await disabled.text()).toBe(await unknown.text())
})

test('a service on loopback accepts documents from this machine, but not its own', async () => {
  const server = await startDocumentServer()
  const fetchDocument = createPinnedFetch({ loopback: true, certificates: server.certificate.cert })
  const service = await openOauthService({ baseUrl: 'http://localhost:8080', fetchDocument })
  const url = `https://localhost:${server.port}/client.json`
  server.answer = () => jsonAnswer(documentOf(url))
  expect((await beginAuthorization(service, url)).status).toBe(303)
  const plain = Bun.serve({
    hostname: '127.0.0.1',
    port: 0,
    fetch: ({ url: asked }) => jsonAnswer(documentOf(asked)),
  })
  expect((await beginAuthorization(service, `http://127.0.0.1:${plain.port}/c.json`)).status).toBe(
    303,
  )
  await plain.stop(true)
  for (const own of ['http://127.0.0.1:8080/c.json', 'http://localhost:8080/c.json']) {
    expect((await beginAuthorization(service, own)).status).toBe(400)
  }
  const publicWindow = await openOauthService({ fetchDocument })
  expect((await beginAuthorization(publicWindow, url)).status).toBe(400)
  expect(server.paths).toEqual(['/client.json'])
})
