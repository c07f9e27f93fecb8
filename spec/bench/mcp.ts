import { readWholeRegistry } from '../support/renamed_registry.ts'
import { measureThroughput } from './_load.ts'
import { formatToolCall, sendOnce } from './_requests.ts'
import { type Bench, compare } from './_rows.ts'
import { startOurs, startPeer } from './_servers.ts'

const PEERS = {
  official: { peerName: 'official server 2.4.0', wanted: 4 },
  bare: { peerName: 'bare Bun.serve', wanted: 0.7 },
} as const

/** `tools/call` of an instant tool, compared with the official kit and with no protocol. */
export const benchMcp: Bench = async () => {
  const tool = await findStatusTool()
  const request = formatToolCall(tool, {})
  const ours = await startOurs()
  const answer = await sendOnce(ours.port, request)
  const bare = await startPeer('bare_message', answer)
  const official = await startPeer('official_server', JSON.stringify([tool, readContent(answer)]))
  try {
    const theirs = await sendOnce(official.port, request)
    if (!Bun.deepEquals(readContent(answer), readContent(theirs))) {
      throw new Error(`Cannot compare answers that differ:\n${answer}\n${theirs}`)
    }
    const beside = await measureThroughput(
      { server: ours, request },
      { official: { server: official, request }, bare: { server: bare, request } },
    )
    return (['official', 'bare'] as const).flatMap((name) => {
      const { peerName, wanted } = PEERS[name]
      const { rates, costs } = beside(name)
      return [
        compare({
          figure: 'tools/call',
          unit: 'answers/s',
          better: 'more',
          peerName,
          rounds: rates,
          wanted,
        }),
        compare({
          figure: 'tools/call',
          unit: 'CPU us each',
          better: 'less',
          peerName,
          rounds: costs,
        }),
      ]
    })
  } finally {
    await Promise.all([ours.stop(), bare.stop(), official.stop()])
  }
}

type Registry = { readonly tools: readonly { readonly operation: string; readonly name: string }[] }

/** The tool with the least work: no arguments, and a count that is known. */
async function findStatusTool(): Promise<string> {
  const registry = Bun.YAML.parse(await readWholeRegistry()) as Registry
  const tool = registry.tools.find(({ operation }) => operation === 'status')
  if (tool === undefined) throw new Error('Cannot find the tool of "status": the registry has none')
  return tool.name
}

type ToolAnswer = { readonly result: { readonly structuredContent: Record<string, unknown> } }

function readContent(answer: string): Record<string, unknown> {
  return (JSON.parse(answer) as ToolAnswer).result.structuredContent
}
