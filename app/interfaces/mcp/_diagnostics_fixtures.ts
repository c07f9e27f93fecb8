import type { JsonObject, JsonRpcRequest } from '../../contract/json_rpc.ts'
import { isJsonObject } from '../../contract/json_rpc.ts'
import type { FixtureAnswer } from './_diagnostics_answer.ts'
import { type FixtureCall, refuseCall } from './_diagnostics_answer.ts'
import { getFixturePrompt, PROMPT_CARDS } from './_diagnostics_prompts.ts'
import { readFixtureResource, TEMPLATE_CARDS } from './_diagnostics_resources.ts'
import { callFixtureTool } from './_diagnostics_tools.ts'

const WORDS = ['paris', 'park', 'party']

/** `completion/complete`, for the arguments of fixtures alone (server utilities, completion). */
function complete({ params }: FixtureCall): FixtureAnswer {
  const { ref, argument } = params
  if (!isJsonObject(ref) || !isKnown(ref.type, ref.name, ref.uri)) {
    return refuseCall('Cannot complete: "ref" names no fixture')
  }
  const value = isJsonObject(argument) ? argument.value : undefined
  if (typeof value !== 'string')
    return refuseCall('Cannot complete: "argument" has no string value')
  const values = WORDS.filter((word) => word.startsWith(value))
  const completion = { values, total: values.length, hasMore: false }
  return { kind: 'result', result: { completion } }
}

function isKnown(type: unknown, name: unknown, uri: unknown): boolean {
  if (type === 'ref/prompt') return PROMPT_CARDS.some((card) => card.name === name)
  return type === 'ref/resource' && TEMPLATE_CARDS.some((card) => card.uriTemplate === uri)
}

/** Undefined when the request names no fixture: production answers it. */
export async function answerFixture(
  { method, params }: JsonRpcRequest,
  capabilities: JsonObject,
  isModern: boolean,
): Promise<FixtureAnswer | undefined> {
  const call = { params, capabilities, isModern }
  switch (method) {
    case 'tools/call':
      return await callFixtureTool(call)
    case 'prompts/get':
      return await getFixturePrompt(call)
    case 'resources/read':
      return readFixtureResource(call)
    case 'completion/complete':
      return complete(call)
    default:
      return undefined
  }
}
