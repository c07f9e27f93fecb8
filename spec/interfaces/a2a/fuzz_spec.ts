import { afterAll, beforeAll, expect } from 'bun:test'
import fc from 'fast-check'
import { A2A_METHODS } from '../../../app/contract/a2a.ts'
import { HAS_LONG_TESTS, verifies } from '../../requirements/verifies.ts'
import { type OpenDocs, openOurDocs } from '../mcp/docs.ts'
import { createSend, post, read } from './calls.ts'

// The same cases on every machine; another seed finds other faults.
const SEED = Number(process.env.FUZZ_SEED ?? 20261121)
const CASES = HAS_LONG_TESTS ? 2_000 : 500

let open: OpenDocs

beforeAll(async () => {
  open = await openOurDocs()
})
afterAll(async () => await open.close())

const anyJson = fc.jsonValue({ maxDepth: 3 })
/** Mostly what belongs there, sometimes anything. */
const mostly = (usual: fc.Arbitrary<unknown>) =>
  fc.oneof({ weight: 30, arbitrary: usual }, { weight: 1, arbitrary: anyJson })

const ids = fc.constantFrom<unknown>(null, 0, '', '7', 1.5, Number.MAX_SAFE_INTEGER, '__proto__')
const id = fc.oneof(
  { weight: 4, arbitrary: fc.string() },
  { weight: 4, arbitrary: fc.integer() },
  { weight: 4, arbitrary: ids },
  { weight: 1, arbitrary: anyJson },
)
const skill = fc.constantFrom(
  'search_documentation',
  'read_page',
  'check_capability',
  'corpus_status',
  'recent_changes',
  '__proto__',
  'constructor',
)
const words = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 60 }),
  fc
    .array(fc.constantFrom('read', 'page', 'p1', 'is', 'A2A', 'new', 'version', '/', 'how'), {
      maxLength: 9,
    })
    .map((each) => each.join(' ')),
)
const input = fc.record(
  { query: mostly(words), id: mostly(words), url: words, limit: fc.integer(), status: words },
  { requiredKeys: [] },
)
const part = fc.oneof(
  { weight: 6, arbitrary: fc.record({ text: mostly(words) }) },
  { weight: 2, arbitrary: fc.record({ data: mostly(fc.record({ skillId: skill, input })) }) },
  { weight: 1, arbitrary: fc.record({ url: words, mediaType: words }) },
  { weight: 1, arbitrary: anyJson },
)
const message = fc.record(
  {
    messageId: mostly(fc.constant('m')),
    role: mostly(fc.constantFrom<unknown>('ROLE_USER', 1)),
    parts: mostly(fc.array(part, { minLength: 1, maxLength: 4 })),
    contextId: mostly(words),
    metadata: mostly(fc.record({ skillId: skill })),
    taskId: mostly(fc.constant('')),
  },
  { requiredKeys: ['messageId', 'role', 'parts'] },
)
const configuration = fc.record(
  { acceptedOutputModes: mostly(fc.array(fc.constantFrom('text/plain', 'a/b', '*/*'))) },
  { requiredKeys: [] },
)
const params = fc.record(
  { message: mostly(message), configuration: mostly(configuration), metadata: mostly(input) },
  { requiredKeys: ['message'] },
)
const method = fc.oneof(
  { weight: 6, arbitrary: fc.constant('SendMessage') },
  { weight: 1, arbitrary: fc.constantFrom(...A2A_METHODS) },
  { weight: 1, arbitrary: fc.string() },
)
const envelope = fc.record(
  { jsonrpc: mostly(fc.constant('2.0')), id, method: mostly(method), params: mostly(params) },
  { requiredKeys: ['jsonrpc', 'method'] },
)
const body = fc.oneof(
  { weight: 12, arbitrary: envelope.map((content) => JSON.stringify(content)) },
  { weight: 1, arbitrary: anyJson.map((content) => JSON.stringify(content)) },
  { weight: 1, arbitrary: fc.string() },
)
const version = fc.oneof(
  { weight: 9, arbitrary: fc.constantFrom('1.0', '1.0.1') },
  { weight: 1, arbitrary: fc.constantFrom(undefined, '', '0.3', '2.0') },
)

/** The id that an answer must carry: the one that was sent where it can be echoed, else null. */
function echoOf(text: string): unknown {
  try {
    const sent: unknown = JSON.parse(text)
    if (typeof sent !== 'object' || sent === null || Array.isArray(sent)) return null
    const { id: given } = sent as { id?: unknown }
    if (typeof given === 'string') return given
    if (typeof given !== 'number') return null
    return Number.isInteger(given) && !Number.isSafeInteger(given) ? null : given
  } catch {
    return null
  }
}

verifies(
  ['a2a.any_envelope', 'a2a.protocol', 'a2a.methods'],
  `the endpoint answers ${CASES} envelopes of any kind in the right shape, without a failure`,
  async () => {
    const send = createSend(open.docs)
    const tally: Record<string, number> = {}
    const property = fc.asyncProperty(body, version, async (text, named) => {
      const answer = await read(await send(post(text, { 'a2a-version': named })))
      const { error, result } = answer.body
      const kind = answer.status === 202 ? 'taken' : String(error?.code ?? 'answered')
      tally[kind] = (tally[kind] ?? 0) + 1
      if (kind === 'taken') return expect(answer.text).toBe('')
      expect(answer.status).toBe(200)
      expect(answer.body.jsonrpc).toBe('2.0')
      expect(answer.body.id === echoOf(text) || Object.is(echoOf(text), -0)).toBe(true)
      expect((error === undefined) !== (result === undefined)).toBe(true)
    })
    await fc.assert(property, { numRuns: CASES, seed: SEED })
    console.log(`fuzz: ${CASES} envelopes answered: ${JSON.stringify(tally)}`)
    // Refusals alone would prove little: every kind of answer must occur.
    const kinds = ['answered', 'taken', '-32700', '-32600', '-32601', '-32602', '-32005', '-32009']
    expect(kinds.filter((kind) => (tally[kind] ?? 0) < 10)).toEqual([])
  },
)
