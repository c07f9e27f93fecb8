import { Histogram, type Registry } from 'prom-client'
import { A2A_REVISION, MCP_METHODS } from '../../contract/protocol.ts'
import type { PublicDocs } from '../../docs/public_docs/mod.ts'
import { createToolNames, OTHER } from '../../foundation/telemetry/call_names.ts'
import type { Counters, FinishedCall } from '../../foundation/telemetry/observer.ts'
import { createChildren, createTallies } from './_children.ts'
import { SECONDS } from './_requests.ts'

const METHODS: ReadonlySet<string> = new Set(MCP_METHODS)

/** Calls of tools over every interface, and messages over MCP. */
export function createCallCounters(
  register: Registry,
  docs: Pick<PublicDocs, 'current'>,
): Pick<Counters, 'countCall'> {
  const callOf = createTallies(register, {
    name: 'lectern_calls_total',
    help: 'Calls of tools and operations that ended, by how they ended.',
    labelNames: ['interface', 'tool', 'revision', 'outcome'],
  })
  const seconds = new Histogram({
    name: 'lectern_call_duration_seconds',
    help: 'How long calls of tools and operations took.',
    labelNames: ['interface', 'tool'],
    buckets: SECONDS,
    registers: [register],
  })
  const messageOf = createTallies(register, {
    name: 'lectern_mcp_messages_total',
    help: 'Messages over MCP that were answered, by method.',
    labelNames: ['method', 'revision', 'outcome'],
  })
  const secondsOf = createChildren((labels: readonly string[]) => seconds.labels(...labels))
  const toolOf = createToolNames(docs.current)
  return {
    countCall: (call) => {
      const { outcome, ms } = call
      const revision = revisionOf(call)
      if (call.interface === 'mcp') {
        const method = METHODS.has(call.method) ? call.method : OTHER
        messageOf(method, revision, outcome).waiting += 1
        if (call.method !== 'tools/call') return
      }
      const tool = toolOf(call)
      callOf(call.interface, tool, revision, outcome).waiting += 1
      secondsOf(call.interface, tool).observe(ms / 1000)
    },
  }
}

function revisionOf(call: FinishedCall): string {
  if (call.interface === 'mcp') return call.revision
  return call.interface === 'a2a' ? A2A_REVISION : 'none'
}
