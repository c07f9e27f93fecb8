import { connect } from 'node:net'
import { createBusinessCaller } from '../support/business_calls.ts'
import type { UpstreamProvider } from '../support/identity_provider.ts'
import { findForm, newProof, openAuthorizationPage, REDIRECT, register } from './client.ts'
import type { KeepingBrowser } from './secrets.ts'

/** The event of an injected line; no line of the log may have it. */
export const FORGED = 'forged_by_a_caller'

const LINE = `{"time":"2026-01-01T00:00:00.000Z","level":"error","event":"${FORGED}"}`
/** Line ends of several kinds, an escape sequence, and half a JSON line. */
export const INJECTION = `x"}\r\n${LINE}\u0085${LINE}\u2028${LINE}\u2029\u001b[2K\u0000\u202e"`
/** The same for a header: one line of visible characters. */
const IN_HEADER = `x"},${LINE}`

/** Sends the injection in every field that the service might repeat. */
export async function injectEverywhere(
  browser: KeepingBrowser,
  url: string,
  given: {
    readonly access: string
    readonly clientId: string
    readonly upstream: UpstreamProvider
  },
): Promise<void> {
  await injectIntoAddresses(url)
  await injectIntoMessages(url, given.access)
  await injectIntoForms(browser, url, given.clientId)
  await injectIntoCallbacks(browser, url, given.upstream)
  await injectIntoDocuments(url)
}

async function injectIntoAddresses(url: string): Promise<void> {
  const encoded = encodeURIComponent(INJECTION)
  const headers = Object.fromEntries(
    ['user-agent', 'referer', 'x-forwarded-for', 'x-request-id', 'accept', 'cookie'].map((name) => [
      name,
      IN_HEADER,
    ]),
  )
  for (const path of ['/', '/mcp/', '/oauth/', '/account/', '/api/public/docs/pages/', '/docs/']) {
    await fetch(`${url}${path}${encoded}?q=${encoded}`, { headers })
  }
  await fetch(`${url}/api/public/docs/search?q=${encoded}&limit=${encoded}&kind=${encoded}`)
  const { port } = new URL(url)
  for (const head of [
    `GET /${IN_HEADER}`,
    `GET /a\u0001b"}`,
    `${FORGED}"} /`,
    `GET /\u0085${LINE}`,
  ]) {
    await sendRaw(Number(port), `${head} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n`)
  }
}

/** Sends bytes that no client library would send. */
async function sendRaw(port: number, text: string): Promise<void> {
  await new Promise<void>((done) => {
    const socket = connect(port, 'localhost', () => socket.write(text))
    socket.on('error', () => done())
    socket.on('close', () => done())
    socket.resume()
  })
}

async function injectIntoMessages(url: string, access: string): Promise<void> {
  const post = (path: string, body: unknown, headers: Readonly<Record<string, string>> = {}) =>
    fetch(url + path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
    })
  const message = { jsonrpc: '2.0', id: INJECTION }
  await post('/mcp', { ...message, method: INJECTION })
  await post('/mcp', { ...message, method: 'resources/read', params: { uri: INJECTION } })
  await post('/mcp', { ...message, method: 'prompts/get', params: { name: INJECTION } })
  await post(
    '/mcp',
    { ...message, method: 'tools/list' },
    {
      'mcp-protocol-version': IN_HEADER,
      'mcp-method': IN_HEADER,
      'mcp-name': IN_HEADER,
      origin: IN_HEADER,
    },
  )
  await post('/a2a', { ...message, method: INJECTION, params: { message: { role: INJECTION } } })
  const { call } = createBusinessCaller(url)
  const meta = { 'lectern/idempotencyKey': INJECTION }
  await call(INJECTION, { [INJECTION]: INJECTION }, access)
  await call('search_public_docs', { query: INJECTION })
  await call('search_records', { query: INJECTION }, access)
  await call('add_memory_note', { topic: INJECTION, text: INJECTION }, access)
  await call('add_memory_note', { topic: 'other', text: INJECTION }, access, meta)
  await call('add_memory_note', { topic: 'other', text: INJECTION }, access)
  await call('get_job', { id: INJECTION, [INJECTION]: true }, access)
}

