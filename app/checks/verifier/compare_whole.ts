import { isJsonObject, type JsonObject } from '../../contract/json_rpc.ts'
import { UNSTATED_VERSION } from '../../contract/registry.ts'
import { factsOf, readStatus } from '../../contract/statuses.ts'
import type { A2aAnswer, Agent } from './a2a.ts'
import { compareCitations } from './compare_skills.ts'
import { mediaTypeOf } from './exchange.ts'
import { type Check, type Claim, locateDifference } from './findings.ts'
import { readPage } from './http_api.ts'
import { omit, textAt, toLine } from './json.ts'
import { countFences, unescapeMarkdown } from './llms_files.ts'
import { readHtml, readTwin, type TwinFile, unescapeMarkup } from './page_files.ts'
import { readMcpPage } from './paging.ts'
import { type Corpus, pathOf, type Reading, type Records } from './reading.ts'

type WholeReading = Corpus & { readonly agent: Agent | undefined; readonly version: unknown }

/** Compares one whole page on every interface: record, status, body, headings. */
export async function compareWhole(
  record: JsonObject,
  reading: WholeReading,
  check: Check,
): Promise<void> {
  const { client, paths, mcp, agent, sections, records, version } = reading
  const id = String(record.id)
  const what = `page ${id}`
  const [http, tool, twin, html, agentAnswer] = await Promise.all([
    readPage(client, paths, id, check),
    readMcpPage(mcp, id, check),
    readPageFile(String(record.markdown_url), 'text/markdown', `${what} twin`, reading, check),
    readPageFile(String(record.url), 'text/html', `${what} HTML`, reading, check),
    agent?.page === undefined ? undefined : agent.ask(agent.page, { id }),
  ])
  const compareRecord = (where: string, found: unknown) =>
    check.equal(where, `${what} read whole:`, record, found)
  if (isJsonObject(http)) compareRecord('HTTP API', omit(http, 'markdown'))
  if (tool !== undefined) compareRecord('MCP', tool.record)
  const fromTwin = twin === undefined ? undefined : readTwin(twin)
  if (fromTwin !== undefined) {
    compareRecord('Markdown twin', fromTwin.record)
    compareTwin(what, record, fromTwin, check)
  } else if (twin !== undefined) {
    check.fail('Markdown twin', what, 'front matter, title and status', 'something else')
  }
  const section = sections?.get(String(record.url))
  if (section !== undefined) {
    const { title, status, updated } = section
    check.equal('llms-full', `${what} title`, toLine(record.title), title)
    check.equal('llms-full', `${what} status`, record.status, status)
    check.equal('llms-full', `${what} updated`, record.updated, updated)
  } else if (sections !== undefined) check.fail('llms-full', what, 'a section', 'no section')
  const body = compareBodies(what, check, [
    ['HTTP API', textAt(http, 'markdown')],
    ['MCP', tool?.whole === true ? tool.markdown : undefined],
    ['Markdown twin', fromTwin?.body],
    ['llms-full', section?.body],
  ])
  if (agentAnswer !== undefined) {
    compareRecord('A2A', agentAnswer.data.page)
    compareAgentPage(what, body, agentAnswer, records, check)
  }
  if (html !== undefined) {
    await compareHtml(record, html, { sections: tool?.sections, body, version }, check)
  }
}

function compareTwin(what: string, record: JsonObject, twin: TwinFile, check: Check): void {
  const { title, facts } = twin
  const where = 'Markdown twin'
  check.equal(where, `${what} heading`, toLine(record.title), unescapeMarkdown(title))
  check.equal(where, `${what} status line`, record.status, /`([a-z_]+)`/.exec(facts)?.[1])
  const updated = /Updated: (\d{4}-\d\d-\d\d)/.exec(facts)?.[1]
  check.equal(where, `${what} date line`, record.updated, updated)
}

/** The agent may cut a long page, and says so. */
function compareAgentPage(
  what: string,
  body: string | undefined,
  answer: A2aAnswer,
  records: Records,
  check: Check,
): void {
  const { markdown, truncated } = answer.data
  compareCitations({ what, ...answer }, records, check)
  if (body === undefined || typeof markdown !== 'string') return
  const expected = truncated === true ? body.slice(0, markdown.length) : body
  compareText('A2A', `${what} body`, expected, markdown, check)
}

/** All interfaces give the same body; what most of them give is expected of the others. */
function compareBodies(
  what: string,
  check: Check,
  claims: readonly Claim<string | undefined>[],
): string | undefined {
  const votes = (body: string | undefined) => claims.filter((claim) => claim[1] === body).length
  const bodies = claims.flatMap(([, body]) => body ?? [])
  const most = bodies.toSorted((a, b) => votes(b) - votes(a))[0]
  for (const [where, body] of claims) {
    if (most === undefined || body === undefined) continue
    compareText(where, `${what} body`, most, body, check)
  }
  return most
}

