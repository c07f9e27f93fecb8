import type { PageRecord, SearchRecord } from '../../../contract/page.ts'

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
export function renderResult({ version, generated, note }: Frame, own: readonly string[]): string {
  return [listFacts({ version, generated }), ...renderText('note', note), ...own].join('\n')
}

/** The address of each twin follows from that of its page (contract 2), and is said once. */
const TWINS = 'markdown_url: url + index.md'

export function renderRecords(records: readonly (PageRecord | SearchRecord)[]): readonly string[] {
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

export function renderHeading(text: string): string {
  return `### ${toOneLine(text)}`
}

export function listFacts(facts: Readonly<Record<string, string | number | boolean>>): string {
  const parts = Object.entries(facts).map(([name, value]) => `${name}: ${value}`)
  return toOneLine(parts.join(', '))
}

/** A named text; none where there is nothing to say. */
export function renderText(name: string, text = ''): readonly string[] {
  const trimmed = text.trim()
  if (trimmed === '') return []
  return LINE_BREAK.test(trimmed) ? renderFence(name, text) : [`${name}: ${trimmed}`]
}

/** A fence ends at a run of its mark that is as long, so no run in the text is. */
export function renderFence(name: string, text: string): readonly string[] {
  const runs = text.match(/~{3,}/g) ?? []
  const mark = '~'.repeat(Math.max(2, ...runs.map((run) => run.length)) + 1)
  return [`${mark}${name}`, text.trimEnd(), mark]
}

/**
 * What may end a line for Markdown, for a model or for a program that reads lines: Python ends one
 * at U+001C, too. No other control character but a tab is worth its risk on a line of ours.
 */
const LINE_BREAK = /(?!\t)[\p{Cc}\u2028\u2029]/u

export function toOneLine(text: string): string {
  return text.split(LINE_BREAK).join(' ')
}
