import { create, insert, search } from 'orama'
import type { PageFilter } from '../../contract/page.ts'
import type { NormalQuery } from '../../contract/query.ts'
import { ok, type Result } from '../../contract/result.ts'
import type { Trust } from '../../foundation/tables/columns.ts'
import { openSearchFile } from './file/reader.ts'
import type { SearchFile } from './file/search_file.ts'
import { type SearchExplanation, Searcher } from './rank/searcher.ts'
import { HitLists, type SearchHit } from './show/hits.ts'

export { type QuestionWord, readQuestionWords } from './analysis/query.ts'
export { findTextLanguage } from './analysis/text_language.ts'
export type { SearchDocument, SearchMeans, SearchSection } from './file/documents.ts'
export { createQuestionNames, type Question } from './file/questions.ts'
export { SearchWriter, writeSearchData } from './file/writer.ts'
export type { SearchExplanation } from './rank/searcher.ts'
export type { PassageSize, SearchHit } from './show/hits.ts'

/** What a search found, and which content words of the query it could not take as typed. */
type SearchOutcome = {
  /** Best first. */
  readonly hits: readonly SearchHit[]
  /** Words as typed that no page holds, in any form. */
  readonly unmatched: readonly string[]
  /** Words as typed, and the word that each was taken for. */
  readonly corrected: ReadonlyMap<string, string>
  /** Whether no section of the best page holds enough of the content words together. */
  readonly isWeak: boolean
  /** If so, the words as typed that the section with most of them lacks. */
  readonly apart: readonly string[]
}

/**
 * The search engine over an opened file. Orama decides which pages a filter accepts; text, matching
 * and order are ours, because stock Orama drops term frequency, refuses a boost of zero and keeps
 * every query word in memory forever (spec/decisions/search.md).
 */
export type SearchIndex = {
  /** How many pages are indexed. */
  readonly pages: number
  /** The best pages for a query; a page that it names by id or address comes first. */
  search(query: NormalQuery, limit: number, filter?: PageFilter, named?: number): SearchOutcome
  /** Why pages stand where `search` puts them; a page that is named by id is not known here. */
  explain(query: NormalQuery, pages: readonly number[]): SearchExplanation
}

const NOTHING: SearchOutcome = {
  hits: [],
  unmatched: [],
  corrected: new Map(),
  isWeak: false,
  apart: [],
}

/**
 * Opens what `writeSearchData` wrote. The index consists of views on the bytes, which must not
 * change afterwards. A corrupt, truncated or foreign file is refused; the error gives the reason in
 * one clause. Up to `exhaustiveMost` postings, a query scores every page.
 */
export function openSearchData(
  bytes: Uint8Array,
  trust?: Trust,
  exhaustiveMost?: number,
): Result<SearchIndex, string> {
  const file = openSearchFile(bytes, trust)
  return file.ok ? ok(createSearchIndex(file.value, exhaustiveMost)) : file
}

function createSearchIndex(file: SearchFile, exhaustiveMost: number | undefined): SearchIndex {
  const searcher = new Searcher(file, exhaustiveMost)
  const filters = new PageFilters(file)
  const lists = new HitLists(file, searcher.marks)
  return {
    pages: file.pages,
    search: (query, limit, filter, named) => {
      if (limit < 1) return NOTHING
      const found = searcher.search(query, limit, filters.open(filter), named)
      const { unmatched, corrected, isWeak, apart } = found
      return { hits: lists.list(found), unmatched, corrected, isWeak, apart }
    },
    explain: (query, pages) => searcher.explain(query, pages),
  }
}

/** A filter comes from a client, so what is remembered of filters has a limit. */
const FILTERS_MAX = 64

/**
 * Which pages a filter accepts. Of pages with the same kind and status it accepts all or none, so
 * Orama holds a document for each such class, and answers a filter with the accepted classes.
 */
class PageFilters {
  readonly #classOf: Uint32Array
  readonly #classes = createClasses()
  #count = 0
  /** By filter, a byte for each class. */
  readonly #accepted = new Map<string, Uint8Array>()

  constructor({ pages, kind, kindNames, status, statusNames }: SearchFile) {
    const known = new Map<number, number>()
    this.#classOf = new Uint32Array(pages)
    for (let page = 0; page < pages; page++) {
      const [kindAt = 0, statusAt = 0] = [kind[page], status[page]]
      const pair = kindAt * 0x10000 + statusAt
      const id = known.get(pair) ?? known.size
      this.#classOf[page] = id
      if (id < known.size) continue
      known.set(pair, id)
      const values = { kind: kindNames.at(kindAt), status: statusNames.at(statusAt) }
      void insert(this.#classes, { id: String(id), ...values })
    }
    this.#count = known.size
  }

  open(filter: PageFilter = {}): (page: number) => boolean {
    const key = JSON.stringify([filter.kind, filter.status])
    const accepted = this.#accepted.get(key) ?? this.#ask(filter)
    if (this.#accepted.size >= FILTERS_MAX) this.#accepted.clear()
    this.#accepted.set(key, accepted)
    return (page) => accepted[this.#classOf[page] ?? 0] === 1
  }

  #ask({ kind, status }: PageFilter): Uint8Array {
    const accepted = new Uint8Array(this.#count)
    const where = {
      ...(kind === undefined ? {} : { kind: { eq: kind } }),
      ...(status === undefined ? {} : { status: { eq: status } }),
    }
    const answer = search(this.#classes, { where, limit: this.#count })
    // Orama answers synchronously unless a plugin is asynchronous; a promise here would be our bug.
    if (answer instanceof Promise) throw new Error('Cannot filter: Orama returned a promise')
    for (const { id } of answer.hits) accepted[Number(id)] = 1
    return accepted
  }
}

function createClasses() {
  return create({ schema: { kind: 'enum', status: 'enum' }, sort: { enabled: false } })
}
