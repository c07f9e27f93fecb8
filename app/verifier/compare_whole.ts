import { isJsonObject, type JsonObject } from '../contract/json_rpc.ts'
import type { A2aAnswer, Agent } from './a2a.ts'
import { compareCitations } from './compare_skills.ts'
import { type Check, locateDifference } from './findings.ts'
import { type HttpPaths, readPage } from './http_api.ts'
import { omit, textAt } from './json.ts'
import { countFences, type LlmsSection, unescapeMarkdown } from './llms_files.ts'
import type { McpCaller } from './mcp.ts'
import { readHtml, readTwin, unescapeMarkup } from './page_files.ts'
import { readMcpPage } from './paging.ts'
import { pathOf, type Site } from './site.ts'

type WholeReading = Site & {
  readonly agent: Agent | undefined
  readonly paths: HttpPaths
  readonly mcp: McpCaller
  /** Sections of the second llms file by address; absent when the file could not be read. */
  readonly full: ReadonlyMap<string, LlmsSection> | undefined
  readonly version: unknown
  readonly records: ReadonlyMap<string, JsonObject>
}

/** Compares one whole page on every interface: record, status, body, headings. */
export async function compareWhole(
  record: JsonObject,
  reading: WholeReading,
  check: Check,
): Promise<void> {
  const { client, paths, mcp } = reading
  const id = String(record.id)
  const { agent } = reading
  const [http, tool, twin, html, agentAnswer] = await Promise.all([
    readPage(client, paths, id, check),
    readMcpPage(mcp, id, check),
    readPageFile(String(record.markdown_url), 'text/markdown', `page ${id} twin`, reading, check),
    readPageFile(String(record.url), 'text/html', `page ${id} HTML`, reading, check),
    agent?.page === undefined ? undefined : agent.ask(agent.page, { id }),
  ])
  const body = textAt(http, 'markdown')
  if (isJsonObject(http)) compareRecord('HTTP API', id, record, omit(http, 'markdown'), check)
  if (tool !== undefined) {
    const own = isJsonObject(tool.record) ? omit(tool.record, 'notice') : tool.record
    compareRecord('MCP', id, record, own, check)
  }
  const fromTwin = twin === undefined ? undefined : readTwin(twin)
  if (twin !== undefined && fromTwin === undefined) {
    check.fail('Markdown twin', `page ${id}`, 'front matter, title and status', 'something else')
  }
  if (fromTwin !== undefined) compareTwin(id, record, fromTwin, check)
  const section = reading.full?.get(String(record.url))
  if (reading.full !== undefined) compareSection(id, record, section, check)
  const agreed = compareBodies(id, check, [
    ['HTTP API', body],
    ['MCP', tool?.whole === true ? tool.markdown : undefined],
    ['Markdown twin', fromTwin?.body],
    ['llms-full', section?.body],
  ])
  if (agentAnswer !== undefined) {
    compareAgentPage(record, agreed, agentAnswer, reading.records, check)
  }
  if (html !== undefined) {
    await compareHtml(record, html, { sections: tool?.sections, body: agreed }, reading, check)
  }
}

function compareRecord(
  where: string,
  id: string,
  record: JsonObject,
  found: unknown,
  check: Check,
): void {
  check.equal(where, `page ${id} read whole:`, record, found)
}

function compareTwin(
  id: string,
  record: JsonObject,
  twin: NonNullable<ReturnType<typeof readTwin>>,
  check: Check,
): void {
  compareRecord('Markdown twin', id, record, twin.record, check)
  const line = String(record.title).replace(/\s+/g, ' ').trim()
  check.equal('Markdown twin', `page ${id} heading`, line, unescapeMarkdown(twin.title))
  const statusText = /`([a-z_]+)`/.exec(twin.facts)?.[1]
  check.equal('Markdown twin', `page ${id} status line`, record.status, statusText)
  const dateText = /Updated: (\d{4}-\d\d-\d\d)/.exec(twin.facts)?.[1]
  check.equal('Markdown twin', `page ${id} date line`, record.updated, dateText)
}

function compareSection(
  id: string,
  record: JsonObject,
  section: LlmsSection | undefined,
  check: Check,
): void {
  const where = 'llms-full'
  if (section === undefined) {
    check.fail(where, `page ${id}`, 'a section', 'no section')
    return
  }
  const line = String(record.title).replace(/\s+/g, ' ').trim()
  check.equal(where, `page ${id} title`, line, section.title)
  check.equal(where, `page ${id} status`, record.status, section.status)
  check.equal(where, `page ${id} updated`, record.updated, section.updated)
}

