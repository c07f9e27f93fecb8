import type { JsonObject } from '../../../contract/json_rpc.ts'
import { SEARCH_MEMBERS } from '../../../contract/page.ts'
import { compareCitations } from '../compare_skills.ts'
import type { Check } from '../findings.ts'
import { searchPages } from '../http_api.ts'
import { membersAt, objectsAt, omit, textAt, textsAt } from '../json.ts'
import { listFacts, listRecords, nameText, quote } from '../result_markdown.ts'
import type { ComparedCorpus, OperationCheck } from './_check.ts'

export const search: OperationCheck = {
  listStatements: (content) => [
    listFacts(content, ['outcome', 'degraded']),
    ...nameText('apart', textsAt(content, 'apart').map(quote).join(', ')),
    ...nameText('unmatched', textsAt(content, 'unmatched').map(quote).join(', ')),
    ...nameText('corrected', listCorrections(content).join(', ')),
    ...listRecords(objectsAt(content, 'results')),
  ],
  compare: (corpus, checks) => compareSearch(corpus, checks.of('search')),
}

function listCorrections(content: JsonObject): readonly string[] {
  return membersAt(content, 'corrected').map(
    ([typed, meant]) => `${quote(typed)} as ${quote(meant)}`,
  )
}

/** Every interface finds the same records in the same order (contract 1, rule 1). */
async function compareSearch(
  { client, paths, mcp, records, agent, queries }: ComparedCorpus,
  check: Check,
): Promise<void> {
  const [first] = queries
  if (first === undefined) return
  const one = await searchPages(client, paths, first, check, '&limit=1')
  check.equal('HTTP API', `search ${JSON.stringify(first)} with limit 1: results`, 1, one.length)
  await Promise.all(
    queries.map(async (query) => {
      const [http, tool, cited] = await Promise.all([
        searchPages(client, paths, query, check),
        mcp.run('search', { query }),
        agent?.search === undefined ? undefined : agent.ask(agent.search, { query }),
      ])
      const results = objectsAt(tool, 'results')
      const what = `search ${JSON.stringify(query)}`
      const ids = (list: readonly JsonObject[]) => list.map(({ id }) => id)
      check.agree(`${what} position`, [
        ['HTTP API', ids(http)],
        ['MCP', ids(results)],
        ...(cited === undefined ? [] : [['A2A', ids(objectsAt(cited.data, 'citations'))] as const]),
      ])
      if (cited !== undefined) {
        compareCitations({ what, ...cited }, records, check)
        check.agree(`${what} outcome`, [
          ['MCP', textAt(tool, 'outcome')],
          ['A2A', textAt(cited.data, 'outcome')],
        ])
      }
      for (const found of http) {
        const record = records.get(String(found.id))
        check.equal('HTTP API', `${what} page ${found.id}`, record, omit(found, ...SEARCH_MEMBERS))
        const other = results.find(({ id }) => id === found.id)
        if (other !== undefined) check.equal('MCP', `${what} page ${found.id}`, found, other)
      }
    }),
  )
}
