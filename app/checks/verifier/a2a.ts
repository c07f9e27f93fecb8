import { A2A_PATH, A2A_WIRE_VERSION } from '../../contract/a2a.ts'
import { isJsonObject, type JsonObject } from '../../contract/json_rpc.ts'
import type { Client } from './client.ts'
import type { Answer } from './exchange.ts'
import { at, objectsAt, parseJson, textAt } from './json.ts'

export type A2aAnswer = {
  readonly status: number
  readonly text: string
  readonly data: JsonObject
  readonly skill: string | undefined
  readonly metadata: unknown
}

/** Sends one message as an A2A 1.0 client does. */
export async function sendMessage(
  client: Client,
  parts: readonly JsonObject[],
): Promise<A2aAnswer> {
  const params = { message: { messageId: 'verify', role: 'ROLE_USER', parts } }
  const answer = await callA2a(client, 'SendMessage', params)
  const result = at(parseJson(answer.text), 'result', 'message')
  const replyParts = objectsAt(result, 'parts')
  const data = replyParts.map((part) => part.data).find(isJsonObject) ?? {}
  const metadata = at(result, 'metadata')
  return {
    status: answer.status,
    text: replyParts.flatMap((part) => textAt(part, 'text') ?? []).join('\n'),
    data,
    skill: textAt(data, 'skillId') ?? textAt(metadata, 'skillId'),
    metadata,
  }
}

export async function callA2a(
  client: Client,
  method: string,
  params: JsonObject,
  version: string = A2A_WIRE_VERSION,
): Promise<Answer> {
  return await client.call(A2A_PATH, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      ...(version === '' ? {} : { 'a2a-version': version }),
    },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
    limit: 'public',
  })
}

/** Skills that answer what other interfaces answer too, recognised by their answers. */
export type Agent = {
  readonly page: string | undefined
  readonly search: string | undefined
  readonly capabilities: string | undefined
  ask(skill: string, input: JsonObject): Promise<A2aAnswer>
}

/** Recognises skills by their answers to the examples, because a deployment chooses the ids. */
export function createAgent(client: Client, answers: readonly A2aAnswer[]): Agent {
  const having = (member: string) => answers.find(({ data }) => member in data)?.skill
  return {
    page: having('markdown'),
    search: having('outcome'),
    capabilities: having('capabilities'),
    ask: async (skillId, input) => await sendMessage(client, [{ data: { skillId, input } }]),
  }
}
