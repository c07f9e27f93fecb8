import { A2A_ERRORS, A2A_PATH, A2A_WIRE_VERSION } from '../contract/a2a.ts'
import type { JsonObject } from '../contract/json_rpc.ts'
import { callA2a } from './a2a.ts'
import type { Client } from './client.ts'
import type { Book } from './findings.ts'
import { at, objectsAt, parsedJson, textsAt } from './json.ts'

const CARD = '.well-known/agent-card.json'

/** The card of an agent that is anonymous and answers one method (contract 2 and 4.3). */
export function compareCard(card: JsonObject, baseUrl: string, book: Book): void {
  const skills = objectsAt(card, 'skills')
  book.equal(CARD, 'number of skills', 5, skills.length)
  const ids = skills.map(({ id }) => id)
  book.equal(CARD, 'ids of skills, each once', [...new Set(ids)], ids)
  for (const skill of skills) {
    const few = textsAt(skill, 'examples').length === 0
    book.equal(CARD, `skill ${skill.id}`, 'examples', few ? 'no example' : 'examples')
    book.equal(CARD, `skill ${skill.id} credential`, undefined, skill.securityRequirements)
  }
  const agent = {
    url: baseUrl + A2A_PATH,
    protocolBinding: 'JSONRPC',
    protocolVersion: A2A_WIRE_VERSION,
  }
  book.equal(CARD, 'supportedInterfaces', [agent], card.supportedInterfaces)
  for (const [path, expected] of FIXED) {
    book.equal(CARD, path.join(' '), expected, at(card, ...path))
  }
}

const FIXED: readonly (readonly [path: readonly string[], value: unknown])[] = [
  [['capabilities', 'streaming'], false],
  [['capabilities', 'pushNotifications'], false],
  [['capabilities', 'extendedAgentCard'], false],
  [['supportsAuthenticatedExtendedCard'], false],
  // An anonymous agent asks for no credential (contract 5).
  [['securitySchemes'], undefined],
  [['securityRequirements'], undefined],
  [['security'], undefined],
  [['url'], undefined],
  [['additionalInterfaces'], undefined],
  [['pushNotifications'], undefined],
]

/** Calls that the agent refuses, each with its code (A2A 1.0, sections 3.3.4 and 9.5). */
const REFUSED: readonly (readonly [method: string, code: number, version?: string])[] = [
  ['GetTask', A2A_ERRORS.task_not_found.code],
  ['CancelTask', A2A_ERRORS.task_not_found.code],
  ['SendStreamingMessage', A2A_ERRORS.operation_unsupported.code],
  ['SubscribeToTask', A2A_ERRORS.operation_unsupported.code],
  ['CreateTaskPushNotificationConfig', A2A_ERRORS.push_unsupported.code],
  ['GetExtendedAgentCard', A2A_ERRORS.operation_unsupported.code],
  ['NoSuchMethod', -32601],
  ['message/send', -32601],
  ['SendMessage', A2A_ERRORS.version_unsupported.code, ''],
  ['SendMessage', A2A_ERRORS.version_unsupported.code, '0.9'],
]

/** One method is answered, in one revision, and every other call is refused (contract 4.3). */
export async function compareA2aRefusals(client: Client, book: Book): Promise<void> {
  const message = { messageId: 'verify', role: 'ROLE_USER', parts: [{ text: 'status' }] }
  await Promise.all(
    REFUSED.map(async ([method, code, version]) => {
      const params = method.endsWith('Message') ? { message } : { id: 'verify' }
      const answer = await callA2a(client, method, params, version)
      const named = version === undefined ? '' : ` in A2A version "${version}"`
      const error = at(parsedJson(answer.text), 'error', 'code')
      book.equal('A2A', `${method}${named}: error code`, code, error)
    }),
  )
  for (const method of ['GET', 'DELETE']) {
    const answer = await client.call(A2A_PATH, { method, limit: 'public' })
    book.equal('A2A', `${method} ${A2A_PATH}: HTTP status`, 405, answer.status)
  }
}
