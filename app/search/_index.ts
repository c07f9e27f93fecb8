import {
  type AnyIndexStore,
  type AnyOrama,
  create,
  type IDocumentsStore,
  type IIndex,
  search,
  type Tokenizer,
} from 'orama'
import type { PageFilter } from '../contract/page.ts'
import { acceptsPage, FilteredPages, type Where, whereOf } from './_page_filters.ts'
import { splitIntoWords } from './analysis/words.ts'
import { Aliases } from './file/aliases.ts'
import type { SearchFile } from './file/search_file.ts'
import { Marks } from './match/marks.ts'
import { addDecisiveSynonyms, isPartial } from './match/places.ts'
import { measureCloseness } from './rank/closeness.ts'
import { addNamedPage, type SearchExplanation } from './rank/explanation.ts'
import { EXHAUSTIVE_POSTINGS_MOST, Searcher, type SearchResult } from './rank/searcher.ts'
import { findAmongAll, isLow, putFirst } from './rank/standings.ts'
import { Blocks } from './show/blocks.ts'
import { Density } from './show/density.ts'
import { Hit, type SearchHit } from './show/hits.ts'
import { SectionFinder } from './show/sections.ts'
import { KeptPieces } from './show/text_pieces.ts'

const SCHEMA = {
  title: 'string',
  description: 'string',
  body: 'string',
  kind: 'enum',
  status: 'enum',
} as const

/** What a search found, and which content words of the query it could not take as typed. */
export type SearchOutcome = {
  /** Best first. */
  readonly hits: readonly SearchHit[]
  /** Words as typed that no page holds, in any form. */
  readonly unmatched: readonly string[]
  /** Words as typed, and the word that each was taken for. */
  readonly corrected: ReadonlyMap<string, string>
  /** Whether the best page lacks a content word, or one was misspelled; computed on access. */
  readonly partial: boolean
}

/**
 * The search engine. Orama provides the frame (schema, filters, order, limit); the index, tokenizer
 * and document store are ours and read an opened file, because stock Orama drops term frequency,
 * refuses a boost of zero and keeps every query word in memory forever (spec/decisions/search.md).
 */
export type SearchIndex = {
  /** How many pages are indexed. */
  readonly pages: number
  /** The best pages for a query; a page that it names by id or address comes first. */
  search(query: string, limit: number, filter?: PageFilter, named?: number): SearchOutcome
  /** Why pages stand where `search` puts them; a page that is named by id is not known here. */
  explain(query: string, pages: readonly number[]): SearchExplanation
}

/** Creates the engine over an opened file; up to so many postings, a query scores every page. */
export function createSearchIndex(
  file: SearchFile,
  exhaustiveMost = EXHAUSTIVE_POSTINGS_MOST,
): SearchIndex {
  const marks = new Marks(file)
  const index = new FileIndex(file, new Searcher(file, marks, exhaustiveMost))
  const orama = create({
    schema: SCHEMA,
    sort: { enabled: false },
    components: {
      index: createIndexComponent(index),
      tokenizer: TOKENIZER,
      documentsStore: createEmptyStore(file.pages),
    },
  })
  const aliases = new Aliases(file)
  const scratch = {
    marks,
    density: new Density(),
    blocks: new Blocks(file),
    pieces: new KeptPieces(),
  }
  return {
    pages: file.pages,
    search: (query, limit, filter, named) => {
      const found = runSearch(orama, index, query, limit, filter)
      const { words, phrase, unmatched, pages } = found
      const finder = new SectionFinder(file, words, phrase, scratch)
      const first = named ?? aliases.find(query)
      const isAccepted = first !== undefined && acceptsPage(file, first, filter)
      const ordered = isAccepted ? putFirst(file, pages, first, limit) : pages
      const closeness = measureCloseness(ordered, words.length, (page) => isLow(file, page))
      const hits = ordered.map((found, at) => new Hit(found, closeness[at] ?? 0, finder))
      const corrected = addDecisiveSynonyms(file, found)
      return {
        hits,
        unmatched,
        corrected,
        get partial() {
          return isPartial(file, hits[0]?.page, found)
        },
      }
    },
    explain: (query, pages) => addNamedPage(index.explain(query, pages), aliases.find(query)),
  }
}

