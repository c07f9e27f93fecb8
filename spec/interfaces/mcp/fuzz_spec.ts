import { afterAll, beforeAll, expect } from 'bun:test'
import fc from 'fast-check'
import { verifies, verifiesLong } from '../../requirements/verifies.ts'
import { type OpenDocs, openOurDocs } from './docs.ts'
import { type Envelope, envelopes, toRequest } from './envelopes.ts'
import { createHandler, type Handler } from './handler.ts'

// The same cases on every machine; another seed finds other faults.
const SEED = Number(process.env.FUZZ_SEED ?? 20260728)

const STATUSES = [200, 202, 400, 403, 404, 413, 415]

let open: OpenDocs

beforeAll(async () => {
  open = await openOurDocs()
})
afterAll(async () => await open.close())

type Members = Readonly<Record<string, unknown>>

function isObject(value: unknown): value is Members {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** The message in a body, if there is one. */
function messageOf({ body }: Envelope): Members {
  try {
    const text = typeof body === 'string' ? body : new TextDecoder().decode(body)
    const parsed: unknown = JSON.parse(text)
    return isObject(parsed) ? parsed : {}
  } catch {
    return {}
  }
}

/** What is wrong with an answer; empty if nothing is. */
function findFaults(sent: Envelope, answer: Response, text: string): readonly string[] {
  const { status, headers } = answer
  if (!STATUSES.includes(status)) return [`status ${status}: ${text}`]
  if (status === 202) return text === '' ? [] : ['202 with a body']
  const isStream = headers.get('content-type') === 'text/event-stream'
  const data = isStream ? (text.match(/(?<=^data: ).+$/gm)?.at(-1) ?? '') : text
  return findShapeFaults(messageOf(sent), status, JSON.parse(data))
}

function findShapeFaults(asked: Members, status: number, body: unknown): readonly string[] {
  if (!isObject(body)) return ['not an object']
  const { jsonrpc, id, result, error } = body
  const faults: string[] = []
  if (jsonrpc !== '2.0') faults.push('"jsonrpc" is not "2.0"')
  if ('id' in body && id !== asked.id) faults.push(`id ${String(id)} was never sent`)
  if (status === 200 && !('id' in body)) faults.push('an answer in band without its id')
  if ('id' in body && typeof id !== 'string' && !Number.isSafeInteger(id)) faults.push('bad id')
  if ('result' in body === 'error' in body) faults.push('not exactly one of result and error')
  if (status !== 200 && 'result' in body) faults.push(`a result with status ${status}`)
  if ('result' in body && !(isObject(result) && 'id' in body)) faults.push('bad result')
  if ('error' in body && !isError(error)) faults.push('bad error')
  const extra = Object.keys(body).filter((key) => !MEMBERS.includes(key))
  return [...faults, ...extra.map((key) => `"${key}" is no member of JSON-RPC`)]
}

const MEMBERS = ['jsonrpc', 'id', 'result', 'error']

function isError(error: unknown): boolean {
  if (!isObject(error)) return false
  return Number.isInteger(error.code) && typeof error.message === 'string' && error.message !== ''
}

type Tally = Record<string, number>

function kindsOf({ status }: Response, text: string): readonly string[] {
  const tool = /"structuredContent"/.test(text) ? ['tool results'] : []
  return [String(status), ...(text.includes('"result":') ? ['results'] : []), ...tool]
}

/** Sends that many envelopes and counts the answers by kind. */
async function sendAll(
  handler: Handler,
  numRuns: number,
  extra: readonly string[],
): Promise<Tally> {
  const { tools, prompts, resources } = open.docs.current().registry
  const names = [...tools, ...prompts].map(({ name }) => name)
  const tally: Tally = {}
  const property = fc.asyncProperty(
    envelopes([...names, ...extra], [...resources.map(({ uri }) => uri), 'test://static-text']),
    async (sent) => {
      const answer = await handler(toRequest(sent))
      const text = await answer.text()
      for (const kind of kindsOf(answer, text)) tally[kind] = (tally[kind] ?? 0) + 1
      expect(findFaults(sent, answer, text)).toEqual([])
    },
  )
  await fc.assert(property, { numRuns, seed: SEED })
  return tally
}

/** Sends envelopes to a service as in production; every kind of answer must occur so often. */
async function expectAnswers(envelopes: number, least: number): Promise<void> {
  const tally = await sendAll(await createHandler(open.docs, 'production'), envelopes, [])
  console.log(`fuzz: ${envelopes} envelopes answered: ${JSON.stringify(tally)}`)
  // Refusals alone would prove little.
  const kinds = ['200', '202', '400', '403', '404', '415', 'results', 'tool results']
  expect(kinds.filter((kind) => (tally[kind] ?? 0) < least)).toEqual([])
}

verifies(
  ['mcp.any_envelope', 'mcp.errors'],
  'handle() answers 400 envelopes of any kind in the right shape, without a failure',
  async () => await expectAnswers(400, 1),
)

verifiesLong(
  ['mcp.any_envelope', 'mcp.errors'],
  'handle() answers 10,000 envelopes of any kind in the right shape, without a failure',
  async () => await expectAnswers(10_000, 50),
)

verifiesLong(
  'mcp.any_envelope',
  'handle() with the fixtures answers 2,000 envelopes as well',
  async () => {
    const fixtures = ['test_simple_text', 'test_tool_with_progress', 'test_simple_prompt']
    const rounds = ['multi_round', 'elicitation', 'prompt'].map((name) => {
      return `test_input_required_result_${name}`
    })
    const handler = await createHandler(open.docs, 'diagnostics')
    const tally = await sendAll(handler, 2_000, [...fixtures, ...rounds, ...fixtures, ...rounds])
    expect(tally.results).toBeGreaterThan(100)
  },
)
