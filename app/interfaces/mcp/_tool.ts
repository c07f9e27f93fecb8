import { type JsonObject, quoteInput } from '../../contract/json_rpc.ts'
import { type LimitSettings, limitsInForce } from '../../contract/limits.ts'
import { memoize } from '../../contract/memo.ts'
import { hasStructuredContent, type McpRevision, type ResultText } from '../../contract/protocol.ts'
import type { ToolEntry } from '../../contract/registry.ts'
import { afterValue, ok, type Result } from '../../contract/result.ts'
import { PUBLIC_TOOL_ANNOTATIONS, toolSchemas } from '../../contract/tool_cards.ts'
import type { Snapshot } from '../../docs/public_docs/mod.ts'
import { type Answer, listChoices } from '../../docs/public_docs/operations/mod.ts'
import { logIncident } from '../../foundation/telemetry/incident.ts'
import type { Log } from '../../foundation/telemetry/log.ts'
import { type McpRefusal, refuseParams } from './_refusal.ts'
import { cacheToolCards } from './_tool_cards.ts'
import { toToolError, toToolFailure, toToolResult } from './_tool_results.ts'
import { PUBLIC_TOOLS, type PublicResult } from './_tools_public.ts'

/** A renamed tool answers under its old name in the release of the rename and in the next one. */
const RELEASES = 2

/** The tools by the names that they have, and by those that they had and still answer under. */
const toolsOf: (snapshot: Snapshot) => ReadonlyMap<string, ToolCall> = memoize((snapshot) => {
  const { tools, service } = snapshot.registry
  const isAnswered = (version: string) => countReleases(version, service.version) < RELEASES
  const old = tools.flatMap((tool) =>
    (tool.old_names ?? [])
      .filter(({ renamed_in }) => isAnswered(renamed_in))
      .map(({ name }) => [name, createCall(tool, snapshot, explainRename(name, tool))] as const),
  )
  const current = tools.map((tool) => [tool.name, createCall(tool, snapshot)] as const)
  return new Map([...old, ...current])
})

/** What a caller by the old name is told. */
function explainRename(old: string, { name }: ToolEntry): string {
  return `The tool "${old}" is called "${name}" now; the old name stops working soon.`
}

/** Releases from one version to another: a minor version is one, and so is a major one. */
function countReleases(from: string, to: string): number {
  const [majorFrom = 0, minorFrom = 0] = from.split('.').map(Number)
  const [majorTo = 0, minorTo = 0] = to.split('.').map(Number)
  return majorFrom === majorTo ? minorTo - minorFrom : majorTo - majorFrom + minorTo
}

type ToolOutcome = Result<JsonObject, McpRefusal>

export type ToolPorts = {
  readonly limits: LimitSettings
  readonly log: Log
  readonly revision: McpRevision
  /** How texts are written for revisions with structured content; JSON unless somebody says so. */
  readonly resultText?: ResultText | undefined
}

/** Runs a tool. */
export type ToolCall = (args: unknown, ports: ToolPorts) => ToolOutcome | Promise<ToolOutcome>

const cardsOf = cacheToolCards(({ registry }: Snapshot) => registry.tools, toToolCard)

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
export function listTools(snapshot: Snapshot): { readonly tools: readonly JsonObject[] } {
  return { tools: cardsOf(snapshot).cards }
}

/** The public tool of this name; undefined where there is none. */
export function findTool(name: unknown, snapshot: Snapshot): ToolCall | undefined {
  return typeof name === 'string' ? toolsOf(snapshot).get(name) : undefined
}

/** An unknown tool is a protocol error; the model reads all others. */
export function refuseTool(name: unknown, known: readonly string[]): Result<never, McpRefusal> {
  if (typeof name !== 'string') return refuseParams('Cannot call tool: "name" is not a string')
  const state = `no such tool; ${listChoices(known)}`
  return refuseParams(`Cannot call tool "${quoteInput(name)}": ${state}`)
}

/** `rename` is what a caller by an old name is told. */
function createCall(entry: ToolEntry, snapshot: Snapshot, rename?: string): ToolCall {
  const answerTool = PUBLIC_TOOLS[entry.operation]
  return (args, ports) => {
    const searchLimit = limitsInForce(snapshot.registry.limits, ports.limits).searchLimitDefault
    const recover = (error: unknown) => ok(reportFailure(entry, error, ports.log))
    try {
      const answer = answerTool(args, { snapshot, searchLimit })
      const result = afterValue(answer, (outcome) => ok(toResult(outcome, rename, ports)))
      return result instanceof Promise ? result.catch(recover) : result
    } catch (error) {
      return recover(error)
    }
  }
}

/** A caller by an old name reads the new one in every answer. */
function toResult(
  answer: Answer<PublicResult>,
  rename: string | undefined,
  { revision, resultText }: ToolPorts,
): JsonObject {
  if (!answer.ok) {
    return toToolError(rename === undefined ? answer.error : `${answer.error}. ${rename}`)
  }
  const { content, toMarkdown } = answer.value
  const note = [content.note, rename].filter((each) => each !== undefined).join(' ')
  const whole = rename === undefined ? content : { ...content, note }
  const isMarkdown = resultText === 'markdown' && hasStructuredContent(revision)
  return isMarkdown ? toToolResult(whole, toMarkdown(note)) : toToolResult(whole)
}

/** A model must not take a failure for an empty answer. */
function reportFailure({ name }: ToolEntry, error: unknown, log: Log): JsonObject {
  const incident = logIncident(log, 'mcp_tool_failed', error, { tool: name })
  return toToolFailure(
    `Cannot answer "${name}": an internal error occurred, logged as ${incident}; ` +
      'this says nothing about the documentation, so try again later',
  )
}
