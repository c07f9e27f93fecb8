import { isJsonObject, type JsonObject } from '../contract/json_rpc.ts'
import type { A2aAnswer, Agent } from './a2a.ts'
import { compareTelling } from './compare_skills.ts'
import { type Book, textDifference } from './findings.ts'
import { type HttpPaths, readPage } from './http_api.ts'
import { textAt, without } from './json.ts'
import { fencesOf, type LlmsSection, unescapedMarkdown } from './llms_files.ts'
import type { McpCaller } from './mcp.ts'
import { readHtml, readTwin, unescaped } from './page_files.ts'
import { pathOf, type Site } from './site.ts'
import { readMcpPage } from './walks.ts'

type WholeReading = Site & {
  readonly agent: Agent | undefined
  readonly paths: HttpPaths
  readonly mcp: McpCaller
  /** Sections of the second llms file by address; absent when the file could not be read. */
  readonly full: ReadonlyMap<string, LlmsSection> | undefined
  readonly version: unknown
  readonly records: ReadonlyMap<string, JsonObject>
}

/** Reads one page whole on every interface: record, status, body, headings. */
export async function compareWhole(
  record: JsonObject,
  reading: WholeReading,
  book: Book,
): Promise<void> {
  const { client, paths, mcp } = reading
  const id = String(record.id)
  const { agent } = reading
  const [http, tool, twin, html, told] = await Promise.all([
    readPage(client, paths, id, book),
    readMcpPage(mcp, id, book),
    pageFile(String(record.markdown_url), 'text/markdown', `page ${id} twin`, reading, book),
    pageFile(String(record.url), 'text/html', `page ${id} HTML`, reading, book),
    agent?.page === undefined ? undefined : agent.ask(agent.page, { id }),
  ])
  const body = textAt(http, 'markdown')
  if (isJsonObject(http)) sameRecord('HTTP API', id, record, without(http, 'markdown'), book)
  if (tool !== undefined) {
    const own = isJsonObject(tool.record) ? without(tool.record, 'notice') : tool.record
    sameRecord('MCP', id, record, own, book)
  }
  const fromTwin = twin === undefined ? undefined : readTwin(twin)
  if (twin !== undefined && fromTwin === undefined) {
    book.wrong('Markdown twin', `page ${id}`, 'front matter, title and status', 'something else')
  }
  if (fromTwin !== undefined) compareTwin(id, record, fromTwin, book)
  const section = reading.full?.get(String(record.url))
  if (reading.full !== undefined) compareSection(id, record, section, book)
  const agreed = compareBodies(id, book, [
    ['HTTP API', body],
    ['MCP', tool?.whole === true ? tool.markdown : undefined],
    ['Markdown twin', fromTwin?.body],
    ['llms-full', section?.body],
  ])
  if (told !== undefined) compareTold(record, agreed, told, reading.records, book)
  if (html !== undefined) {
    await compareHtml(record, html, { sections: tool?.sections, body: agreed }, reading, book)
  }
}

function sameRecord(
  where: string,
  id: string,
  record: JsonObject,
  found: unknown,
  book: Book,
): void {
  book.equal(where, `page ${id} read whole:`, record, found)
}

function compareTwin(
  id: string,
  record: JsonObject,
  twin: NonNullable<ReturnType<typeof readTwin>>,
  book: Book,
): void {
  sameRecord('Markdown twin', id, record, twin.record, book)
  const line = String(record.title).replace(/\s+/g, ' ').trim()
  book.equal('Markdown twin', `page ${id} heading`, line, unescapedMarkdown(twin.title))
  const shownStatus = /`([a-z_]+)`/.exec(twin.facts)?.[1]
  book.equal('Markdown twin', `page ${id} status line`, record.status, shownStatus)
  const shownDate = /Updated: (\d{4}-\d\d-\d\d)/.exec(twin.facts)?.[1]
  book.equal('Markdown twin', `page ${id} date line`, record.updated, shownDate)
}

function compareSection(
  id: string,
  record: JsonObject,
  section: LlmsSection | undefined,
  book: Book,
): void {
  const where = 'llms-full'
  if (section === undefined) {
    book.wrong(where, `page ${id}`, 'a section', 'no section')
    return
  }
  const line = String(record.title).replace(/\s+/g, ' ').trim()
  book.equal(where, `page ${id} title`, line, section.title)
  book.equal(where, `page ${id} status`, record.status, section.status)
  book.equal(where, `page ${id} updated`, record.updated, section.updated)
}

