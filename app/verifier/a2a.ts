import { A2A_PATH, A2A_WIRE_VERSION } from '../contract/a2a.ts'
import { isJsonObject, type JsonObject } from '../contract/json_rpc.ts'
import type { Answer, Client } from './client.ts'
import { at, objectsAt, parsedJson, textAt } from './json.ts'

/** What one message came back with. */
export type A2aAnswer = {
  readonly status: number
  readonly text: string
  readonly data: JsonObject
  readonly skill: string | undefined
  readonly metadata: unknown
}

/** Sends one message as a client of A2A 1.0 does. */
export async function sendMessage(
  client: Client,
  parts: readonly JsonObject[],
): Promise<A2aAnswer> {
  const params = { message: { messageId: 'verify', role: 'ROLE_USER', parts } }
  const answer = await callA2a(client, 'SendMessage', params)
  const result = at(parsedJson(answer.text), 'result', 'message')
  const replied = objectsAt(result, 'parts')
  const data = replied.map((part) => part.data).find(isJsonObject) ?? {}
  const metadata = at(result, 'metadata')
  return {
    status: answer.status,
    text: replied.flatMap((part) => textAt(part, 'text') ?? []).join('\n'),
    data,
    skill: textAt(data, 'skillId') ?? textAt(metadata, 'skillId'),
    metadata,
  }
}

/** Calls one method of the agent, in the revision that is named. */
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

/** Skills that give what other interfaces give too; told by what they answer with. */
export type Agent = {
  readonly page: string | undefined
  readonly search: string | undefined
  readonly capabilities: string | undefined
  /** Asks one skill by its id. */
  ask(skill: string, input: JsonObject): Promise<A2aAnswer>
}

/** Which skill does what shows in the answers to the examples: ids are data of a deployment. */
export function agentOf(client: Client, answers: readonly A2aAnswer[]): Agent {
  const having = (member: string) => answers.find(({ data }) => member in data)?.skill
  return {
    page: having('markdown'),
    search: having('outcome'),
    capabilities: having('capabilities'),
    ask: async (skillId, input) => await sendMessage(client, [{ data: { skillId, input } }]),
  }
}
