import { join } from 'node:path'
import { throughput } from './_load.ts'
import { answerOf, toolCallRequest } from './_requests.ts'
import { type Bench, compare } from './_rows.ts'
import { startOurs, startPeer } from './_servers.ts'

const REGISTRY = join(import.meta.dir, '../../corpus/registry.yaml')

/** Least ratios of `tools/call` to a tool that answers at once. */
const WANTED = { officialServer: 4, bare: 0.7 } as const

/** Answers a second of `tools/call`, beside the official server kit and beside no protocol at all. */
export const benchMcp: Bench = async () => {
  const request = toolCallRequest(await statusToolName(), {})
  const ours = await startOurs()
  const answer = await answerOf(ours.port, request)
  const bare = await startPeer('bare_message', answer)
  const official = await startPeer('official_server', officialWord(await statusToolName(), answer))
  try {
    sameContent(answer, await answerOf(official.port, request))
    const rounds = await throughput(
      { port: ours.port, request },
      { bare: { port: bare.port, request }, official: { port: official.port, request } },
    )
    const shared = { figure: 'tools/call', unit: 'answers/s', better: 'more' } as const
    return [
      compare({
        ...shared,
        peerName: 'official server 2.4.0',
        rounds: rounds.official,
        wanted: WANTED.officialServer,
      }),
      compare({
        ...shared,
        peerName: 'bare Bun.serve',
        rounds: rounds.bare,
        wanted: WANTED.bare,
      }),
    ]
  } finally {
    await Promise.all([ours.stop(), bare.stop(), official.stop()])
  }
}

type Registry = { readonly tools: readonly { readonly operation: string; readonly name: string }[] }

/** The tool with the least to do: it takes no arguments and counts pages that are counted. */
async function statusToolName(): Promise<string> {
  const registry = Bun.YAML.parse(await Bun.file(REGISTRY).text()) as Registry
  const tool = registry.tools.find(({ operation }) => operation === 'status')
  if (tool === undefined) throw new Error('Cannot find the tool of "status": the registry has none')
  return tool.name
}

type ToolAnswer = { readonly result: { readonly structuredContent: Record<string, unknown> } }

function contentOf(answer: string): Record<string, unknown> {
  return (JSON.parse(answer) as ToolAnswer).result.structuredContent
}

function officialWord(tool: string, answer: string): string {
  return JSON.stringify([tool, contentOf(answer)])
}

/** Two servers are compared only while they say the same. */
function sameContent(ours: string, theirs: string): void {
  if (Bun.deepEquals(contentOf(ours), contentOf(theirs))) return
  throw new Error(`Cannot compare answers that differ:\n${ours}\n${theirs}`)
}