async function injectIntoForms(
  browser: KeepingBrowser,
  url: string,
  clientId: string,
): Promise<void> {
  const post = (path: string, fields: Readonly<Record<string, string>>, headers = {}) =>
    fetch(url + path, { method: 'POST', headers, body: new URLSearchParams(fields) })
  const all = (names: readonly string[]) =>
    Object.fromEntries(names.map((name) => [name, INJECTION] as const))
  await fetch(`${url}/oauth/register`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ client_name: INJECTION, redirect_uris: [REDIRECT], scope: INJECTION }),
  })
  const named = await register(url, INJECTION)
  const { challenge } = newProof()
  await openAuthorizationPage(browser, url, { clientId: named, challenge, state: INJECTION })
  const asked = ['response_type', 'scope', 'state', 'resource', 'prompt', 'redirect_uri']
  await fetch(
    `${url}/oauth/authorize?${new URLSearchParams({ ...all(asked), client_id: clientId })}`,
  )
  await fetch(`${url}/oauth/authorize?${new URLSearchParams(all([...asked, 'client_id']))}`)
  const token = ['grant_type', 'code', 'code_verifier', 'refresh_token', 'client_id', 'scope']
  await post('/oauth/token', all(token))
  await post('/oauth/token', {
    ...all(token),
    grant_type: 'authorization_code',
    client_id: clientId,
  })
  await post('/oauth/token', all(token), { authorization: `Basic ${IN_HEADER}` })
  await post('/oauth/revoke', all(['token', 'token_type_hint', 'client_id']))
  const cookie = [...browser.cookies].map((pair) => pair.join('=')).join('; ')
  for (const path of ['/account', '/oauth/consent', '/oauth/sign-in']) {
    const fields = all(['action', 'approval', 'version', 'grant', 'request', 'decision', 'return'])
    await post(path, fields, { cookie, origin: IN_HEADER })
    await post(path, fields, { cookie })
  }
}

/** Callbacks for a sign-in that this browser began: others are not even read. */
async function injectIntoCallbacks(
  browser: KeepingBrowser,
  url: string,
  { issuer }: UpstreamProvider,
): Promise<void> {
  for (const said of ['error', 'error_description', 'code', 'iss']) {
    await browser.open('/oauth/sign-in?return=/account&again=1')
    const form = findForm(await browser.open('/oauth/sign-in?again=1'), 'Continue')
    const there = await browser.submit(form, form.buttons[0])
    const state = new URL(there.url).searchParams.get('state') ?? ''
    const query = new URLSearchParams({ state, iss: issuer, [said]: INJECTION })
    await browser.open(`${url}/oauth/callback?${query}`)
  }
}

/** Clients identified by their document, and documents that are anything but a client. */
async function injectIntoDocuments(url: string): Promise<void> {
  const server = Bun.serve({
    hostname: '127.0.0.1',
    port: 0,
    fetch: ({ url: asked }) => {
      const documents: Readonly<Record<string, unknown>> = {
        '/name': { client_id: asked, client_name: INJECTION, redirect_uris: [INJECTION] },
        '/other': { client_id: INJECTION, client_name: INJECTION, redirect_uris: [REDIRECT] },
        '/method': { client_id: asked, client_name: 'x', token_endpoint_auth_method: INJECTION },
      }
      const { pathname } = new URL(asked)
      const body = documents[pathname]
      return body === undefined ? new Response(INJECTION, { status: 500 }) : Response.json(body)
    },
  })
  const addresses = ['name', 'other', 'method', `${encodeURIComponent(INJECTION)}`, `x?${FORGED}=1`]
  for (const address of addresses) {
    const query = new URLSearchParams({
      response_type: 'code',
      client_id: `http://127.0.0.1:${server.port}/${address}`,
      redirect_uri: REDIRECT,
      code_challenge: newProof().challenge,
      code_challenge_method: 'S256',
    })
    await fetch(`${url}/oauth/authorize?${query}`)
  }
  await server.stop(true)
}
