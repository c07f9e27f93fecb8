import { Counter, Histogram, type Registry } from 'prom-client'
import type { Operation } from '../contract/operations.ts'
import { A2A_REVISION, MCP_METHODS } from '../contract/protocol.ts'
import type { PublicDocs, Snapshot } from '../public_docs/mod.ts'
import type { Counters, FinishedCall } from '../telemetry/observer.ts'
import { createChildren } from './_children.ts'
import { OTHER, SECONDS } from './_names.ts'

/** Names of tools over the life of a process: a deploy may rename some, never so many. */
const TOOLS_MAX = 200

const METHODS: ReadonlySet<string> = new Set(MCP_METHODS)

/** Calls of tools over every interface, and messages over MCP. */
export function createCallCounters(
  register: Registry,
  docs: Pick<PublicDocs, 'current'>,
): Pick<Counters, 'countCall'> {
  const calls = new Counter({
    name: 'lectern_calls_total',
    help: 'Calls of tools and operations that ended, by how they ended.',
    labelNames: ['interface', 'tool', 'revision', 'outcome'],
    registers: [register],
  })
  const seconds = new Histogram({
    name: 'lectern_call_duration_seconds',
    help: 'How long calls of tools and operations took.',
    labelNames: ['interface', 'tool'],
    buckets: SECONDS,
    registers: [register],
  })
  const messages = new Counter({
    name: 'lectern_mcp_messages_total',
    help: 'Messages over MCP that were answered, by method.',
    labelNames: ['method', 'revision', 'outcome'],
    registers: [register],
  })
  const callOf = createChildren((labels: readonly string[]) => calls.labels(...labels))
  const secondsOf = createChildren((labels: readonly string[]) => seconds.labels(...labels))
  const messageOf = createChildren((labels: readonly string[]) => messages.labels(...labels))
  const toolOf = createToolNames(docs)
  return {
    countCall: (call) => {
      const { outcome, ms } = call
      const revision = revisionOf(call)
      if (call.interface === 'mcp') {
        messageOf(METHODS.has(call.method) ? call.method : OTHER, revision, outcome).inc()
        if (call.method !== 'tools/call') return
      }
      const tool = toolOf(call)
      callOf(call.interface, tool, revision, outcome).inc()
      secondsOf(call.interface, tool).observe(ms / 1000)
    },
  }
}

function revisionOf(call: FinishedCall): string {
  if (call.interface === 'mcp') return call.revision
  return call.interface === 'a2a' ? A2A_REVISION : 'none'
}

/** Names that become labels: tools of the registry alone, under their own names everywhere. */
function createToolNames(docs: Pick<PublicDocs, 'current'>): (call: FinishedCall) => string {
  const seen = new Set<string>()
  let snapshot: Snapshot | undefined
  let known: ReadonlySet<string> = new Set()
  let byOperation: ReadonlyMap<Operation, string> = new Map()
  const nameOf = (call: FinishedCall): string => {
    if (call.interface !== 'mcp') return byOperation.get(call.operation) ?? OTHER
    return call.name !== undefined && known.has(call.name) ? call.name : OTHER
  }
  return (call) => {
    const current = docs.current()
    if (current !== snapshot) {
      snapshot = current
      byOperation = new Map(current.registry.tools.map((tool) => [tool.operation, tool.name]))
      const own = (current.business?.tools ?? []).map((tool) => tool.name)
      known = new Set([...byOperation.values(), ...own])
    }
    const name = nameOf(call)
    if (seen.size < TOOLS_MAX) seen.add(name)
    return seen.has(name) ? name : OTHER
  }
}
