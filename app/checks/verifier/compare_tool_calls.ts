import type { Check } from './findings.ts'
import { objectsAt, textAt } from './json.ts'
import { requestResult } from './mcp_request.ts'
import type { Reading } from './reading.ts'

/** Every prompt can be read and contains its arguments (contract 4.1). */
export async function comparePrompts({ client, views }: Reading, check: Check): Promise<void> {
  const prompts = (views[0]?.prompts ?? []).slice(0, PROMPTS_MAX)
  await Promise.all(
    prompts.flatMap((prompt) =>
      views.slice(0, REVISIONS_MAX).map(async ({ revision, where }) => {
        const name = String(prompt.name)
        const word = 'verify-4711'
        const names = objectsAt(prompt, 'arguments').map((argument) => String(argument.name))
        const params = { name, arguments: Object.fromEntries(names.map((each) => [each, word])) }
        const result = await requestResult(client, revision, 'prompts/get', params, check)
        if (result === undefined) return
        const says = objectsAt(result, 'messages').some(
          (message) => names.length === 0 || textAt(message, 'content', 'text')?.includes(word),
        )
        check.equal(where, `prompt ${name} contains its arguments`, true, says)
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
export function compareDocumentedTools({ names, fullText }: Reading, check: Check): void {
  const isNamed = (name: string) => fullText?.includes(name) === true
  const tools = [...names.values()]
  const lists = tools.filter(isNamed).length * 2 >= tools.length
  for (const name of lists ? tools : []) {
    const found = isNamed(name) ? 'named on a page' : 'nowhere'
    check.equal('pages', `tool ${name}`, 'named on a page', found)
  }
}
