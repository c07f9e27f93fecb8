import { MCP_REVISIONS } from '../../../contract/protocol.ts'
import type { Check } from '../findings.ts'
import { at, objectsAt } from '../json.ts'
import type { Corpus } from '../reading.ts'
import { listObjects, listRecords } from '../result_markdown.ts'
import type { OperationCheck } from './_check.ts'
import { listCapability } from './capabilities.ts'

export const capability: OperationCheck = {
  listStatements: (content) => [
    ...listObjects(content.capability).flatMap(listCapability),
    ...listRecords(objectsAt(content, 'pages')),
  ],
  compare: (corpus, checks) => compareCapabilityTool(corpus, checks.of('tools')),
}

/** A single capability is as listed, with the records of its pages. */
async function compareCapabilityTool({ mcp, records, files }: Corpus, check: Check): Promise<void> {
  const some = objectsAt(files.statusData, 'capabilities').slice(0, MCP_REVISIONS.length)
  await Promise.all(
    some.map(async (listed) => {
      const id = String(listed.id)
      const answer = await mcp.run('capability', { id })
      const what = `capability ${id} by its id`
      check.equal('MCP', `${what}:`, listed, at(answer, 'capability'))
      const ids = Array.isArray(listed.pages) ? listed.pages : []
      const expected = ids.map((page) => records.get(String(page)))
      check.equal('MCP', `${what}: pages`, expected, objectsAt(answer, 'pages'))
    }),
  )
}
