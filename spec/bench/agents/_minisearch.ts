import { createMcpHandler, fromJsonSchema, McpServer } from '@modelcontextprotocol/server'
import MiniSearch from 'minisearch'
import { isStopWord, USUAL_WEIGHTS } from '../_engines/engine.ts'
import { describeTools, readText } from './_content.ts'
import type { Reply, Setting } from './_policy.ts'
import type { Section } from './_sections.ts'

/** What a search of the peer shows of each hit: the whole section, or its beginning. */
const SHAPES = {
  sections: { limit: 5, characters: Number.POSITIVE_INFINITY },
  excerpts: { limit: 10, characters: 200 },
} as const

type Text = { readonly content: [{ readonly type: 'text'; readonly text: string }] }

/** MiniSearch over sections behind the official server kit: what one builds in an afternoon. */
export async function createMiniSearchPeer(
  sections: readonly Section[],
  baseUrl: string,
  shape: keyof typeof SHAPES,
): Promise<Setting> {
  const { search, read } = indexSections(sections, shape)
  const handler = createMcpHandler(() => {
    const server = new McpServer({ name: 'peer', version: '1.0.0' })
    server.registerTool(
      'search',
      { description: 'Searches the documentation.', inputSchema: takes('query') },
      ({ query = '' }) => toText(search(query)),
    )
    server.registerTool(
      'read',
      { description: 'Reads a page or a section of it.', inputSchema: takes('address') },
      ({ address = '' }) => toText(read(address)),
    )
    return server
  })
  const send = (method: string, params: object = {}) => post(handler.fetch, method, params)
  const callTool = async (name: string, args: object): Promise<Reply> => {
    const text = readText(await send('tools/call', { name, arguments: args }))
    const hits = [...text.matchAll(/^# .*\n(\S+)$/gm)].map(([, address]) => address ?? '')
    return { text, hits: [...new Set(hits)], lacks: () => text === '' }
  }
  const { tools } = (await send('tools/list')) as { readonly tools: unknown }
  return {
    name: `MiniSearch ${shape}`,
    baseUrl,
    preamble: describeTools(tools),
    tools: {
      search: (query) => callTool('search', { query }),
      read: (address) => callTool('read', { address }),
    },
  }
}

/** Whole sections lead to their page, excerpts to their section. */
function indexSections(sections: readonly Section[], shape: keyof typeof SHAPES) {
  const { limit, characters } = SHAPES[shape]
  const index = new MiniSearch({
    fields: ['title', 'heading', 'text'],
    idField: 'at',
    processTerm: (term) => (isStopWord(term) ? null : term.toLowerCase()),
    searchOptions: {
      boost: { title: USUAL_WEIGHTS.title, heading: USUAL_WEIGHTS.headings },
      combineWith: 'OR',
    },
  })
  index.addAll(sections)
  const addressOf = ({ url, at }: Section) => (shape === 'sections' ? url : `${url}#s${at}`)
  const show = (section: Section, text: string) =>
    `# ${[section.title, section.heading].filter((part) => part !== '').join(': ')}\n` +
    `${addressOf(section)}\n\n${text}`
  return {
    search: (query: string) => {
      const found = index.search(query).slice(0, limit)
      const hits = found.flatMap(({ id }) => sections[Number(id)] ?? [])
      return hits.map((hit) => show(hit, hit.text.slice(0, characters))).join('\n\n')
    },
    read: (address: string) => {
      const wanted = sections.filter((each) => addressOf(each) === address)
      return wanted.map(({ text }) => text).join('\n\n')
    },
  }
}

function takes(name: 'query' | 'address') {
  return fromJsonSchema<Partial<Record<'query' | 'address', string>>>({
    type: 'object',
    properties: { [name]: { type: 'string' } },
    required: [name],
  })
}

function toText(text: string): Text {
  return { content: [{ type: 'text', text }] }
}

/** Sends one message of the current revision, which needs no session. */
async function post(
  send: (request: Request) => Promise<Response>,
  method: string,
  params: object,
): Promise<unknown> {
  const name = 'name' in params ? { 'mcp-name': String(params.name) } : {}
  const _meta = {
    'io.modelcontextprotocol/protocolVersion': '2026-07-28',
    'io.modelcontextprotocol/clientInfo': { name: 'bench', version: '1.0.0' },
    'io.modelcontextprotocol/clientCapabilities': {},
  }
  const answer = await send(
    new Request('http://localhost/mcp', {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
        'mcp-protocol-version': '2026-07-28',
        'mcp-method': method,
        ...name,
      },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params: { _meta, ...params } }),
    }),
  )
  const text = await answer.text()
  const body = JSON.parse(/^data: (.*)$/m.exec(text)?.[1] ?? text) as { readonly result?: unknown }
  if (body.result === undefined) throw new Error(`Cannot call "${method}": ${text}`)
  return body.result
}
