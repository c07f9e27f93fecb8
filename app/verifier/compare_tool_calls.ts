import { isJsonObject, type JsonObject } from '../contract/json_rpc.ts'
import type { Operation } from '../contract/operations.ts'
import { MCP_REVISIONS } from '../contract/protocol.ts'
import type { Client } from './client.ts'
import type { Check } from './findings.ts'
import { at, objectsAt, omit, textAt } from './json.ts'
import { type McpCaller, type McpView, requestResult } from './mcp.ts'

type CapabilityPorts = {
  readonly mcp: McpCaller
  readonly records: ReadonlyMap<string, JsonObject>
  readonly capabilities: readonly JsonObject[]
}

/** A single capability is as listed, with the records of its pages. */
export async function compareCapabilityTool(
  { mcp, records, capabilities }: CapabilityPorts,
  check: Check,
): Promise<void> {
  const some = capabilities.slice(0, MCP_REVISIONS.length)
  await Promise.all(
    some.map(async (listed) => {
      const id = String(listed.id)
      const answer = await mcp.run('capability', { id })
      const what = `capability ${id} by its id`
      const single = at(answer, 'capability')
      const own = isJsonObject(single) ? omit(single, 'notice') : single
      check.equal('MCP', `${what}:`, omit(listed, 'notice'), own)
      const ids = Array.isArray(listed.pages) ? listed.pages : []
      const expected = ids.map((page) => records.get(String(page)))
      const pages = objectsAt(answer, 'pages').map((page) => omit(page, 'notice'))
      check.equal('MCP', `${what}: pages`, expected, pages)
    }),
  )
}

/** Every prompt can be read and contains its arguments (contract 4.1). */
export async function comparePrompts(
  client: Client,
  views: readonly McpView[],
  check: Check,
): Promise<void> {
  const prompts = (views[0]?.prompts ?? []).slice(0, PROMPTS_MAX)
  await Promise.all(
    prompts.flatMap((prompt) =>
      MCP_REVISIONS.slice(0, REVISIONS_MAX).map(async (revision) => {
        const name = String(prompt.name)
        const word = 'verify-4711'
        const names = objectsAt(prompt, 'arguments').map((argument) => String(argument.name))
        const params = { name, arguments: Object.fromEntries(names.map((each) => [each, word])) }
        const result = await requestResult(client, revision, 'prompts/get', params, check)
        if (result === undefined) return
        const texts = objectsAt(result, 'messages').map(
          (message) => textAt(message, 'content', 'text') ?? '',
        )
        const says = texts.some((text) => names.length === 0 || text.includes(word))
        check.equal(`MCP ${revision}`, `prompt ${name} contains its arguments`, true, says)
      }),
    ),
  )
}

const PROMPTS_MAX = 10

/** Prompts are read in the two newest revisions only, because calls are limited. */
const REVISIONS_MAX = 2

/**
 * Documentation that lists the tools lists all of them. A corpus about something else, as after
 * `import`, need not mention any.
 */
export function compareDocumentedTools(
  names: ReadonlyMap<Operation, string>,
  fullText: string | undefined,
  check: Check,
): void {
  const isNamed = (name: string) => fullText?.includes(name) === true
  const tools = [...names.values()]
  const lists = tools.filter(isNamed).length * 2 >= tools.length
  for (const name of lists ? tools : []) {
    const found = isNamed(name) ? 'named on a page' : 'nowhere'
    check.equal('pages', `tool ${name}`, 'named on a page', found)
  }
}
