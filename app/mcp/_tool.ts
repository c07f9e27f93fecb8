import { after } from '../contract/after.ts'
import type { JsonObject } from '../contract/json_rpc.ts'
import { type LimitSettings, limitsInForce } from '../contract/limits.ts'
import type { Registry, ToolEntry } from '../contract/registry.ts'
import { err, ok, type Result } from '../contract/result.ts'
import { PUBLIC_TOOL_ANNOTATIONS, toolSchemas } from '../contract/tool_cards.ts'
import type { Snapshot } from '../public_docs/mod.ts'
import { logIncident } from '../telemetry/incident.ts'
import type { Log } from '../telemetry/log.ts'
import { type McpRefusal, shown } from './_refusal.ts'
import { cacheToolCards } from './_tool_cards.ts'
import { PUBLIC_TOOLS } from './_tools_public.ts'

type ToolOutcome = Result<JsonObject, McpRefusal>

export type ToolPorts = {
  readonly limits: LimitSettings
  readonly log: Log
}

const cardsOf = cacheToolCards(toToolCard)

function toToolCard({ operation, name, title, description }: ToolEntry): JsonObject {
  const { input, output } = toolSchemas(operation)
  return {
    name,
    title,
    description,
    inputSchema: input,
    outputSchema: output,
    annotations: PUBLIC_TOOL_ANNOTATIONS,
  }
}

/** The public tools of `tools/list`: the same for everybody, in the order of the registry. */
export function listTools(registry: Registry): { readonly tools: readonly JsonObject[] } {
  return { tools: cardsOf(registry).cards }
}

export function isPublicTool(name: unknown, registry: Registry): boolean {
  return typeof name === 'string' && cardsOf(registry).byName.has(name)
}

/** `tools/call`: an unknown tool is an error of the protocol, all else is said to the model. */
export function callTool(
  params: JsonObject,
  snapshot: Snapshot,
  ports: ToolPorts,
): ToolOutcome | Promise<ToolOutcome> {
  const { name, arguments: args = {} } = params
  if (typeof name !== 'string') {
    return err({ reason: 'params_invalid', message: 'Cannot call tool: "name" is not a string' })
  }
  const entry = cardsOf(snapshot.registry).byName.get(name)
  if (entry === undefined) {
    const message = `Cannot call tool "${shown(name)}": there is no such tool`
    return err({ reason: 'params_invalid', message })
  }
  const searchLimit = limitsInForce(snapshot.registry.limits, ports.limits).searchLimitDefault
  const failed = (error: unknown) => ok(reportFailure(entry, error, ports.log))
  try {
    const told = after(PUBLIC_TOOLS[entry.operation](args, { snapshot, searchLimit }), (answer) =>
      ok(answer.ok ? success(answer.value) : failure(answer.error)),
    )
    return told instanceof Promise ? told.catch(failed) : told
  } catch (error) {
    return failed(error)
  }
}

/** A model must not take a failure for an empty answer. */
function reportFailure({ name }: ToolEntry, error: unknown, log: Log): JsonObject {
  const incident = logIncident(log, 'mcp_tool_failed', error, { tool: name })
  return failure(
    `Cannot answer "${name}": something failed here, the log has it as ${incident}; ` +
      'this says nothing about the documentation, try again later',
  )
}

/** The same JSON twice: for hosts that read structured content and for those that read text. */
function success(content: JsonObject): JsonObject {
  return {
    content: [{ type: 'text', text: JSON.stringify(content) }],
    structuredContent: content,
  }
}

function failure(message: string): JsonObject {
  return { content: [{ type: 'text', text: message }], isError: true }
}