/** The agent gives the beginning of a long page, and says so. */
function compareTold(
  record: JsonObject,
  body: string | undefined,
  answer: A2aAnswer,
  records: ReadonlyMap<string, JsonObject>,
  book: Book,
): void {
  const { page, markdown, truncated } = answer.data
  const id = String(record.id)
  const own = isJsonObject(page) ? without(page, 'notice') : page
  sameRecord('A2A', id, record, own, book)
  compareTelling({ what: `page ${id}`, ...answer }, records, book)
  if (body === undefined || typeof markdown !== 'string') return
  const expected = truncated === true ? body.slice(0, markdown.length) : body
  book.count(1)
  if (expected === markdown) return
  const [wanted, found] = textDifference(expected, markdown)
  book.wrong('A2A', `page ${id} body`, wanted, found)
}

/** The body is one text; what most interfaces give is expected of the others. */
function compareBodies(
  id: string,
  book: Book,
  voices: readonly (readonly [where: string, body: string | undefined])[],
): string | undefined {
  const there = voices.flatMap(([where, body]) => (body === undefined ? [] : [{ where, body }]))
  const bodies = there.map(({ body }) => body)
  const most = bodies.toSorted((a, b) => votes(bodies, b) - votes(bodies, a))[0]
  book.count(there.length)
  for (const { where, body } of there) {
    if (most === undefined || body === most) continue
    const [expected, found] = textDifference(most, body)
    book.wrong(where, `page ${id} body`, expected, found)
  }
  return most
}

function votes(bodies: readonly string[], body: string): number {
  return bodies.filter((each) => each === body).length
}

type Told = { readonly sections: unknown; readonly body: string | undefined }

async function compareHtml(
  record: JsonObject,
  text: string,
  { sections, body }: Told,
  { version }: WholeReading,
  book: Book,
): Promise<void> {
  const where = 'HTML page'
  const { id, kind: _, ...fields } = record
  const { description, status, updated } = record
  const html = await readHtml(text)
  const { meta_description: meta, ...own } = html.record
  book.equal(where, `page ${id}`, fields, own)
  book.equal(where, `page ${id} meta description`, description, meta)
  book.equal(where, `page ${id} version`, version, unescaped(html.version))
  const { shown } = html
  const title = String(record.title).replace(/\s+/g, ' ').trim()
  const isTitled = shown.title.replace(/\s+/g, ' ').includes(title)
  book.equal(where, `page ${id} title of the window`, isTitled ? shown.title : title, shown.title)
  const words = saysStatus(String(status), shown.status) ? shown.status : status
  book.equal(where, `page ${id} shown status`, words, shown.status)
  book.equal(where, `page ${id} shown date`, updated, shown.updated)
  if (Array.isArray(sections)) {
    book.equal(where, `page ${id} anchors of headings:`, sections, html.anchors)
  }
  if (body !== undefined) compareCode(`page ${id}`, html.code, body, book)
}

/** A status in words for people has the words of its name: `not_yet` is "Not yet built". */
function saysStatus(status: string, text: string): boolean {
  const said = text.toLowerCase().split(/\W+/)
  const isDenied = said.includes('not') && !status.startsWith('not')
  return !isDenied && status.split('_').every((word) => said.includes(word))
}

/** Code is what readers copy: each block of the page is in the Markdown, and none is missing. */
function compareCode(what: string, code: readonly string[], body: string, book: Book): void {
  const where = 'HTML page'
  const fences = fencesOf(body)
  const least = Math.max(fences, code.length)
  book.equal(where, `${what} code blocks`, least, code.length)
  const all = bare(body)
  for (const block of code) {
    const isThere = all.includes(bare(block))
    book.equal(where, `${what} code block`, isThere ? block : 'one of the Markdown', block)
  }
}

/** Text without blanks and marks of quotes, which indent code in Markdown. */
function bare(text: string): string {
  return text.replace(/[\s>]+/g, '')
}

async function pageFile(
  url: string,
  type: string,
  what: string,
  site: Site,
  book: Book,
): Promise<string | undefined> {
  const where = type === 'text/html' ? 'HTML page' : 'Markdown twin'
  const path = pathOf(site, url)
  if (path === undefined) {
    book.wrong(where, `${what} address`, `below ${site.baseUrl}`, url)
    return undefined
  }
  const { status, headers, text } = await site.client.call(path, { headers: { accept: type } })
  if (!book.equal(where, `${what} HTTP status`, 200, status)) return undefined
  book.equal(where, `${what} media type`, type, headers.get('content-type')?.split(';')[0])
  return text
}