function compareText(
  where: string,
  what: string,
  wanted: string,
  text: string,
  check: Check,
): void {
  check.count(1)
  if (wanted === text) return
  const [expected, found] = locateDifference(wanted, text)
  check.fail(where, what, expected, found)
}

/** What other interfaces say about a page. */
type PageFacts = {
  readonly sections: unknown
  readonly body: string | undefined
  readonly version: unknown
}

async function compareHtml(
  record: JsonObject,
  text: string,
  { sections, body, version }: PageFacts,
  check: Check,
): Promise<void> {
  const { id } = record
  const fields = omit(record, 'id', 'kind', 'notice')
  const { description, status, updated } = record
  const html = await readHtml(text)
  const { visible } = html
  const { meta_description: meta, ...own } = html.record
  const equal = (name: string, expected: unknown, found: unknown) =>
    check.equal('HTML page', `page ${id}${name}`, expected, found)
  // Nobody wrote the date of a page that shows none.
  const isDated = visible.updated !== '' || own.updated !== undefined
  equal('', isDated ? fields : omit(fields, 'updated'), own)
  equal(' meta description', description, meta)
  equal(' version', version === UNSTATED_VERSION ? '' : version, unescapeMarkup(html.version))
  const title = toLine(record.title)
  const isTitled = visible.title.replace(/\s+/g, ' ').includes(title)
  equal(' window title', isTitled ? visible.title : title, visible.title)
  // A site in another language names its statuses in its own words; programs read the value.
  const isNamed = isForeign(html.language) || nameStatus(status) === visible.status
  const words = isNamed ? visible.status : status
  equal(' visible status', words, visible.status)
  const isNamedDate = namesDate(String(updated), visible.updated, isForeign(html.language))
  if (isDated) equal(' visible date', isNamedDate ? visible.updated : updated, visible.updated)
  if (Array.isArray(sections)) equal(' anchors of headings:', sections, html.anchors)
  if (body === undefined) return
  // Readers copy code: every block of the page is in the Markdown, and none is missing.
  equal(' code blocks', Math.max(countFences(body), html.code.length), html.code.length)
  const all = stripBlanks(body + listChangedCode(body))
  for (const block of html.code) {
    const isThere = all.includes(stripBlanks(block))
    equal(' code block', isThere ? block : 'a block of the Markdown', block)
  }
}

/** What an English page calls a status. */
function nameStatus(status: unknown): string | undefined {
  const known = readStatus(status)
  return known === undefined ? undefined : factsOf(known).label
}

function isForeign(language: string): boolean {
  return language !== '' && !/^en\b/i.test(language)
}

const month = new Intl.DateTimeFormat('en', { month: 'long', timeZone: 'UTC' })

/** Whether a text is a date as people write it; its month has a word that we know in English. */
function namesDate(date: string, text: string, isForeignText: boolean): boolean {
  const day = new Date(date)
  if (Number.isNaN(day.getTime())) return false
  const numbers = (text.match(/\d+/g) ?? []).map(Number)
  const isWhole = numbers.includes(day.getUTCFullYear()) && numbers.includes(day.getUTCDate())
  return isWhole && (isForeignText || text.includes(month.format(day)))
}

const CHANGES = /^([ >]*)(`{3,})diff[^\n]*\n(.*?)^[ >]*\2/gms

/** Code in blocks of changes without signs, which people see beside the code and do not copy. */
function listChangedCode(markdown: string): string {
  return [...markdown.matchAll(CHANGES)]
    .flatMap(([, indent = '', , code = '']) =>
      code.split('\n').map((line) => cutSign(line, indent)),
    )
    .join('\n')
}

/** A line that did not change may begin with `-` itself, as in a list of YAML. */
function cutSign(line: string, indent: string): string {
  const from = line.startsWith(indent) ? indent.length : 0
  return line.slice(from + 1)
}

/** Removes blanks and quote marks, which indent code in Markdown. */
function stripBlanks(text: string): string {
  return text.replace(/[\s>]+/g, '')
}

async function readPageFile(
  url: string,
  type: string,
  what: string,
  reading: Reading,
  check: Check,
): Promise<string | undefined> {
  const where = type === 'text/html' ? 'HTML page' : 'Markdown twin'
  const path = pathOf(reading, url)
  if (path === undefined) {
    check.fail(where, `${what} address`, `below ${reading.baseUrl}`, url)
    return undefined
  }
  const answer = await reading.client.call(path, { headers: { accept: type } })
  if (!check.equal(where, `${what} HTTP status`, 200, answer.status)) return undefined
  check.equal(where, `${what} media type`, type, mediaTypeOf(answer))
  return answer.text
}
