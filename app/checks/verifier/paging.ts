import type { JsonObject } from '../../contract/json_rpc.ts'
import { LIMITS } from '../../contract/limits.ts'
import type { Check } from './findings.ts'
import { at, compareJunk, objectsAt, textAt, textsAt } from './json.ts'
import type { McpCaller } from './mcp.ts'

/** Fewest records in a part that is not the last; a service may choose short parts. */
const PART_RECORDS_MIN = 10

/**
 * Reads every record of a list in parts. The manifest says how many there are, so an endless list
 * is cut off and reported.
 */
export async function walkPages(
  where: string,
  part: (after: string | undefined) => Promise<unknown>,
  pagesListed: number,
  check: Check,
): Promise<readonly JsonObject[]> {
  const pages: JsonObject[] = []
  const callsMax = 2 + Math.ceil(pagesListed / PART_RECORDS_MIN)
  let after: string | undefined
  for (let calls = 0; ; calls += 1) {
    if (calls >= callsMax || pages.length > pagesListed + LIMITS.listRecordsMax) {
      const found = `more after ${calls} parts`
      check.fail(where, 'list of pages', `an end after ${pagesListed} pages`, found)
      return pages
    }
    const found = await part(after)
    compareJunk(where, 'pages', found, check)
    pages.push(...objectsAt(found, 'pages'))
    const next = textAt(found, 'after')
    if (next === undefined) return pages
    after = next
  }
}

/** Reads every record from the list tool. */
export async function listMcpPages(
  mcp: McpCaller,
  pagesListed: number,
  check: Check,
): Promise<readonly JsonObject[]> {
  const part = (after: string | undefined) => mcp.run('pages', after === undefined ? {} : { after })
  return await walkPages('MCP', part, pagesListed, check)
}

type McpPage = {
  readonly record: unknown
  readonly markdown: string
  readonly sections: unknown
  /** False when a single part exceeds the largest budget, so its end is missing. */
  readonly whole: boolean
}

/** More parts than any readable page has. */
const PARTS_MAX = 200

/** Reads a page with the page tool, section by section if it is long. */
export async function readMcpPage(
  mcp: McpCaller,
  id: string,
  check: Check,
): Promise<McpPage | undefined> {
  const first = await mcp.run('page', { id, max_tokens: LIMITS.pageTokensMax })
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
      check.fail('MCP', `page ${id} next_section`, expected, JSON.stringify(section))
      whole = false
      break
    }
    part = await mcp.run('page', { id, section, max_tokens: LIMITS.pageTokensMax })
  }
  return { record: at(first, 'page'), markdown, sections: at(first, 'sections'), whole }
}
