import { isJsonObject, type JsonObject } from '../../contract/json_rpc.ts'
import { META_CLIENT_CAPABILITIES } from '../../contract/protocol.ts'
import { ok } from '../../contract/result.ts'
import type { FixtureAnswer } from './_diagnostics_answer.ts'
import { answerFixture } from './_diagnostics_fixtures.ts'
import { PROMPT_CARDS } from './_diagnostics_prompts.ts'
import { RESOURCE_CARDS, TEMPLATE_CARDS } from './_diagnostics_resources.ts'
import { TOOL_CARDS } from './_diagnostics_tools.ts'
import { finish } from './_methods.ts'
import { isModern, type McpRefusal } from './_refusal.ts'
import { readOfferedRevision } from './_revision.ts'
import { type Reply, replyWithRefusal, replyWithResult, toResponse } from './_wire.ts'
import type { DiagnosedCall, Diagnostics } from './endpoint.ts'

/** The client did not declare a capability that is required (2026-07-28, basic, error codes). */
const CAPABILITY_MISSING = -32021

/**
 * The fixtures that the protocol's conformance suite asks for, around the endpoint as it is in
 * production: production answers whatever is not a fixture, and its lists gain entries.
 */
export const diagnose: Diagnostics = async (call, production) => {
  const { message, revision } = call
  const strict = checkCapabilities(call)
  if (strict !== undefined) return replyWithRefusal(strict, message.id, revision)
  const answer = await answerFixture(message, readCapabilities(call), isModern(revision))
  if (answer === undefined) return addFixtures(message.method, await production())
  return toReply(call, answer)
}

/** The revision requires the key; production reads its absence as a client without capabilities. */
function checkCapabilities({ message, revision }: DiagnosedCall): McpRefusal | undefined {
  if (!isModern(revision) || readOfferedRevision(message) !== undefined) return undefined
  const meta = message.params._meta
  if (isJsonObject(meta) && meta[META_CLIENT_CAPABILITIES] !== undefined) return undefined
  const state = `params._meta lacks "${META_CLIENT_CAPABILITIES}"`
  return { reason: 'meta_invalid', message: `Cannot read metadata: ${state}` }
}

function readCapabilities({ message }: DiagnosedCall): JsonObject {
  const meta = isJsonObject(message.params._meta) ? message.params._meta : {}
  const capabilities = meta[META_CLIENT_CAPABILITIES]
  return isJsonObject(capabilities) ? capabilities : {}
}

function toReply(call: DiagnosedCall, answer: FixtureAnswer): Reply | Response {
  const { message, revision } = call
  switch (answer.kind) {
    case 'result': {
      const reply = finishResult(call, answer.result, answer.ttlMs)
      return answer.notifications ? toEventStream(call, answer.notifications, reply) : reply
    }
    case 'refusal':
      return replyWithRefusal(answer.refusal, message.id, revision)
    case 'capability_missing': {
      const text = 'Cannot continue: the client has not declared a required capability'
      const data = { requiredCapabilities: answer.required }
      const error = { code: CAPABILITY_MISSING, message: text, data }
      return { status: 400, revision, body: { jsonrpc: '2.0', id: message.id, error } }
    }
  }
}

function finishResult(call: DiagnosedCall, result: JsonObject, ttlMs?: number): Reply {
  const { docs, message, revision } = call
  const shaped = finish({ snapshot: docs.current(), revision }, ok(result), ttlMs)
  return replyWithResult(message.id, shaped.ok ? shaped.value : result, revision)
}

/** Notifications first, then the answer, then the end (transports, receiving messages). */
function toEventStream(
  call: DiagnosedCall,
  notifications: readonly JsonObject[],
  reply: Reply,
): Response {
  const { headers } = toResponse(reply, call.request)
  headers.set('content-type', 'text/event-stream')
  headers.set('x-accel-buffering', 'no')
  const events = [...notifications, reply.body].map(
    (message) => `event: message\ndata: ${JSON.stringify(message)}\n\n`,
  )
  return new Response(events.join(''), { headers })
}

type List = { readonly member: string; readonly cards: readonly JsonObject[] }

const LISTS: ReadonlyMap<string, List> = new Map([
  ['tools/list', { member: 'tools', cards: TOOL_CARDS }],
  ['prompts/list', { member: 'prompts', cards: PROMPT_CARDS }],
  ['resources/list', { member: 'resources', cards: RESOURCE_CARDS }],
  ['resources/templates/list', { member: 'resourceTemplates', cards: TEMPLATE_CARDS }],
])

/** An answer of production with the fixtures after its own entries. */
function addFixtures(method: string, reply: Reply): Reply {
  const result = reply.body?.result
  if (!isJsonObject(result)) return reply
  const list = LISTS.get(method)
  if (list !== undefined) {
    const own = result[list.member]
    const all = [...(Array.isArray(own) ? own : []), ...list.cards]
    return { ...reply, body: { ...reply.body, result: { ...result, [list.member]: all } } }
  }
  if (!isJsonObject(result.capabilities)) return reply
  const capabilities = { ...result.capabilities, completions: {} }
  return { ...reply, body: { ...reply.body, result: { ...result, capabilities } } }
}
