import type { JsonObject } from '../contract/json_rpc.ts'
import type { Agent } from './a2a.ts'
import type { Client } from './client.ts'
import { compareTelling } from './compare_skills.ts'
import type { Book } from './findings.ts'
import { type HttpPaths, searchPages } from './http_api.ts'
import { objectsAt, without } from './json.ts'
import type { McpCaller } from './mcp.ts'

type SearchPorts = {
  readonly client: Client
  readonly paths: HttpPaths
  readonly mcp: McpCaller
  readonly agent: Agent | undefined
}

/** Search gives the same records in the same order wherever it is asked (contract 1, rule 1). */
export async function compareSearch(
  queries: readonly string[],
  records: ReadonlyMap<string, JsonObject>,
  { client, paths, mcp, agent }: SearchPorts,
  book: Book,
): Promise<void> {
  const [first] = queries
  if (first === undefined) return
  const one = await searchPages(client, paths, first, book, '&limit=1')
  book.equal('HTTP API', `search ${JSON.stringify(first)} with limit 1: results`, 1, one.length)
  await Promise.all(
    queries.map(async (query) => {
      const [http, tool, cited] = await Promise.all([
        searchPages(client, paths, query, book),
        mcp.run('search', { query }),
        agent?.search === undefined ? undefined : agent.ask(agent.search, { query }),
      ])
      const results = objectsAt(tool, 'results').map((result) => without(result, 'notice'))
      const what = `search ${JSON.stringify(query)}`
      const ids = (list: readonly JsonObject[]) => list.map(({ id }) => id)
      book.agree(`${what} position`, [
        ['HTTP API', ids(http)],
        ['MCP', ids(results)],
        ...(cited === undefined ? [] : [['A2A', ids(objectsAt(cited.data, 'citations'))] as const]),
      ])
      if (cited !== undefined) compareTelling({ what, ...cited }, records, book)
      for (const found of http) {
        const record = records.get(String(found.id))
        book.equal('HTTP API', `${what} page ${found.id}`, record, without(found, 'section'))
        const other = results.find(({ id }) => id === found.id)
        if (other !== undefined) book.equal('MCP', `${what} page ${found.id}`, found, other)
      }
    }),
  )
}
