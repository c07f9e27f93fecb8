import { expect, test } from 'bun:test'
import { importSigningKey, signRequest } from '../../app/business/tools/adapters/http_signature.ts'
import { verifies, verifiesLong } from '../requirements/verifies.ts'
import { SECRET } from './running_product.ts'
import { createHandler, type Outcome } from './typescript/mod.ts'
import { createGuard, keepSeenInMemory } from './typescript/signature.ts'

const OWN = import.meta.dir
const SENT_MS = 1_000_000_000_000
const USER = { id: 'user_1', issuer: 'urn:test', subject: 'ada' }
const PLACE = { workspace_id: 'quill', business_id: 'bakery' }
const NOTE = { type: 'note', id: 'note_1', business_id: 'bakery', fields: {} }
const APPLIED: Outcome = { outcome: 'applied', result: {}, records: [NOTE] }

/** A request of `SENT_MS` that may be sent again, with a body that may come slowly. */
async function sign(path: string, asked: object) {
  const body = new TextEncoder().encode(JSON.stringify(asked))
  const signed = await signRequest(await importSigningKey(SECRET), {
    path,
    timestampS: SENT_MS / 1000,
    requestId: crypto.randomUUID(),
    body,
  })
  const headers = { ...signed, 'content-type': 'application/json' }
  return (sent: BodyInit = body) =>
    new Request(`http://product${path}`, { method: 'POST', headers, body: sent })
}

verifies('product_check.packages', 'a replay with a slow body is refused', async () => {
  let nowMs = SENT_MS
  const guard = createGuard({ secrets: [SECRET], clock: () => nowMs })
  const make = await sign('/call', {})
  expect(await guard(make())).toMatchObject({ taken: true })
  nowMs += 299_000
  const slow = new ReadableStream<Uint8Array>({
    pull: (controller) => {
      nowMs += 2000
      controller.enqueue(new TextEncoder().encode('{}'))
      controller.close()
    },
  })
  expect(await guard(make(slow))).toEqual({ taken: false, status: 401 })
})

verifies('product_check.packages', 'a clock that steps forgets no request too early', async () => {
  const times = [SENT_MS, SENT_MS, SENT_MS + 300_000, SENT_MS + 302_000]
  const guard = createGuard({ secrets: [SECRET], clock: () => times.shift() ?? SENT_MS })
  const make = await sign('/call', {})
  expect(await guard(make())).toMatchObject({ taken: true })
  expect(await guard(make())).toEqual({ taken: false, status: 409 })
})

verifies('product_check.packages', 'a request looks at few of the ids that are kept', () => {
  let nowMs = SENT_MS
  let looks = 0
  const seen = keepSeenInMemory(() => nowMs)
  const add = (id: string) => {
    const endsS = nowMs / 1000 + 600
    const countLook = () => {
      looks++
      return endsS
    }
    const counted = { valueOf: countLook }
    // Whoever compares or divides it gets a number.
    return seen.add(id, counted as unknown as number)
  }
  // Ten a second: 6000 are kept at any time.
  for (let at = 0; at < 20_000; at++) {
    nowMs += 100
    expect(add(`id_${at}`)).toBe(true)
  }
  expect(looks).toBeLessThan(60_000)
  expect([add('id_19999'), add('id_14000')]).toEqual([false, false])
  nowMs += 661_000
  expect(add('id_19999')).toBe(true)
})

/** Asks a handler of one writing operation for a write that has a second left. */
async function write(outcome: Outcome, waitsMs: number) {
  let nowMs = SENT_MS
  const faults: unknown[] = []
  const handle = createHandler({
    basePath: '',
    secrets: [SECRET],
    clock: () => nowMs,
    report: (fault) => faults.push(fault),
    keys: {
      applyOnce: (_key, _text, apply) => {
        nowMs += waitsMs
        return apply()
      },
    },
    product: {
      recordTypes: ['note'],
      businesses: () => [{ ...PLACE, workspace_name: 'Quill', business_name: 'Bakery' }],
      operations: { 'note.add': { kind: 'write', run: () => outcome } },
    },
  })
  const names = { request_id: 'r', grant_id: 'g', client_id: 'c' }
  const make = await sign('/call', {
    operation: 'note.add',
    kind: 'write',
    args: {},
    context: { ...names, user: USER, ...PLACE, scopes: ['mcp:business:write'] },
    record_types: ['note'],
    idempotency_key: 'key',
    deadline: SENT_MS + 1000,
  })
  const answer = await handle(make())
  return { status: answer.status, text: await answer.text(), faults }
}

verifies('product_check.packages', 'a write that waited past its deadline is refused', async () => {
  expect((await write(APPLIED, 0)).text).toContain('applied')
  expect((await write(APPLIED, 2000)).text).toBe('{"outcome":"unavailable"}')
})

test('a fault of the product is reported, and answered with 500 and nothing else', async () => {
  const foreign = { ...APPLIED, records: [{ ...NOTE, business_id: 'cycles' }] }
  const { status, text, faults } = await write(foreign, 0)
  expect({ status, text }).toEqual({ status: 500, text: '' })
  expect(String(faults)).toContain('Cannot answer with note "note_1"')
})

for (const [language, command] of [
  ['python', ['python3', '-B', '-m', 'unittest']],
  ['go', ['go', 'test', '-vet=off', '.']],
] as const) {
  verifiesLong('product_check.packages', `the tests of the ${language} package pass`, async () => {
    const env = { ...process.env, GOFLAGS: '-mod=mod', GOPROXY: 'off' }
    const options = { cwd: `${OWN}/${language}`, env, stdout: 'pipe', stderr: 'pipe' } as const
    const child = Bun.spawn([...command], options)
    const texts = [new Response(child.stdout).text(), new Response(child.stderr).text()]
    expect([await child.exited, ...(await Promise.all(texts))]).toEqual([
      0,
      ...Array(2).fill(expect.any(String)),
    ])
  })
}
