import { afterAll, beforeAll, expect, test } from 'bun:test'
import { createAudit } from '../../../app/foundation/store/audit.ts'
import type { SqlRow } from '../../../app/foundation/store/port.ts'
import { type Shot, sendAllAtOnce } from '../../races/at_once.ts'
import {
  buildRedemption,
  buildRenewal,
  fieldsOf,
  findForm,
  newBrowser,
  newProof,
  obtainCode,
  openConsentPage,
  readTokens,
  redeem,
  refresh,
  register,
} from '../../races/client.ts'
import { type Home, makeHome, type Process, startProcesses } from '../../races/service.ts'
import { verifies } from '../../requirements/verifies.ts'
import { createBusinessCaller, type ToolResult } from '../../support/business_calls.ts'
import type { HeadlessBrowser } from '../../support/headless_browser.ts'
import { forEachStore, type TestStore } from '../../support/stores.ts'

const RUNNERS = 50

forEachStore((_, open) => {
  let store: TestStore
  let home: Home
  let processes: readonly Process[]
  let browser: HeadlessBrowser

  beforeAll(async () => {
    store = await open()
    home = await makeHome({ DEV_SIGN_IN: '1', DATABASE_URL: store.url })
    processes = await startProcesses(home, 3)
    browser = newBrowser(home.baseUrl)
  })
  afterAll(async () => {
    await Promise.all(processes.map((process) => process.stop()))
    await home.remove()
  })

  /** All at once, spread over the three processes. */
  const race = (shot: (url: string, at: number) => Shot) =>
    sendAllAtOnce(
      Array.from({ length: RUNNERS }, (_, at) => shot(urlOf(at), at)),
      processes,
    )
  const raceForTokens = async (shot: (url: string, at: number) => Shot) =>
    await Promise.all((await race(shot)).map(readTokens))
  const urlOf = (at: number) => processes[at % 3]?.url ?? ''

  /** What the browser would send from one of our pages. */
  const form = (url: string, path: string, body: URLSearchParams): Shot => ({
    url: url + path,
    headers: {
      cookie: [...browser.cookies].map(([name, value]) => `${name}=${value}`).join('; '),
      origin: home.baseUrl,
      'sec-fetch-site': 'same-origin',
      'content-type': 'application/x-www-form-urlencoded',
    },
    body: body.toString(),
  })
  /** Lines of the audit about one grant or approval, in their order. */
  const lines = async (column: 'grant_id' | 'approval_id', id: unknown) => {
    const found = await store.sql.all(
      `SELECT event, outcome FROM audit WHERE ${column} = ? ORDER BY seq`,
      String(id),
    )
    return found.map(({ event, outcome }) => `${event} ${outcome}`)
  }
  const newestGrant = async (clientId: string): Promise<SqlRow> =>
    (await store.sql.one('SELECT * FROM grant_ WHERE client_id = ?', clientId)) ?? {}
  const profile = (access: string, at: number) =>
    createBusinessCaller(urlOf(at)).call('get_business_profile', {}, access)
  const noServerFault = () => {
    const said = processes.flatMap((process) => process.lines)
    return said.filter((line) => /"level":"error"|"status":5/.test(line))
  }

  verifies(
    'replicas.once',
    'threat 12: 50 redemptions in 3 processes: one 200, 49 invalid_grant, no 5xx; ' +
      'the second is a replay, so the tokens of the winner are dead and its grant is revoked',
    async () => {
      const clientId = await register(home.baseUrl, 'Redeemer')
      const consented = await obtainCode(browser, home.baseUrl, clientId)
      const answers = await raceForTokens((url) => buildRedemption(url, clientId, consented))
      const [winner, ...others] = answers.filter(({ status }) => status === 200)
      expect(others).toEqual([])
      const lost = answers.filter(
        ({ status, error }) => status === 400 && error === 'invalid_grant',
      )
      expect(lost).toHaveLength(RUNNERS - 1)
      const { access = '', refresh: next = '' } = winner ?? {}
      for (const at of [0, 1, 2]) expect((await profile(access, at)).status).toBe(401)
      expect(await refresh(urlOf(1), clientId, next)).toMatchObject({ error: 'invalid_grant' })
      const grant = await newestGrant(clientId)
      expect([grant.status, grant.reason]).toEqual(['revoked', 'code_reuse'])
      const said = ['consent allowed', 'token issued', 'code_reuse revoked']
      expect(await lines('grant_id', grant.id)).toEqual(said)
      expect(noServerFault()).toEqual([])
    },
  )

  test('threat 12: of 50 redemptions the one with the verifier wins, its tokens live', async () => {
    const clientId = await register(home.baseUrl, 'Guessed at')
    const { code, verifier } = await obtainCode(browser, home.baseUrl, clientId)
    const answers = await raceForTokens((url, at) => {
      const own = at === 25 ? verifier : newProof().verifier
      return buildRedemption(url, clientId, { code, verifier: own })
    })
    const [winner, ...others] = answers.filter(({ status }) => status === 200)
    expect(others).toEqual([])
    expect(answers.filter(({ error }) => error === 'invalid_grant')).toHaveLength(RUNNERS - 1)
    for (const at of [0, 1, 2]) expect((await profile(winner?.access ?? '', at)).status).toBe(200)
  })

  test(
    'threat 16: of 50 refreshes with one token the first and one repeat in the overlap get ' +
      'tokens, the third is theft: 48 invalid_grant, and every token of the grant is dead',
    async () => {
      const clientId = await register(home.baseUrl, 'Refresher')
      const first = await redeem(urlOf(0), clientId, await obtainCode(browser, urlOf(0), clientId))
      const answers = await raceForTokens((url) => buildRenewal(url, clientId, first.refresh))
      const won = answers.filter(({ status }) => status === 200)
      expect(won).toHaveLength(2)
      expect(answers.filter(({ error }) => error === 'invalid_grant')).toHaveLength(RUNNERS - 2)
      for (const [at, { access, refresh: next }] of [first, ...won].entries()) {
        expect((await profile(access, at)).status).toBe(401)
        expect(await refresh(urlOf(at), clientId, next)).toMatchObject({ error: 'invalid_grant' })
      }
      const grant = await newestGrant(clientId)
      expect([grant.status, grant.reason]).toEqual(['revoked', 'refresh_reuse'])
      const said = await lines('grant_id', grant.id)
      expect(said.slice(2)).toEqual(['refresh issued', 'refresh repeated', 'refresh_reuse revoked'])
      expect(noServerFault()).toEqual([])
    },
  )

  test('threat 20: 50 posts of one consent: one code and one grant, 49 come too late', async () => {
    const clientId = await register(home.baseUrl, 'Consenter')
    const { challenge, verifier } = newProof()
    const page = await openConsentPage(browser, home.baseUrl, { clientId, challenge })
    const shown = findForm(page, 'Allow')
    const [business = ''] = shown.choices.get('business') ?? []
    const body = fieldsOf(shown, 'Allow', { business })
    const answers = await race((url) => form(url, '/oauth/consent', body))
    const [sent, ...others] = answers.filter(({ status }) => status === 303)
    expect(others).toEqual([])
    const ended = answers.filter(({ status }) => status === 400)
    expect(ended).toHaveLength(RUNNERS - 1)
    for (const answer of ended) expect(await answer.text()).toContain('This request has expired')
    const code = new URL(sent?.headers.get('location') ?? '').searchParams.get('code') ?? ''
    const made = await store.sql.all('SELECT id FROM grant_ WHERE client_id = ?', clientId)
    expect(made).toHaveLength(1)
    expect(await lines('grant_id', made[0]?.id)).toEqual(['consent allowed'])
    expect((await redeem(urlOf(2), clientId, { code, verifier })).status).toBe(200)
    expect(noServerFault()).toEqual([])
  })

  test('threat 39: 50 approvals of one held call: applied once, 49 come too late', async () => {
    const clientId = await register(home.baseUrl, 'Holder')
    const { access } = await redeem(
      urlOf(0),
      clientId,
      await obtainCode(browser, urlOf(0), clientId),
    )
    const { call } = createBusinessCaller(home.baseUrl)
    const jobs = await call('list_jobs', { status: 'confirmed' }, access)
    const id = jobs.result?.structuredContent?.records?.[0]?.id ?? ''
    const held = await call('cancel_job', { id, cancel_reason: 'Raced.' }, access)
    const approval = held.result?.structuredContent?.approval_id ?? ''
    const version = async () => {
      const read = "SELECT version FROM domain_record WHERE type = 'job' AND id = ?"
      return Number((await store.sql.one(read, id))?.version)
    }
    const before = await version()
    const account = await browser.open('/account')
    const body = fieldsOf(findForm(account, 'Approve'), 'Approve')
    expect(body.get('approval')).toBe(approval)
    const answers = await race((url) => form(url, '/account', body))
    const done = answers.filter(({ status }) => status === 303)
    expect(done.map((answer) => answer.headers.get('location'))).toEqual(['/account?done=applied'])
    const late = answers.filter(({ status }) => status === 409)
    expect(late).toHaveLength(RUNNERS - 1)
    for (const answer of late) expect(await answer.text()).toContain('has already been decided')
    expect(await version()).toBe(before + 1)
    const said = ['approval_held held', 'approval_decided approved', 'approval_applied applied']
    expect(await lines('approval_id', approval)).toEqual(said)
    expect(noServerFault()).toEqual([])
  })

  test('50 writes under one key: applied once, the others answered alike or to wait', async () => {
    const clientId = await register(home.baseUrl, 'Writer')
    const { access } = await redeem(
      urlOf(0),
      clientId,
      await obtainCode(browser, urlOf(0), clientId),
    )
    const args = { topic: 'other', text: 'Written in a race.' }
    const _meta = { 'lectern/idempotencyKey': 'raced' }
    const params = { name: 'add_memory_note', arguments: args, _meta }
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params })
    const headers = {
      authorization: `Bearer ${access}`,
      'content-type': 'application/json',
      'mcp-protocol-version': '2025-11-25',
    }
    const answers = await race((url) => ({ url: `${url}/mcp`, headers, body }))
    expect(answers.map(({ status }) => status)).toEqual(Array(RUNNERS).fill(200))
    const results = await Promise.all(answers.map(resultIn))
    const applied = results.filter(({ isError }) => isError !== true)
    const waiting = results.filter(({ isError }) => isError === true)
    for (const { content } of waiting) expect(content[0]?.text).toContain('is in progress')
    expect(applied[0]?.structuredContent?.status).toBe('applied')
    for (const result of applied) expect(result).toEqual(applied[0] ?? { content: [] })
    const notes = await store.sql.all(
      "SELECT id FROM domain_record WHERE type = 'memory_note' AND fields LIKE ?",
      '%Written in a race.%',
    )
    expect(notes).toHaveLength(1)
    const said = await lines('grant_id', (await newestGrant(clientId)).id)
    expect(said.filter((line) => line === 'tool_write applied')).toHaveLength(1)
    expect(said.filter((line) => line === 'tool_write repeated')).toHaveLength(applied.length - 1)
    expect(noServerFault()).toEqual([])
  })

  test('after all races the audit is one whole chain', async () => {
    expect(await createAudit(store, { clock: Date.now }).findBreak()).toBeUndefined()
  })
})

async function resultIn(answer: Response): Promise<ToolResult> {
  // The service under test wrote it; what is not as expected fails in the test that reads it.
  const { result } = (await answer.json()) as { result: ToolResult }
  return result
}
