import { afterAll, beforeAll, expect } from 'bun:test'
import type { Admit } from '../../../app/foundation/limits/admit.ts'
import { createLog } from '../../../app/foundation/telemetry/log.ts'
import { verifies } from '../../requirements/verifies.ts'
import { createInProcess } from '../../support/in_process_service.ts'
import { type OpenDocs, openOurDocs } from '../mcp/docs.ts'
import { type Answer, asks, call, createSend, envelope, post, read } from './calls.ts'
import { CHECKS, large, plain } from './check_rows.ts'
import { own, PARAMS } from './message_rows.ts'
import { OPERATIONS } from './operation_rows.ts'

let open: OpenDocs

beforeAll(async () => {
  open = await openOurDocs()
})
afterAll(async () => await open.close())

async function answerTo(request: Request, admit?: Admit): Promise<Answer> {
  return await read(await createSend(open.docs, admit)(request))
}

/** Status, code and reason of a refusal, after a check of its form. */
async function refusalOf(request: Request): Promise<readonly unknown[]> {
  const { status, body, headers, text } = await answerTo(request)
  const { error } = body
  if (error === undefined) throw new Error(`Cannot read refusal: ${text.slice(0, 300)}`)
  expect(headers.get('content-type')).toBe('application/json')
  expect(Object.keys(body)).toEqual(['jsonrpc', 'id', 'error'])
  const members = error.data === undefined ? [] : ['data']
  expect(Object.keys(error)).toEqual(['code', 'message', ...members])
  expect(error.message.length).toBeGreaterThanOrEqual(12)
  return [status, error.code, ...(error.data ?? []).map((entry) => reasonOf(entry))]
}

function reasonOf(entry: Readonly<Record<string, unknown>>): unknown {
  if (entry['@type'] === 'type.googleapis.com/google.rpc.BadRequest') {
    return (entry.fieldViolations as readonly { field: string }[]).map(({ field }) => field).join()
  }
  expect(entry['@type']).toBe('type.googleapis.com/google.rpc.ErrorInfo')
  expect(entry.domain).toBe('a2a-protocol.org')
  const values = Object.values(entry.metadata as object)
  expect(values.every((value) => typeof value === 'string')).toBe(true)
  return entry.reason
}

verifies(
  ['a2a.methods', 'a2a.streaming', 'a2a.any_envelope'],
  'every operation but one is refused, each with the code that clients know',
  async () => {
    for (const [what, request, ...refusal] of OPERATIONS) {
      expect([what, ...(await refusalOf(request()))]).toEqual([what, ...refusal])
    }
    const missing = await answerTo(call('GetTask', { id: 'task-9' }))
    expect(missing.body.error?.message).toContain('"task-9": task not found')
  },
)

verifies(
  ['open.a2a_method', 'a2a.protocol', 'a2a.any_envelope'],
  'an invalid A2A 1.0 message is refused, with the members that are wrong',
  async () => {
    for (const [what, request, ...refusal] of PARAMS) {
      expect([what, ...(await refusalOf(request()))]).toEqual([what, ...refusal])
    }
    const unknown = await answerTo(own({ metadata: { skillId: 'no' } })())
    const { skills } = open.docs.current().registry
    for (const { id } of skills) expect(unknown.body.error?.message).toContain(id)
  },
)

verifies(
  ['a2a.protocol', 'a2a.any_envelope', 'a2a.version_header'],
  'checks have one order, and the first that fails answers',
  async () => {
    for (const [what, request, ...refusal] of CHECKS) {
      expect([what, ...(await refusalOf(request()))]).toEqual([what, ...refusal])
    }
    const got = await answerTo(new Request('http://localhost:8080/a2a'))
    expect(got.headers.get('allow')).toBe('POST')
    const limited = await answerTo(post(large, plain), async () => 'refused')
    expect([limited.status, limited.body.error?.code, limited.body.id]).toEqual([429, -32603, null])
    expect(limited.headers.has('retry-after')).toBe(false)
    const text = JSON.stringify({ jsonrpc: '2.0', id: 1.5, method: 'nothing' })
    const small = post(text, { 'content-length': String(text.length) })
    expect((await answerTo(small, async () => 'refused')).body.id).toBe(1.5)
  },
)

verifies(
  'a2a.version_header',
  '1.0 is accepted with any patch number and from the query, and a refusal says what to send',
  async () => {
    for (const version of ['1.0', ' 1.0 ', '1.0.0', '1.0.12']) {
      expect([
        version,
        (await answerTo(call('nothing', {}, { 'a2a-version': version }))).body.error?.code,
      ]).toEqual([version, -32601])
    }
    const inQuery = new Request('http://localhost:8080/a2a?A2A-Version=1.0', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{"jsonrpc":"2.0","id":1,"method":"nothing"}',
    })
    expect((await answerTo(inQuery)).body.error?.code).toBe(-32601)
    const silent = await answerTo(call('nothing', {}, { 'a2a-version': undefined }))
    expect(silent.body.error?.message).toContain('send the header "A2A-Version: 1.0"')
    const { metadata } = silent.body.error?.data?.[0] ?? {}
    expect(metadata).toEqual({ requestedVersion: '0.3', supportedVersions: '1.0' })
    expect(silent.headers.has('a2a-version')).toBe(false)
  },
)

verifies(
  ['a2a.protocol', 'a2a.any_envelope'],
  'an id comes back as it was sent, even null, and a call without one is only accepted',
  async () => {
    for (const id of [0, 7, -3, 1.5, '', '7', 'é', null]) {
      const { body } = await answerTo(envelope({ jsonrpc: '2.0', id, method: 'nothing' }))
      expect(body.id).toBe(id)
    }
    const taken = await answerTo(envelope({ jsonrpc: '2.0', method: 'SendMessage', params: 5 }))
    expect([taken.status, taken.text]).toEqual([202, ''])
  },
)

verifies(
  ['open.two_limits', 'a2a.any_envelope'],
  'service() counts the agent and the HTTP API against one limit',
  async () => {
    let left = 2
    const app = createInProcess(open.docs, createLog('error', console.error, Date.now), {
      admitPublic: async () => (left-- > 0 ? 'admitted' : 'refused'),
    })
    const http = () => app.handle(new Request('http://localhost:8080/api/public/docs/status'))
    const agent = () => app.handle(asks('limits'))
    expect([(await http()).status, (await agent()).status]).toEqual([200, 200])
    const refused = await read(await agent())
    expect([refused.status, refused.body.error?.code]).toEqual([429, -32603])
    expect((await http()).status).toBe(429)
  },
)
