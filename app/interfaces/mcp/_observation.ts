import { isJsonObject, type JsonObject, type JsonRpcRequest } from '../../contract/json_rpc.ts'
import type {
  CallEnd,
  CallOutcome,
  McpMessage,
  Observer,
} from '../../foundation/telemetry/observer.ts'
import { isToolFailure } from './_tool_results.ts'
import type { Reply } from './_wire.ts'

type Answer = Reply | Response

/** Answers a message, traced and counted where somebody watches; otherwise at no cost. */
export async function observeMessage(
  { id, method, params }: JsonRpcRequest,
  revision: McpMessage['revision'],
  observer: Observer | undefined,
  answer: () => Answer | Promise<Answer>,
): Promise<Answer> {
  if (observer === undefined) return await answer()
  const { stopwatch, counters, tracer } = observer
  const startedMs = stopwatch()
  const name = typeof params.name === 'string' ? params.name : undefined
  const message: McpMessage = { interface: 'mcp', method, name, revision }
  const meta = isJsonObject(params._meta) ? params._meta : {}
  const value = await (tracer === undefined
    ? answer()
    : tracer.traceMessage({ ...message, id, meta }, answer, describeEnd))
  counters.countCall({ ...message, outcome: outcomeOf(value), ms: stopwatch() - startedMs })
  return value
}

function describeEnd(answer: Answer): CallEnd {
  return { outcome: outcomeOf(answer), error: errorOf(answer) }
}

/** By the conventions of OpenTelemetry for MCP: the code of an error, or that it is of a tool. */
function errorOf(answer: Answer): string | undefined {
  const body = answer instanceof Response ? undefined : answer.body
  if (isJsonObject(body?.error)) return String(body.error.code)
  return isJsonObject(body?.result) && body.result.isError === true ? 'tool_error' : undefined
}

function outcomeOf(answer: Answer): CallOutcome {
  if (answer.status >= 500) return 'failed'
  if (answer instanceof Response || answer.body === undefined) return 'found'
  const { result } = answer.body
  return isJsonObject(result) ? outcomeOfResult(result) : 'refused'
}

function outcomeOfResult(result: JsonObject): CallOutcome {
  if (result.isError === true) return isToolFailure(result) ? 'failed' : 'refused'
  const content = result.structuredContent
  if (!isJsonObject(content)) return 'found'
  if (content.outcome === 'nothing_found') return 'nothing'
  if (content.degraded === true) return 'degraded'
  return content.status === 'held' ? 'held' : 'found'
}
