import { A2A_ERRORS, A2A_PATH, A2A_WIRE_VERSION } from '../../contract/a2a.ts'
import type { JsonObject } from '../../contract/json_rpc.ts'
import { callA2a } from './a2a.ts'
import type { Client } from './client.ts'
import type { Check } from './findings.ts'
import { at, objectsAt, parseJson, textsAt } from './json.ts'

const CARD = '.well-known/agent-card.json'

/** The card of an anonymous agent with one method (contract 2 and 4.3). */
export function compareCard(card: JsonObject, baseUrl: string, check: Check): void {
  const skills = objectsAt(card, 'skills')
  check.equal(CARD, 'number of skills', 5, skills.length)
  const ids = skills.map(({ id }) => id)
  check.equal(CARD, 'skill ids, each once', [...new Set(ids)], ids)
  for (const skill of skills) {
    const few = textsAt(skill, 'examples').length === 0
    check.equal(CARD, `skill ${skill.id}`, 'examples', few ? 'no example' : 'examples')
    check.equal(CARD, `skill ${skill.id} credential`, undefined, skill.securityRequirements)
  }
  const agent = {
    url: baseUrl + A2A_PATH,
    protocolBinding: 'JSONRPC',
    protocolVersion: A2A_WIRE_VERSION,
  }
  check.equal(CARD, 'supportedInterfaces', [agent], card.supportedInterfaces)
  for (const [path, expected] of FIXED) {
    check.equal(CARD, path.join(' '), expected, at(card, ...path))
  }
}

const FIXED: readonly (readonly [path: readonly string[], value: unknown])[] = [
  [['capabilities', 'streaming'], false],
  [['capabilities', 'pushNotifications'], false],
  [['capabilities', 'extendedAgentCard'], false],
  [['supportsAuthenticatedExtendedCard'], false],
  // An anonymous agent asks for no credentials (contract 5).
  [['securitySchemes'], undefined],
  [['securityRequirements'], undefined],
  [['security'], undefined],
  [['url'], undefined],
  [['additionalInterfaces'], undefined],
  [['pushNotifications'], undefined],
]

/** Calls that the agent must refuse, each with its code (A2A 1.0, sections 3.3.4 and 9.5). */
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

/** One method works, in one revision; every other call is refused (contract 4.3). */
export async function compareA2aRefusals(client: Client, check: Check): Promise<void> {
  const message = { messageId: 'verify', role: 'ROLE_USER', parts: [{ text: 'status' }] }
  await Promise.all(
    REFUSED.map(async ([method, code, version]) => {
      const params = method.endsWith('Message') ? { message } : { id: 'verify' }
      const answer = await callA2a(client, method, params, version)
      const suffix = version === undefined ? '' : ` in A2A version "${version}"`
      const error = at(parseJson(answer.text), 'error', 'code')
      check.equal('A2A', `${method}${suffix}: error code`, code, error)
    }),
  )
  for (const method of ['GET', 'DELETE']) {
    const answer = await client.call(A2A_PATH, { method, limit: 'public' })
    check.equal('A2A', `${method} ${A2A_PATH}: HTTP status`, 405, answer.status)
  }
}
