import type { Change } from '../contract/corpus.ts'
import type { Operation, OperationContent } from '../contract/operations/mod.ts'
import type { PageRecord, SearchRecord } from '../contract/page.ts'

/** What every result has. */
type Frame = {
  readonly version: string
  readonly generated: string
  readonly note: string
}

/**
 * The content of a result as Markdown, with the values of the JSON. Texts of the corpus cannot pass
 * for a part of the answer: what has several lines is in a fence that nothing in it closes, and all
 * else follows words of ours on its line. A notice precedes them, because HTML comments and links
 * that begin in one text may end in the next, and take what is between them along.
 */
export function renderMarkdown<Name extends Operation>(
  operation: Name,
  content: OperationContent<Name>,
  { version, generated, note }: Frame,
): string {
  const render: Rendering<Name> = RENDERINGS[operation]
  const lines = [listFacts({ version, generated }), ...renderText('note', note), ...render(content)]
  return lines.join('\n')
}

type Rendering<Name extends Operation> = (content: OperationContent<Name>) => readonly string[]

/** A new operation does not compile until it can be read here. */
const RENDERINGS: { readonly [Name in Operation]: Rendering<Name> } = {
  search: ({ outcome, degraded, results, unmatched = [], corrected = {} }) => [
    listFacts({ outcome, degraded }),
    ...renderText('unmatched', unmatched.map(quote).join(', ')),
    ...renderText('corrected', Object.entries(corrected).map(quotePair).join(', ')),
    ...renderRecords(results),
  ],
  page: ({ more = [], note: _, ...first }) => [
    ...renderPage(first),
    ...more.flatMap((page) =>
      'problem' in page
        ? ['', renderHeading(page.id), ...renderText('problem', page.problem)]
        : renderPage(page),
    ),
  ],
  pages: ({ pages, after }) => [...renderText('after', after), ...renderRecords(pages)],
  capability: ({ capability, pages }) => [
    ...renderCapability(capability),
    '',
    ...renderRecords(pages),
  ],
  capabilities: ({ capabilities }) => capabilities.flatMap(renderCapability),
  status: ({ pages }) => [listFacts({ pages })],
  changes: ({ changes, total }) => [listFacts({ total }), ...changes.flatMap(renderChange)],
  operation: ({ operation }) => renderText('operation', JSON.stringify(operation)),
  workflow: ({ workflow }) => renderText('workflow', JSON.stringify(workflow)),
  event: ({ event }) => renderText('event', JSON.stringify(event)),
}

/** The address of each twin follows from that of its page (contract 2), and is said once. */
const TWINS = 'markdown_url: url + index.md'

function renderRecords(records: readonly (PageRecord | SearchRecord)[]): readonly string[] {
  return records.length === 0 ? [] : [TWINS, ...records.flatMap(renderRecord)]
}

function renderRecord(record: PageRecord | SearchRecord): readonly string[] {
  const { id, kind, url, title, description, status, updated, markdown_url, notice } = record
  const twin = markdown_url === `${url}index.md` ? undefined : markdown_url
  return [
    '',
    renderHeading(title),
    url,
    ...renderText('notice', notice),
    toOneLine(`${kind} ${id}, status: ${status}, updated ${updated}. ${description}`),
    ...renderText('markdown_url', twin),
    ...renderMatch(record),
  ]
}

/** Both quote the same section, so where there is a passage, the snippet is left out. */
function renderMatch({ section, passage }: Partial<SearchRecord>): readonly string[] {
  const heading = section === undefined ? '' : `section #${section.anchor} ${section.heading}`
  if (passage !== undefined) {
    return [...(heading === '' ? [] : [toOneLine(heading)]), ...renderText('passage', passage)]
  }
  return section === undefined ? [] : [toOneLine(`${heading}: ${section.snippet}`)]
}

type PageText = Omit<OperationContent<'page'>, 'more'>

function renderPage(text: PageText): readonly string[] {
  const { page, markdown, truncated, sections, next_section: next, note } = text
  return [
    ...renderRecords([page]),
    listFacts({ truncated }),
    ...renderText('next_section', next),
    ...renderText('note', note),
    ...renderText('sections', sections.join(' ')),
    ...renderFence('markdown', markdown),
  ]
}

function renderCapability(
  capability: OperationContent<'capability'>['capability'],
): readonly string[] {
  const { id, title, description, status, pages, notice } = capability
  const about = `capability ${id}, status: ${status}, pages: ${pages.join(' ')}. ${description}`
  return ['', renderHeading(title), ...renderText('notice', notice), toOneLine(about)]
}

function renderChange(change: Change): readonly string[] {
  const { id, date, title, summary, url, capability, status } = change
  const about = { ...(capability && { capability }), ...(status && { status }) }
  return [
    '',
    renderHeading(title),
    listFacts({ id, date, ...about, url }),
    ...renderText('summary', summary),
  ]
}

function renderHeading(text: string): string {
  return `### ${toOneLine(text)}`
}

function listFacts(facts: Readonly<Record<string, string | number | boolean>>): string {
  const parts = Object.entries(facts).map(([name, value]) => `${name}: ${value}`)
  return toOneLine(parts.join(', '))
}

/** A named text; none where there is nothing to say. */
function renderText(name: string, text = ''): readonly string[] {
  const trimmed = text.trim()
  if (trimmed === '') return []
  return LINE_BREAK.test(trimmed) ? renderFence(name, text) : [`${name}: ${trimmed}`]
}

/** A fence ends at a run of its mark that is as long, so no run in the text is. */
function renderFence(name: string, text: string): readonly string[] {
  const runs = text.match(/~{3,}/g) ?? []
  const mark = '~'.repeat(Math.max(2, ...runs.map((run) => run.length)) + 1)
  return [`${mark}${name}`, text.trimEnd(), mark]
}

/**
 * What may end a line for Markdown, for a model or for a program that reads lines: Python ends one
 * at U+001C, too. No other control character but a tab is worth its risk on a line of ours.
 */
const LINE_BREAK = /(?!\t)[\p{Cc}\u2028\u2029]/u

function toOneLine(text: string): string {
  return text.split(LINE_BREAK).join(' ')
}

function quote(text: string): string {
  return JSON.stringify(text)
}

function quotePair([typed, meant]: readonly [string, string]): string {
  return `${quote(typed)} as ${quote(meant)}`
}