function runSearch(
  orama: AnyOrama,
  index: FileIndex,
  query: string,
  limit: number,
  filter: PageFilter = {},
): SearchResult {
  // For an empty term Orama would return every page.
  if (query === '' || limit < 1) return NOTHING
  // Without a filter Orama would only hand the pages back.
  if (filter.kind === undefined && filter.status === undefined) return index.find(query, limit)
  const where = whereOf(filter)
  index.limit = limit
  const answer = search(orama, { term: query, limit, where })
  // Orama answers synchronously unless a plugin is asynchronous; a promise here would be our bug.
  if (answer instanceof Promise) throw new Error('Cannot search: the index returned a promise')
  return index.last
}

const NOTHING: SearchResult = {
  pages: [],
  words: [],
  phrase: undefined,
  unmatched: [],
  corrected: new Map(),
}

/** The object that Orama passes around as its index. */
class FileIndex {
  /** Limit of the current search: Orama does not pass it to the index. */
  limit = 0
  /** The last search, which Orama knows pages and scores of. */
  last: SearchResult = NOTHING
  // Orama reads this member of every index to see whether vectors are in use.
  readonly vectorIndexes = {}
  readonly file: SearchFile
  readonly #searcher: Searcher

  constructor(file: SearchFile, searcher: Searcher) {
    this.file = file
    this.#searcher = searcher
  }

  find(term: string, limit: number, accepts: (page: number) => boolean = () => true): SearchResult {
    const run = (most: number, isWanted: (page: number) => boolean) =>
      this.#searcher.search(term, most, (page) => isWanted(page) && accepts(page))
    return findAmongAll(this.file, limit, run)
  }

  explain(term: string, pages: readonly number[]): SearchExplanation {
    return this.#searcher.explain(term, pages)
  }

  /** Pages and scores. Orama numbers documents from 1. */
  search(term: string, allowed: Set<number> | undefined): [page: number, score: number][] {
    const accepts = allowed === undefined ? undefined : (page: number) => allowed.has(page + 1)
    this.last = this.find(term, this.limit, accepts)
    return this.last.pages.map(({ page, score }) => [page + 1, score])
  }
}

function createIndexComponent(index: FileIndex): IIndex<AnyIndexStore> {
  const rejectChange = () => {
    throw new Error('Cannot change an index: a snapshot is immutable')
  }
  const component = {
    create: (_orama: unknown, ids: { internalIdToId: unknown }) => {
      // The id of a page is its position, so a typed array is enough.
      ids.internalIdToId = Uint32Array.from({ length: index.file.pages }, (_, page) => page)
      return index
    },
    search: (
      _index: unknown,
      term: string,
      _tokenizer: unknown,
      _language: unknown,
      _properties: unknown,
      _exact: unknown,
      _tolerance: unknown,
      _boost: unknown,
      _relevance: unknown,
      _count: unknown,
      allowed: Set<number> | undefined,
    ) => index.search(term, allowed),
    searchByWhereClause: (_index: unknown, _tokenizer: unknown, where: Where) =>
      new FilteredPages(index.file, where),
    getSearchableProperties: () => Object.keys(SCHEMA),
    getSearchablePropertiesWithTypes: () => SCHEMA,
    insert: rejectChange,
    remove: rejectChange,
    insertDocumentScoreParameters: rejectChange,
    insertTokenScoreParameters: rejectChange,
    removeDocumentScoreParameters: rejectChange,
    removeTokenScoreParameters: rejectChange,
    calculateResultScores: rejectChange,
    load: rejectChange,
    save: rejectChange,
  }
  // Orama's type asks for generic methods; every method that it calls is defined above.
  return component as unknown as IIndex<AnyIndexStore>
}

const TOKENIZER: Tokenizer = {
  language: 'any',
  normalizationCache: new Map(),
  tokenize: (text) => splitIntoWords(text),
}

/** Stores no documents: a hit only needs its number, and bodies stay on disk. */
function createEmptyStore(pages: number): IDocumentsStore {
  const component = {
    create: () => ({ docs: {} }),
    get: () => ({}),
    getMultiple: (_store: unknown, ids: readonly unknown[]) => ids.map(() => ({})),
    getAll: () => ({}),
    store: () => false,
    remove: () => false,
    count: () => pages,
    load: () => ({ docs: {} }),
    save: () => ({}),
  }
  // Orama's type covers real documents; we have none, and only the members above are called.
  return component as unknown as IDocumentsStore
}
