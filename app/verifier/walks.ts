import type { JsonObject } from '../contract/json_rpc.ts'
import { LIST_RECORDS_MAX, PAGE_TOKENS_MAX } from '../contract/limits.ts'
import type { Book } from './findings.ts'
import { at, compareJunk, objectsAt, textAt, textsAt } from './json.ts'
import type { McpCaller } from './mcp.ts'

/** Records that a part has at least where more parts follow; a service may choose short parts. */
const SHORT_PART = 10

/**
 * Every record of a list that is given in parts. The manifest says how many there are, so a list
 * that goes on for ever ends here, with a line.
 */
export async function walkPages(
  where: string,
  part: (after: string | undefined) => Promise<unknown>,
  pagesTold: number,
  book: Book,
): Promise<readonly JsonObject[]> {
  const pages: JsonObject[] = []
  const callsMax = 2 + Math.ceil(pagesTold / SHORT_PART)
  let after: string | undefined
  for (let calls = 0; ; calls += 1) {
    if (calls >= callsMax || pages.length > pagesTold + LIST_RECORDS_MAX) {
      const found = `still going on after ${calls} parts`
      book.wrong(where, 'list of pages', `an end after ${pagesTold} pages`, found)
      return pages
    }
    const found = await part(after)
    compareJunk(where, 'pages', found, book)
    pages.push(...objectsAt(found, 'pages'))
    const next = textAt(found, 'after')
    if (next === undefined) return pages
    after = next
  }
}

/** Every record that the list tool gives. */
export async function listMcpPages(
  mcp: McpCaller,
  pagesTold: number,
  book: Book,
): Promise<readonly JsonObject[]> {
  const part = (after: string | undefined) => mcp.run('pages', after === undefined ? {} : { after })
  return await walkPages('MCP', part, pagesTold, book)
}

type McpPage = {
  readonly record: unknown
  readonly markdown: string
  readonly sections: unknown
  /** False when a part alone is over the largest budget: then the end of it is not there. */
  readonly whole: boolean
}

/** More parts than any page has that a person reads. */
const PARTS_MAX = 200

/** A page by the page tool, put together from its sections where it is long. */
export async function readMcpPage(
  mcp: McpCaller,
  id: string,
  book: Book,
): Promise<McpPage | undefined> {
  const first = await mcp.run('page', { id, max_tokens: PAGE_TOKENS_MAX })
  if (first === undefined) return undefined
  const sections = textsAt(first, 'sections')
  const partsMax = Math.min(sections.length + 1, PARTS_MAX)
  let markdown = ''
  let whole = true
  let part: unknown = first
  for (let parts = 1; ; parts += 1) {
    markdown += textAt(part, 'markdown') ?? ''
    if (/^Cut inside/.test(textAt(part, 'note') ?? '')) whole = false
    const section = textAt(part, 'next_section')
    if (section === undefined) break
    if (parts >= partsMax || !sections.includes(section)) {
      const expected = `an end after its ${sections.length} sections`
      book.wrong('MCP', `page ${id} next_section`, expected, JSON.stringify(section))
      whole = false
      break
    }
    part = await mcp.run('page', { id, section, max_tokens: PAGE_TOKENS_MAX })
  }
  return { record: at(first, 'page'), markdown, sections: at(first, 'sections'), whole }
}
