import { afterAll, beforeAll, expect, test } from 'bun:test'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { openStore } from '../app/store/open.ts'
import { businessCaller } from './_business_calls.ts'
import { startUpstream, type UpstreamProvider } from './_identity_provider.ts'
import { codesAndTokens, givenWhereTheyDoNotBelong, signIn } from './_races/flows.ts'
import { createSecrets, KeepingBrowser, type Secrets } from './_races/secrets.ts'
import { type Home, makeHome, type Process, startIn } from './_races/service.ts'
import { freePort } from './_running.ts'

const SPOKEN = 'words that only a caller and a record may hold'

let upstream: UpstreamProvider
let home: Home
let service: Process
let secrets: Secrets
let clientId = ''
let database = ''
let audit = ''

beforeAll(async () => {
  const port = await freePort()
  upstream = await startUpstream([`http://localhost:${port}/oauth/callback`])
  home = await makeHome({
    PORT: String(port),
    BASE_URL: `http://localhost:${port}`,
    OIDC_ISSUER: upstream.issuer,
    OIDC_CLIENT_ID: upstream.clientId,
    OIDC_CLIENT_SECRET: upstream.clientSecret,
    LOG_LEVEL: 'debug',
  })
  service = await startIn(home, port)
  await service.ready()
  secrets = createSecrets()
  secrets.keep('secret at the provider', upstream.clientSecret)
  const browser = new KeepingBrowser(home.baseUrl, secrets)
  await signIn(browser, upstream, secrets)
  const connected = await codesAndTokens(browser, home.baseUrl, secrets)
  clientId = connected.clientId
  const { call } = businessCaller(home.baseUrl)
  await call('add_memory_note', { topic: 'other', text: SPOKEN }, connected.access)
  await call('search_records', { query: SPOKEN }, connected.access)
  await givenWhereTheyDoNotBelong(browser, home.baseUrl, { ...connected, secrets })
  database = await fileText(home)
  audit = await auditText(home)
  await service.stop()
}, 120_000)
afterAll(async () => {
  upstream.stop()
  await home.remove()
})

test('threat 38: every kind of secret was issued', () => {
  expect(secrets.kinds()).toEqual([
    'access token',
    'client assertion',
    'code',
    'code of the provider',
    'consent request',
    'cookie of a sign-in',
    'csrf',
    'integration key',
    'refresh token',
    'secret at the provider',
    'session cookie',
    'state of a sign-in',
    'state of the client',
    'verifier',
  ])
})

test('threat 38: no line of the log holds a secret, or what a caller said', () => {
  const log = service.lines.join('\n')
  expect(service.lines.length).toBeGreaterThan(40)
  expect(log).toContain('"path":"/oauth/token"')
  expect(secrets.foundIn(log)).toEqual([])
  expect(log).not.toContain(SPOKEN)
})

test('threat 38: no line of the audit holds a secret, or what a caller said', () => {
  expect(audit).toContain(clientId)
  expect(secrets.foundIn(audit)).toEqual([])
  expect(audit).not.toContain(SPOKEN)
})

test('threat 38: no secret stands in the file of the store or beside it', () => {
  expect(database).toContain(clientId)
  expect(database).toContain(SPOKEN)
  expect(secrets.foundIn(database)).toEqual([])
})

test('threat 38: a secret is found where one is', () => {
  const [, value = ''] = /"(lt_at_[^"]+)"/.exec(planted()) ?? []
  expect(secrets.foundIn(`x ${value} y`)).toEqual([])
  const own = createSecrets()
  own.keepIn(planted())
  expect(own.foundIn(`x ${value} y`)).toEqual(['access token'])
})

function planted(): string {
  return `"lt_at_${'a'.repeat(43)}"`
}

/** The file and its write-ahead log, while they are in use. */
async function fileText({ folder }: Home): Promise<string> {
  const names = await readdir(join(folder, 'data'))
  const files = names.map((name) => Bun.file(join(folder, 'data', name)).arrayBuffer())
  return (await Promise.all(files)).map((bytes) => Buffer.from(bytes).toString('latin1')).join('\n')
}

async function auditText({ env }: Home): Promise<string> {
  const opened = await openStore(env.DATABASE_URL ?? '')
  if (!opened.ok) throw new Error(opened.error)
  const rows = await opened.value.sql.all('SELECT * FROM audit ORDER BY seq')
  await opened.value.close()
  return JSON.stringify(rows)
}
