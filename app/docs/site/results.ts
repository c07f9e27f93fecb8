import { escapeHtml } from '../../contract/html_escape.ts'
import type { SearchRecord } from '../../contract/page.ts'
import { factsOf } from '../../contract/statuses.ts'
import {
  countResults,
  fillCount,
  fillText,
  labelStatus,
  type SiteTexts,
  textLanguageOf,
} from './texts.ts'
import { listWords } from './word_list.ts'

/** The page of results below the build folder; the service fills it in for each query. */
export const RESULTS_FILE = 'search/index.html'

/** Where the list of results is put: the build writes a form between the two. */
const START = '<!-- results -->'
const END = '<!-- end of results -->'

type Search = {
  readonly texts: SiteTexts
  readonly language: string
  /** Path of the page of results. */
  readonly action: string
}

/** What became of a query. */
export type SearchOutcome =
  | {
      readonly kind: 'found'
      readonly query: string
      readonly isWeak: boolean
      readonly records: readonly SearchRecord[]
      readonly unmatched: readonly string[]
      /** Words that were taken for others, as typed. */
      readonly corrected: ReadonlyMap<string, string>
      /** Whether there may be more. */
      readonly isFull: boolean
    }
  | { readonly kind: 'too long'; readonly query: string; readonly charactersMax: number }
  | { readonly kind: 'too many'; readonly query: string }

/** The form of the page of results and of the page for missing addresses. */
export function renderSearchForm({ texts, action }: Omit<Search, 'language'>, query = ''): string {
  const value = query === '' ? '' : ` value="${escapeHtml(query)}"`
  return `<form class="search-page" role="search" action="${escapeHtml(action)}" method="get">
<label for="search:query">${escapeHtml(texts['search.label'])}</label>
<div><input id="search:query" type="search" name="q"${value} autocomplete="off" spellcheck="false">
<button type="submit">${escapeHtml(texts['search.submit'])}</button></div>
</form>`
}

/** The form on the page of results, as the build writes it. */
export function renderEmptyResults(search: Search): string {
  return `${START}\n${renderSearchForm(search)}\n${END}`
}

/** Puts what became of a query into the page of results, and the query into its title. */
export function fillResults(page: string, outcome: SearchOutcome, search: Search): string {
  const [start, end] = [page.indexOf(START), page.indexOf(END)]
  if (start < 0 || end < start) return page
  const before = page.slice(0, start)
  const title = `<title>${escapeHtml(outcome.query)} · `
  const form = renderSearchForm(search, outcome.query)
  return [
    before.replace('<title>', () => title),
    `${START}\n${form}\n${renderOutcome(outcome, search)}`,
    page.slice(end),
  ].join('')
}

function renderOutcome(outcome: SearchOutcome, search: Search): string {
  const { texts, language } = search
  switch (outcome.kind) {
    case 'found': {
      const { query, records, isWeak, unmatched, corrected, isFull } = outcome
      const missing =
        renderWords('corrected', [...corrected.values()], search) +
        renderWords('unmatched', unmatched, search)
      if (records.length === 0) {
        const none = fillText(texts['search.none'], { query })
        return `${say(none)}${missing}<p>${escapeHtml(texts['search.noneHelp'])}</p>\n`
      }
      const count = countResults(texts, language, { count: records.length, query, isFull })
      const mark = createMarker([...splitWords(query), ...corrected.values()])
      const items = records.map((record) => renderResult(record, texts, mark)).join('')
      const weak = isWeak ? `<p class="weak">${escapeHtml(texts['search.weak'])}</p>\n` : ''
      return `${say(count)}${weak}${missing}<ol class="results">\n${items}</ol>\n`
    }
    case 'too long':
      return say(fillCount(texts['search.tooLong'], language, { count: outcome.charactersMax }))
    case 'too many':
      return say(texts['search.tooMany'])
  }
}

function say(text: string): string {
  return `<p class="count" role="status">${escapeHtml(text)}</p>\n`
}

function renderWords(
  kind: 'corrected' | 'unmatched',
  words: readonly string[],
  { texts, language }: Search,
): string {
  if (words.length === 0) return ''
  const list = listWords(words, textLanguageOf(language), texts['search.none'])
  const text = fillText(texts[`search.${kind}`], { words: list })
  return `<p class="${kind}">${escapeHtml(text)}</p>\n`
}

/** More of a query than this is not marked: each word costs a look at each text. */
const WORDS_MARKED_MAX = 32

/** Words of a query, for marks in titles and texts. */
function splitWords(query: string): readonly string[] {
  const words = query.split(/[^\p{L}\p{M}\p{N}_]+/u).filter((word) => word.length > 1)
  return words.slice(0, WORDS_MARKED_MAX)
}

type Mark = (text: string) => string

/** Writes a text with these words marked. */
function createMarker(words: readonly string[]): Mark {
  const wanted = new Set(words.map((word) => word.toLowerCase()))
  if (wanted.size === 0) return escapeHtml
  return (text) =>
    text
      .split(/([\p{L}\p{M}\p{N}_]+)/u)
      .map((part) => {
        const html = escapeHtml(part)
        return wanted.has(part.toLowerCase()) ? `<mark>${html}</mark>` : html
      })
      .join('')
}

function renderResult(record: SearchRecord, texts: SiteTexts, mark: Mark): string {
  const { title, description, section, status, url } = record
  const path = new URL(url).pathname
  const href = section === undefined ? path : `${path}#${section.anchor}`
  const { tone, isUsual } = factsOf(status)
  const label = escapeHtml(labelStatus(texts, status))
  const shown = `<data class="status ${tone}" value="${status}">${label}</data>`
  const place = section === undefined ? '' : `<p class="place">${mark(section.heading)}</p>\n`
  const text = section === undefined || section.snippet === '' ? description : section.snippet
  return `<li>
<h2><a href="${escapeHtml(href)}">${mark(title)}</a></h2>
${place}<p>${mark(text)}</p>
<p${isUsual ? ' hidden' : ''}>${shown}</p>
</li>
`
}
