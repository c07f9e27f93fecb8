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
  if (records.length === 0) return []
  const usual = records.length < LIST_LEAST ? undefined : findUsual(records)
  const said = usual === undefined ? [] : [`${UNLESS}: ${listTraits(usual)}`]
  return [TWINS, ...said, ...records.flatMap((record) => renderRecord(record, usual))]
}

/** From so many records on, what most of them share is said once. */
const LIST_LEAST = 3
const UNLESS = 'unless a page says otherwise'

type Traits = Pick<PageRecord, 'kind' | 'status' | 'updated'>

/** The most frequent values; of equally frequent ones, the first. */
function findUsual(records: readonly Traits[]): Traits {
  const pick = <Name extends keyof Traits>(name: Name): Traits[Name] => {
    const groups = [...Map.groupBy(records, (record) => record[name])]
    return groups.reduce((best, each) => (each[1].length > best[1].length ? each : best))[0]
  }
  return { kind: pick('kind'), status: pick('status'), updated: pick('updated') }
}

function listTraits({ kind, status, updated }: Traits, usual?: Traits): string {
  const parts = [
    ...(kind === usual?.kind ? [] : [`kind: ${kind}`]),
    ...(status === usual?.status ? [] : [`status: ${status}`]),
    ...(updated === usual?.updated ? [] : [`updated: ${updated}`]),
  ]
  return parts.join(', ')
}

function renderRecord(
  record: PageRecord | SearchRecord,
  usual: Traits | undefined,
): readonly string[] {
  const { id, url, title, description, markdown_url, notice } = record
  const twin = markdown_url === `${url}index.md` ? undefined : markdown_url
  const facts = [id, listTraits(record, usual)].filter((each) => each !== '').join(', ')
  return [
    '',
    renderHeading(title),
    url,
    ...renderText('notice', notice),
    toOneLine(`${facts}. ${description}`),
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
