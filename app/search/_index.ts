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
import type { Texts } from '../tables/texts.ts'
import { Density } from './_density.ts'
import { Marks } from './_marks.ts'
import { findPhrase } from './_phrases.ts'
import { parseQuery } from './_query.ts'
import type { ScoredPage } from './_ranking.ts'
import type { SearchFile } from './_search_file.ts'
import { Searcher, type SearchResult } from './_searcher.ts'
import { type Section, SectionFinder } from './_sections.ts'
import { splitIntoWords } from './_words.ts'

const SCHEMA = {
  title: 'string',
  description: 'string',
  body: 'string',
  kind: 'enum',
  status: 'enum',
} as const

/** A page that matches a query. */
export type SearchHit = {
  /** Position in the list of pages. */
  readonly page: number
  /** The best section; looked up on access, so a hit that is never shown costs nothing. */
  readonly section?: Section | undefined
}

/**
 * The search engine. Orama provides the frame (schema, filters, order, limit); the index, tokenizer
 * and document store are ours and read an opened file, because stock Orama drops term frequency,
 * refuses a boost of zero and keeps every query word in memory forever (spec/decisions/search.md).
 */
export type SearchIndex = {
  /** How many pages are indexed. */
  readonly pages: number
  /** Best first. */
  search(query: string, limit: number, filter?: PageFilter): readonly SearchHit[]
}

/** Creates the engine over an opened file. */
export function createSearchIndex(file: SearchFile): SearchIndex {
  const index = new FileIndex(file)
  const orama = create({
    schema: SCHEMA,
    sort: { enabled: false },
    components: {
      index: createIndexComponent(index),
      tokenizer: TOKENIZER,
      documentsStore: createEmptyStore(file.pages),
    },
  })
  const scratch = { marks: new Marks(file), density: new Density() }
  return {
    pages: file.pages,
    search: (query, limit, filter) => {
      const { words, pages } = runSearch(orama, index, query, limit, filter)
      const phrase = words.length === 0 ? undefined : findPhrase(file, parseQuery(query))
      const finder = new SectionFinder(file, words, phrase, scratch)
      return pages.map((page) => new Hit(page, finder))
    },
  }
}

class Hit implements SearchHit {
  readonly page: number
  readonly #finder: SectionFinder

  constructor(page: number, finder: SectionFinder) {
    this.page = page
    this.#finder = finder
  }

  get section(): Section | undefined {
    return this.#finder.find(this.page)
  }
}

function runSearch(
  orama: AnyOrama,
  index: FileIndex,
  query: string,
  limit: number,
  filter: PageFilter = {},
): { readonly pages: readonly number[]; readonly words: SearchResult['words'] } {
  const where = {
    ...(filter.kind === undefined ? {} : { kind: { eq: filter.kind } }),
    ...(filter.status === undefined ? {} : { status: { eq: filter.status } }),
  }
  // For an empty term Orama would return every page.
  if (query === '' || limit < 1) return { pages: [], words: [] }
  index.limit = limit
  const answer = search(orama, { term: query, limit, where })
  // Orama answers synchronously unless a plugin is asynchronous; a promise here would be our bug.
  if (answer instanceof Promise) throw new Error('Cannot search: the index returned a promise')
  return { pages: answer.hits.map((hit) => Number(hit.id)), words: index.words }
}

/** The object that Orama passes around as its index. */
class FileIndex {
  /** Limit of the current search: Orama does not pass it to the index. */
  limit = 0
  /** The words of the last query, as the index knows them. */
  words: SearchResult['words'] = []
  // Orama reads this member of every index to see whether vectors are in use.
  readonly vectorIndexes = {}
  readonly file: SearchFile
  readonly #searcher: Searcher

  constructor(file: SearchFile) {
    this.file = file
    this.#searcher = new Searcher(file)
  }

  /** Pages and scores. Orama numbers documents from 1. */
  search(term: string, allowed: Set<number> | undefined): ScoredPage[] {
    const accepts = allowed === undefined ? () => true : (page: number) => allowed.has(page + 1)
    const { pages, words } = this.#searcher.search(term, this.limit, accepts)
    this.words = words
    return pages.map(([page, score]) => [page + 1, score])
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

type Where = { readonly kind?: { readonly eq: string }; readonly status?: { readonly eq: string } }

/** The pages that a filter accepts, as the Set that Orama expects, without listing them. */
class FilteredPages extends Set<number> {
  readonly #file: SearchFile
  readonly #kind: number | undefined
  readonly #status: number | undefined

  constructor(file: SearchFile, where: Where) {
    super()
    this.#file = file
    this.#kind = where.kind && findFacetNumber(file.kindNames, where.kind.eq)
    this.#status = where.status && findFacetNumber(file.statusNames, where.status.eq)
  }

  override has(document: number): boolean {
    const { kind, status } = this.#file
    if (this.#kind !== undefined && kind[document - 1] !== this.#kind) return false
    return this.#status === undefined || status[document - 1] === this.#status
  }
}

/** The number of a facet value; -1, which no page has, for an unknown value. */
function findFacetNumber(names: Texts, value: string): number {
  for (let at = 0; at < names.count; at++) if (names.at(at) === value) return at
  return -1
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
