import { afterAll, beforeAll, expect, test } from 'bun:test'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { openStore } from '../../../app/foundation/store/open.ts'
import { misplaceSecrets, runCodesAndTokens, signIn } from '../../races/flows.ts'
import { FORGED, injectEverywhere } from '../../races/injections.ts'
import { createSecrets, KeepingBrowser, type Secrets } from '../../races/secrets.ts'
import { type Home, makeHome, type Process, startIn } from '../../races/service.ts'
import { testLong, verifies } from '../../requirements/verifies.ts'
import { createBusinessCaller } from '../../support/business_calls.ts'
import { startUpstream, type UpstreamProvider } from '../../support/identity_provider.ts'
import { POSTGRES, startPostgres } from '../../support/postgres.ts'
import { freePort } from '../../support/running.ts'

const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/
const LEVEL = /^(?:debug|info|warn|error)$/
// Control characters, line ends of any kind and direction marks.
const CONTROLS = /[\p{Cc}\u2028\u2029\u202a-\u202e]/u
const SPOKEN = 'words that only a caller and a record may hold'

let upstream: UpstreamProvider
let home: Home
let service: Process
let secrets: Secrets
let clientId = ''
let database = ''
let stopped = ''
let audit = ''

beforeAll(async () => {
  const port = await freePort()
  upstream = await startUpstream([`http://localhost:${port}/oauth/callback`])
  const env = {
    OIDC_ISSUER: upstream.issuer,
    OIDC_CLIENT_ID: upstream.clientId,
    OIDC_CLIENT_SECRET: upstream.clientSecret,
    LOG_LEVEL: 'debug',
  }
  home = await makeHome(env, port)
  service = await startIn(home)
  await service.ready()
  secrets = createSecrets()
  secrets.keep('secret at the provider', upstream.clientSecret)
  const browser = new KeepingBrowser(home.baseUrl, secrets)
  await signIn(browser, upstream, secrets)
  const connected = await runCodesAndTokens(browser, home.baseUrl, secrets)
  clientId = connected.clientId
  const { call } = createBusinessCaller(home.baseUrl)
  await call('add_memory_note', { topic: 'other', text: SPOKEN }, connected.access)
  await call('search_records', { query: SPOKEN }, connected.access)
  await injectEverywhere(browser, home.baseUrl, { ...connected, upstream })
  await misplaceSecrets(browser, home.baseUrl, { ...connected, secrets })
  database = await fileText(home)
  audit = await auditText(home)
  await service.stop()
  stopped = await fileText(home)
})
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

test('threat 38: no line of the log contains a secret or text from a caller', () => {
  const log = service.lines.join('\n')
  expect(service.lines.length).toBeGreaterThan(40)
  expect(log).toContain('"path":"/oauth/token"')
  expect(secrets.findIn(log)).toEqual([])
  expect(log).not.toContain(SPOKEN)
})

test('threat 38: no line of the audit contains a secret or text from a caller', () => {
  expect(audit).toContain(clientId)
  expect(secrets.findIn(audit)).toEqual([])
  expect(audit).not.toContain(SPOKEN)
})

// A client's state is returned unchanged (RFC 6749 section 4.1.2), so it is stored.
const RETURNED = 'state of the client'

test('threat 38: the file of the store contains no secret', () => {
  expect(stopped).toContain(clientId)
  expect(stopped).toContain(SPOKEN)
  expect(new Set(secrets.findIn(stopped))).toEqual(new Set([RETURNED]))
})

test('threat 38: beside the file stands at most the way back of a sign-in that is going on', () => {
  expect(database).toContain(clientId)
  // No session has that consent request yet; whoever uses it must sign in first.
  const found = secrets.findIn(database).filter((what) => what !== RETURNED)
  expect(['consent request']).toEqual(expect.arrayContaining(found))
})

/** Sentences for the operator, which go to the other output. */
const SENTENCE = /^(?:Building|Serving) /

verifies('log.json_lines', 'threat 38: text from a caller neither ends nor begins a line', () => {
  const events = new Map<string, number>()
  for (const line of service.lines.filter((each) => !SENTENCE.test(each))) {
    const { time, level, event } = JSON.parse(line) as Readonly<Record<string, string>>
    expect([time, level]).toEqual([expect.stringMatching(INSTANT), expect.stringMatching(LEVEL)])
    events.set(event ?? '', (events.get(event ?? '') ?? 0) + 1)
    expect([line, CONTROLS.test(line)]).toEqual([line, false])
  }
  expect(events.has(FORGED)).toBe(false)
  expect([...events.keys()].sort()).toEqual([
    'business',
    'client_document_refused',
    'listening',
    'request',
    'sign_in_refused',
    'stopping',
  ])
})

test('threat 38: text from a caller is in the log only as part of a path', () => {
  const said = service.lines.filter((line) => line.includes(FORGED))
  expect(said.length).toBeGreaterThan(5)
  for (const line of said) {
    const { event, path, ...others } = JSON.parse(line) as Readonly<Record<string, string>>
    expect([event, path?.includes(FORGED)]).toEqual(['request', true])
    expect(JSON.stringify(others)).not.toContain(FORGED)
  }
})

test('threat 38: the search finds a secret that is there', () => {
  const [, value = ''] = /"(lt_at_[^"]+)"/.exec(plantValue()) ?? []
  expect(secrets.findIn(`x ${value} y`)).toEqual([])
  const own = createSecrets()
  own.keepIn(plantValue())
  expect(own.findIn(`x ${value} y`)).toEqual(['access token'])
})

testLong('threat 38: an unavailable store puts no password into the log', async () => {
  const postgres = await startPostgres()
  const databaseUrl = await postgres.database()
  const { password } = new URL(databaseUrl)
  const own = await makeHome({ DEV_SIGN_IN: '1', DATABASE_URL: databaseUrl })
  const running = await startIn(own)
  await running.ready()
  await postgres.stop()
  const cookie = `sid=lt_ss_${'a'.repeat(43)}`
  expect((await fetch(`${running.url}/account`, { headers: { cookie } })).status).toBe(503)
  await running.stop()
  const late = await startIn(own)
  await late.ready()
  await late.stop()
  await postgres.remove()
  await own.remove()
  const log = [...running.lines, ...late.lines].join('\n')
  expect(log).toContain('oauth_store_unavailable')
  expect(log).not.toContain(password)
}, [POSTGRES])

function plantValue(): string {
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
