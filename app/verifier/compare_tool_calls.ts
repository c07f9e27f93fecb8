import { isJsonObject, type JsonObject } from '../contract/json_rpc.ts'
import type { Operation } from '../contract/operations.ts'
import { MCP_REVISIONS } from '../contract/protocol.ts'
import type { Client } from './client.ts'
import type { Book } from './findings.ts'
import { at, objectsAt, textAt, without } from './json.ts'
import { type McpCaller, type McpView, request } from './mcp.ts'

type Known = {
  readonly mcp: McpCaller
  readonly records: ReadonlyMap<string, JsonObject>
  readonly capabilities: readonly JsonObject[]
}

/** One capability by its id is what the list says, with the records of its pages. */
export async function compareCapabilityTool(
  { mcp, records, capabilities }: Known,
  book: Book,
): Promise<void> {
  const some = capabilities.slice(0, MCP_REVISIONS.length)
  await Promise.all(
    some.map(async (listed) => {
      const id = String(listed.id)
      const answer = await mcp.run('capability', { id })
      const what = `capability ${id} by its id`
      const told = at(answer, 'capability')
      const own = isJsonObject(told) ? without(told, 'notice') : told
      book.equal('MCP', `${what}:`, without(listed, 'notice'), own)
      const ids = Array.isArray(listed.pages) ? listed.pages : []
      const expected = ids.map((page) => records.get(String(page)))
      const pages = objectsAt(answer, 'pages').map((page) => without(page, 'notice'))
      book.equal('MCP', `${what}: pages`, expected, pages)
    }),
  )
}

/** Every prompt can be got with what it asks for, and says it back (contract 4.1). */
export async function comparePrompts(
  client: Client,
  views: readonly McpView[],
  book: Book,
): Promise<void> {
  const prompts = (views[0]?.prompts ?? []).slice(0, PROMPTS_MAX)
  await Promise.all(
    prompts.flatMap((prompt) =>
      MCP_REVISIONS.slice(0, REVISIONS_ASKED).map(async (revision) => {
        const name = String(prompt.name)
        const word = 'verify-4711'
        const names = objectsAt(prompt, 'arguments').map((argument) => String(argument.name))
        const params = { name, arguments: Object.fromEntries(names.map((each) => [each, word])) }
        const result = await request(client, revision, 'prompts/get', params, book)
        if (result === undefined) return
        const texts = objectsAt(result, 'messages').map(
          (message) => textAt(message, 'content', 'text') ?? '',
        )
        const says = texts.some((text) => names.length === 0 || text.includes(word))
        book.equal(`MCP ${revision}`, `prompt ${name} holds its arguments`, true, says)
      }),
    ),
  )
}

const PROMPTS_MAX = 10

/** Prompts are asked for in the current revision and the one before it; calls are counted. */
const REVISIONS_ASKED = 2

/**
 * Documentation that lists the tools lists all of them, so that readers learn of each. A corpus
 * about something else, as after `import`, need not speak of tools at all.
 */
export function compareDocumentedTools(
  names: ReadonlyMap<Operation, string>,
  fullText: string | undefined,
  book: Book,
): void {
  const isNamed = (name: string) => fullText?.includes(name) === true
  const tools = [...names.values()]
  const lists = tools.filter(isNamed).length * 2 >= tools.length
  for (const name of lists ? tools : []) {
    const found = isNamed(name) ? 'named on a page' : 'nowhere'
    book.equal('pages', `tool ${name}`, 'named on a page', found)
  }
}
