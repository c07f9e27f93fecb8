import type { JsonObject, JsonRpcRequest } from '../../contract/json_rpc.ts'
import type { FixtureAnswer } from './_diagnostics_answer.ts'
import { complete } from './_diagnostics_completion.ts'
import { getFixturePrompt } from './_diagnostics_prompts.ts'
import { readFixtureResource } from './_diagnostics_resources.ts'
import { callFixtureTool } from './_diagnostics_tools.ts'

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
