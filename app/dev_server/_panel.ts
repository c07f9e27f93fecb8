import { formatProblem } from '../contract/problem.ts'
import type { LiveCorpus } from '../corpus_build/live_corpus.ts'
import type { MachineView } from './messages.ts'

type Answer = (request: Request) => Promise<Response>

/** The usual estimate, which the page tool keeps to as well. */
const BYTES_PER_TOKEN = 4

const RESULTS_MAX = 5

/** Asks the service as a program would: what is shown here is what a program gets. */
export async function describeForMachines(
  live: LiveCorpus,
  path: string,
  answer: Answer,
): Promise<MachineView> {
  await live.settled()
  const snapshot = live.current()
  const record = snapshot?.recordAt(path.replace(/^\/|\/$/g, ''))
  if (snapshot === undefined || record === undefined) return { record: undefined }
  const toolName = snapshot.registry.tools.find(({ operation }) => operation === 'page')?.name ?? ''
  const twinAnswer = await answer(new Request(record.markdown_url))
  const twin = await twinAnswer.text()
  const tool = await callTool(answer, snapshot.baseUrl, toolName, record.id)
  const { records } = snapshot.search(record.title, RESULTS_MAX)
  const file = live.fileOf(record.id)
  const said = [...live.problems(), ...live.warnings()].filter((problem) => problem.file === file)
  return {
    record,
    twin,
    twinTokens: countTokens(twin),
    tool,
    toolName,
    toolTokens: countTokens(tool),
    ownPlace: records.findIndex(({ id }) => id === record.id) + 1,
    found: records.map(({ title }) => title),
    said: said.map(formatProblem),
  }
}

function countTokens(text: string): number {
  return Math.ceil(new TextEncoder().encode(text).length / BYTES_PER_TOKEN)
}

async function callTool(
  answer: Answer,
  baseUrl: string,
  name: string,
  id: string,
): Promise<string> {
  const response = await answer(
    new Request(`${baseUrl}/mcp`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
      },
      body: JSON.stringify({
        jsonrpc: '2.0',
        id: 1,
        method: 'tools/call',
        params: { name, arguments: { id } },
      }),
    }),
  )
  const text = await response.text()
  const data = /^data: (.*)$/m.exec(text)?.[1] ?? text
  const parsed: unknown = JSON.parse(data)
  return JSON.stringify(readMember(parsed, 'result') ?? parsed, null, 2)
}

function readMember(value: unknown, key: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, key) : undefined
}
