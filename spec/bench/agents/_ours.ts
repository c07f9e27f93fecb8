import type { ResultText } from '../../../app/contract/protocol.ts'
import type { PublicDocs } from '../../../app/docs/public_docs/mod.ts'
import { call, callTool, initialize, OLDER } from '../../interfaces/mcp/calls.ts'
import { type Endpoint, openEndpoint } from '../../interfaces/mcp/endpoint.ts'
import { describeTools, readText } from './_content.ts'
import type { Reply, Setting } from './_policy.ts'

const [REVISION] = OLDER

/** Changes that an agent asks for when somebody wants to know what is new. */
const NEWEST = 25

type SearchContent = {
  readonly results?: readonly { readonly url: string }[]
  readonly unmatched?: readonly string[]
}

/** What an operator may choose. */
type Options = { readonly results?: number; readonly resultText?: ResultText }

/** Our tools over MCP, as a host hands their texts to a model. */
export async function createOurs(
  docs: PublicDocs,
  { results, resultText = 'json' }: Options = {},
): Promise<Setting> {
  const { registry, baseUrl } = docs.current()
  const limits = results === undefined ? {} : { searchLimitDefault: results }
  const endpoint = openEndpoint(docs, { limits, resultText })
  const options = [
    ...(results === undefined ? [] : [`${results} results`]),
    ...(resultText === 'json' ? [] : [`text as ${resultText}`]),
  ]
  const nameOf = (operation: string) =>
    registry.tools.find((tool) => tool.operation === operation)?.name ?? operation
  const ask = (operation: string, args: object) => callOurs(endpoint, nameOf(operation), args)
  return {
    name: ['ours', ...options].join(', '),
    baseUrl,
    preamble: await describeOurs(endpoint),
    tools: {
      search: (query) => ask('search', { query }),
      read: (id) => ask('page', { id }),
      listChanges: () => ask('changes', { limit: NEWEST }),
    },
  }
}

async function describeOurs(endpoint: Endpoint): Promise<string> {
  const { instructions } = (await endpoint.send(initialize(REVISION))).result
  const { tools } = (await endpoint.send(call(REVISION, 'tools/list'))).result
  return `${instructions}\n${describeTools(tools)}`
}

async function callOurs(endpoint: Endpoint, name: string, args: object): Promise<Reply> {
  const { result } = await endpoint.send(callTool(REVISION, name, args))
  const { results = [], unmatched = [] } = (result.structuredContent ?? {}) as SearchContent
  const absent = new Set(unmatched.map((word) => word.toLowerCase()))
  return {
    text: readText(result),
    hits: results.map(({ url }) => url),
    lacks: (word) => absent.has(word.toLowerCase()),
  }
}
