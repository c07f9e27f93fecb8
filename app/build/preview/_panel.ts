import { hasAtMost } from '../../contract/arguments.ts'
import { LIMITS } from '../../contract/limits.ts'
import { formatProblem } from '../../contract/problem.ts'
import type { Result } from '../../contract/result.ts'
import type { LiveCorpus } from '../corpus_build/live_corpus.ts'
import type { MachineView, SearchAnswer, SearchView } from './messages.ts'

type Answer = (request: Request) => Promise<Response>

/** Explains how search finds a page, by its id, for a query. */
export type ExplainSearch = (request: {
  readonly query: string
  readonly page: string | undefined
}) => Promise<Result<SearchView, string>>

type PanelPorts = {
  readonly live: LiveCorpus
  readonly answer: Answer
  readonly explain: ExplainSearch
}

/** The usual estimate, which the page tool keeps to as well. */
const BYTES_PER_TOKEN = 4

/** Asks the service as a program would: what is shown here is what a program gets. */
export async function describeForMachines(
  path: string,
  { live, answer, explain }: PanelPorts,
): Promise<MachineView> {
  const snapshot = live.current()
  const record = findRecord(live, path)
  if (snapshot === undefined || record === undefined) return { record: undefined }
  const toolName = snapshot.registry.tools.find(({ operation }) => operation === 'page')?.name ?? ''
  const twinAnswer = await answer(new Request(record.markdown_url))
  const twin = await twinAnswer.text()
  const tool = await callTool(answer, snapshot.baseUrl, toolName, record.id)
  const file = live.fileOf(record.id)
  const said = [...live.problems(), ...live.warnings()].filter((problem) => problem.file === file)
  return {
    record,
    twin,
    twinTokens: countTokens(twin),
    tool,
    toolName,
    toolTokens: countTokens(tool),
    ownTitle: toAnswer(await explain({ query: record.title, page: record.id })),
    said: said.map(formatProblem),
  }
}

/** Explains how search finds the page at a path for a query that its author typed. */
export async function explainQuery(
  path: string,
  query: string,
  { live, explain }: PanelPorts,
): Promise<SearchAnswer> {
  const { queryCharactersMax } = LIMITS
  if (!hasAtMost(query, queryCharactersMax)) {
    return {
      refusal: `Cannot explain the query: it is longer than ${queryCharactersMax} characters`,
    }
  }
  return toAnswer(await explain({ query, page: findRecord(live, path)?.id }))
}

function findRecord(live: LiveCorpus, path: string) {
  return live.current()?.recordAt(path.replace(/^\/|\/$/g, ''))
}

function toAnswer(explained: Result<SearchView, string>): SearchAnswer {
  return explained.ok ? explained.value : { refusal: explained.error }
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
