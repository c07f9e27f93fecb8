import type { Operation } from '../../contract/operations/mod.ts'
import type { FinishedCall, McpMessage } from './observer.ts'

/** In place of any text that a caller chose: what is shown of calls stays bounded. */
export const OTHER = 'other'

/** What a build says about its tools. */
type NamedTools = {
  readonly registry: {
    readonly tools: readonly { readonly operation: Operation; readonly name: string }[]
  }
  readonly business?: { readonly tools: readonly { readonly name: string }[] } | undefined
}

/** Names over the life of a process: a deploy may rename some, never so many. */
const TOOLS_MAX = 200

/** The tool of a call: those of the registry alone, by the same name over every interface. */
export function createToolNames(
  current: () => NamedTools,
): (call: McpMessage | FinishedCall) => string {
  const seen = new Set<string>()
  let build: NamedTools | undefined
  let known: ReadonlySet<string> = new Set()
  let byOperation: ReadonlyMap<Operation, string> = new Map()
  const nameOf = (operation: Operation | undefined) =>
    operation === undefined ? undefined : byOperation.get(operation)
  return (call) => {
    const now = current()
    if (now !== build) {
      build = now
      byOperation = new Map(now.registry.tools.map((tool) => [tool.operation, tool.name]))
      const own = (now.business?.tools ?? []).map((tool) => tool.name)
      known = new Set([...byOperation.values(), ...own])
    }
    const name = call.interface === 'mcp' ? call.name : nameOf(call.operation)
    if (name === undefined || !known.has(name)) return OTHER
    if (seen.size < TOOLS_MAX) seen.add(name)
    return seen.has(name) ? name : OTHER
  }
}
