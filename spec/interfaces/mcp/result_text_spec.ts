import { afterAll, beforeAll, expect } from 'bun:test'
import { OPERATION_NAMES, type Operation } from '../../../app/contract/operations/mod.ts'
import type { SearchRecord } from '../../../app/contract/page.ts'
import { MCP_REVISIONS, type McpRevision } from '../../../app/contract/protocol.ts'
import { createLog } from '../../../app/foundation/telemetry/log.ts'
import { serveLines } from '../../../app/interfaces/mcp/stdio.ts'
import { verifies } from '../../requirements/verifies.ts'
import { makeArguments } from '../../support/tool_arguments.ts'
import { callTool, MODERN, modernMeta } from './calls.ts'
import { type OpenDocs, openOurDocs } from './docs.ts'
import { type Answer, type Endpoint, type Fields, openEndpoint, readContent } from './endpoint.ts'

let open: OpenDocs
let endpoint: Endpoint

beforeAll(async () => {
  open = await openOurDocs()
  endpoint = openEndpoint(open.docs, { resultText: 'markdown' })
})
afterAll(async () => await open.close())

const current = () => open.docs.current()

/** Calls of every tool that give all members that a result of it may have. */
function usefulCalls(): readonly (readonly [Operation, Fields])[] {
  const { choices } = current()
  const listed = current().pages(3)
  const [one, two] = (listed.ok ? listed.value.records : []).map(({ id }) => id)
  return [
    ['search', { query: 'how many calls a minute are alowed zzqq' }],
    ['search', { query: 'downloads' }],
    ['search', { query: 'zzqqxx' }],
    ['page', { id: one }],
    ['page', { id: 'Limits', section: 'sizes', max_tokens: 100 }],
    ['page', { id: 'Limits', max_tokens: 300, more_ids: [two, 'no such page'] }],
    ['pages', { limit: 3 }],
    ['pages', { status: 'not_yet' }],
    ...(choices.capability ?? []).map((id) => ['capability', { id }] as const),
    ...OPERATION_NAMES.map((name) => [name, makeArguments(name, current())] as const),
    ...(choices.operation ?? []).map((id) => ['operation', { id }] as const),
    ...(choices.workflow ?? []).map((id) => ['workflow', { id }] as const),
    ...(choices.event ?? []).map((type) => ['event', { type }] as const),
  ]
}

function ask(
  operation: Operation,
  args: Fields,
  at = endpoint,
  revision: McpRevision = MODERN,
): Promise<Answer> {
  const { name = 'none' } =
    current().registry.tools.find((each) => each.operation === operation) ?? {}
  return at.send(callTool(revision, name, args))
}

function readText({ result }: Answer): string {
  const [block] = result.content as readonly { readonly text: string }[]
  return block?.text ?? ''
}

/** Every value of a result, as a reader must find it in the text. */
function listValues(value: unknown): readonly string[] {
  if (Array.isArray(value)) return value.flatMap(listValues)
  if (typeof value !== 'object' || value === null) return [String(value).trim()]
  const { passage, markdown_url: twin, section, ...rest } = value as Partial<SearchRecord>
  const { snippet, ...shown } = { ...section }
  const quoted = passage === undefined ? { snippet } : { passage }
  const stated = twin === undefined ? [] : [`\nmarkdown_url: url + index.md\n`]
  const members = [...Object.values(rest), ...Object.values(shown), ...Object.values(quoted)]
  return [...stated, ...members.filter((each) => each !== undefined).flatMap(listValues)]
}

verifies(
  ['mcp.result_text', 'operations.ten'],
  'as Markdown, the text of each public tool has every value of its structured content',
  async () => {
    const seen = new Set<string>()
    for (const [operation, args] of usefulCalls()) {
      const answer = await ask(operation, args)
      const content = readContent(answer)
      const text = readText(answer)
      expect(content).toEqual(readContent(await ask(operation, args, openEndpoint(open.docs))))
      for (const name of Object.keys(content)) seen.add(`${operation}.${name}`)
      const { [operation]: described, ...others } = content
      const isDescription = ['operation', 'workflow', 'event'].includes(operation)
      if (isDescription) expect(text).toContain(`\n${operation}: ${JSON.stringify(described)}`)
      const values = listValues(isDescription ? others : content)
      expect([operation, args, values.filter((each) => !text.includes(each))]).toEqual([
        ...[operation, args, []],
      ])
      expect(text.length).toBeLessThan(JSON.stringify(content).length)
    }
    expect(OPERATION_NAMES.filter((name) => !seen.has(`${name}.version`))).toEqual([])
    for (const rare of ['search.unmatched', 'search.note', 'page.next_section', 'page.more']) {
      expect(seen).toContain(rare)
    }
    expect(seen).toContain('pages.after')
  },
)

verifies(
  ['mcp.result_text', 'mcp.tool_results'],
  'the text is JSON unless the operator says so, where there is no other content, and in refusals',
  async () => {
    const usual = openEndpoint(open.docs)
    const args = { query: 'rate limit' }
    for (const revision of MCP_REVISIONS) {
      const json = JSON.stringify(readContent(await ask('search', args, usual, revision)))
      expect(readText(await ask('search', args, usual, revision))).toBe(json)
      const text = readText(await ask('search', args, endpoint, revision))
      if (revision === '2025-03-26') expect(text).toBe(json)
      else expect(text).toStartWith('version: ')
      const refused = await ask('page', { id: 'p0' }, endpoint, revision)
      expect(refused.result).toEqual((await ask('page', { id: 'p0' }, usual, revision)).result)
    }
  },
)

verifies(
  ['mcp.result_text', 'mcp.stdio'],
  'over standard input only messages that name the newest revision get Markdown',
  async () => {
    const call = { name: 'get_corpus_status', arguments: {} }
    const messages = MCP_REVISIONS.flatMap((protocolVersion) => [
      { method: 'initialize', params: { protocolVersion, capabilities: {} } },
      { method: 'tools/call', params: call },
    ])
    const modern = { method: 'tools/call', params: { ...call, _meta: modernMeta() } }
    const lines = [...messages, modern].map((message, id) =>
      JSON.stringify({ jsonrpc: '2.0', id, ...message }),
    )
    const input = new Blob([lines.join('\n')]).stream()
    const starts: string[] = []
    const write = async (line: string) => {
      const { result } = JSON.parse(line)
      if ('content' in result) starts.push(result.content[0].text.slice(0, 9))
    }
    const log = createLog('error', () => {}, Date.now)
    await serveLines(input, write, { docs: open.docs, limits: {}, log, resultText: 'markdown' })
    expect(starts).toEqual([...MCP_REVISIONS.map(() => '{"version'), 'version: '])
  },
)