/** The agent may cut a long page, and says so. */
function compareAgentPage(
  record: JsonObject,
  body: string | undefined,
  answer: A2aAnswer,
  records: ReadonlyMap<string, JsonObject>,
  check: Check,
): void {
  const { page, markdown, truncated } = answer.data
  const id = String(record.id)
  const own = isJsonObject(page) ? omit(page, 'notice') : page
  compareRecord('A2A', id, record, own, check)
  compareCitations({ what: `page ${id}`, ...answer }, records, check)
  if (body === undefined || typeof markdown !== 'string') return
  const expected = truncated === true ? body.slice(0, markdown.length) : body
  check.count(1)
  if (expected === markdown) return
  const [wanted, found] = locateDifference(expected, markdown)
  check.fail('A2A', `page ${id} body`, wanted, found)
}

/** All interfaces give the same body; what most of them give is expected of the others. */
function compareBodies(
  id: string,
  check: Check,
  claims: readonly (readonly [where: string, body: string | undefined])[],
): string | undefined {
  const there = claims.flatMap(([where, body]) => (body === undefined ? [] : [{ where, body }]))
  const bodies = there.map(({ body }) => body)
  const most = bodies.toSorted((a, b) => countVotes(bodies, b) - countVotes(bodies, a))[0]
  check.count(there.length)
  for (const { where, body } of there) {
    if (most === undefined || body === most) continue
    const [expected, found] = locateDifference(most, body)
    check.fail(where, `page ${id} body`, expected, found)
  }
  return most
}

function countVotes(bodies: readonly string[], body: string): number {
  return bodies.filter((each) => each === body).length
}

type McpReading = { readonly sections: unknown; readonly body: string | undefined }

async function compareHtml(
  record: JsonObject,
  text: string,
  { sections, body }: McpReading,
  { version }: WholeReading,
  check: Check,
): Promise<void> {
  const where = 'HTML page'
  const { id, kind: _, ...fields } = record
  const { description, status, updated } = record
  const html = await readHtml(text)
  const { meta_description: meta, ...own } = html.record
  check.equal(where, `page ${id}`, fields, own)
  check.equal(where, `page ${id} meta description`, description, meta)
  check.equal(where, `page ${id} version`, version, unescapeMarkup(html.version))
  const { visible } = html
  const title = String(record.title).replace(/\s+/g, ' ').trim()
  const isTitled = visible.title.replace(/\s+/g, ' ').includes(title)
  check.equal(where, `page ${id} window title`, isTitled ? visible.title : title, visible.title)
  const words = namesStatus(String(status), visible.status) ? visible.status : status
  check.equal(where, `page ${id} visible status`, words, visible.status)
  check.equal(where, `page ${id} visible date`, updated, visible.updated)
  if (Array.isArray(sections)) {
    check.equal(where, `page ${id} anchors of headings:`, sections, html.anchors)
  }
  if (body !== undefined) compareCode(`page ${id}`, html.code, body, check)
}

/** Whether a text has the words of a status: `not_yet` is "Not yet built". */
function namesStatus(status: string, text: string): boolean {
  const words = text.toLowerCase().split(/\W+/)
  const isDenied = words.includes('not') && !status.startsWith('not')
  return !isDenied && status.split('_').every((word) => words.includes(word))
}

/** Readers copy code: every block of the page is in the Markdown, and none is missing. */
function compareCode(what: string, code: readonly string[], body: string, check: Check): void {
  const where = 'HTML page'
  const fences = countFences(body)
  const least = Math.max(fences, code.length)
  check.equal(where, `${what} code blocks`, least, code.length)
  const all = stripBlanks(body)
  for (const block of code) {
    const isThere = all.includes(stripBlanks(block))
    check.equal(where, `${what} code block`, isThere ? block : 'a block of the Markdown', block)
  }
}

/** Removes blanks and quote marks, which indent code in Markdown. */
function stripBlanks(text: string): string {
  return text.replace(/[\s>]+/g, '')
}

async function readPageFile(
  url: string,
  type: string,
  what: string,
  site: Site,
  check: Check,
): Promise<string | undefined> {
  const where = type === 'text/html' ? 'HTML page' : 'Markdown twin'
  const path = pathOf(site, url)
  if (path === undefined) {
    check.fail(where, `${what} address`, `below ${site.baseUrl}`, url)
    return undefined
  }
  const { status, headers, text } = await site.client.call(path, { headers: { accept: type } })
  if (!check.equal(where, `${what} HTTP status`, 200, status)) return undefined
  check.equal(where, `${what} media type`, type, headers.get('content-type')?.split(';')[0])
  return text
}
