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
import type { SearchFile } from './_reader.ts'
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

/** A page that was found. */
export type SearchHit = {
  /** Position in the list of pages. */
  readonly page: number
  /** The best section; found when it is asked for, so a hit that nobody shows costs nothing. */
  readonly section?: Section | undefined
}

/**
 * The search engine behind one interface. Orama is the shell (schema, filters, order, limit); its
 * index, tokenizer and document store are ours, over an opened file, because stock Orama drops
 * term frequency, refuses a boost of zero and keeps every query word for ever
 * (spec/decisions/search.md).
 */
export type SearchIndex = {
  /** How many pages it knows. */
  readonly pages: number
  /** Best first. */
  search(query: string, limit: number, filter?: PageFilter): readonly SearchHit[]
}

/** Puts the engine over an opened file. */
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
  // Orama takes no empty term for a search: it would answer with every page.
  if (query === '' || limit < 1) return { pages: [], words: [] }
  index.limit = limit
  const answer = search(orama, { term: query, limit, where })
  // Without a plugin that waits, Orama answers at once; a promise here would be a bug of ours.
  if (answer instanceof Promise) throw new Error('Cannot search: the index answered later')
  return { pages: answer.hits.map((hit) => Number(hit.id)), words: index.words }
}

/** What Orama calls the index. */
class FileIndex {
  /** How many pages the search under way wants: Orama does not tell its index. */
  limit = 0
  /** What the words of the last query mean. */
  words: SearchResult['words'] = []
  // Orama looks at this member of any index to see whether vectors are in use.
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
  const unused = () => {
    throw new Error('Cannot change an index: a snapshot is immutable')
  }
  const component = {
    create: (_orama: unknown, ids: { internalIdToId: unknown }) => {
      // A page's id is its position: numbers in a row take no room beside them.
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
    insert: unused,
    remove: unused,
    insertDocumentScoreParameters: unused,
    insertTokenScoreParameters: unused,
    removeDocumentScoreParameters: unused,
    removeTokenScoreParameters: unused,
    calculateResultScores: unused,
    load: unused,
    save: unused,
  }
  // Orama's type asks for generic methods; each one that it calls on us is above.
  return component as unknown as IIndex<AnyIndexStore>
}

type Where = { readonly kind?: { readonly eq: string }; readonly status?: { readonly eq: string } }

/** The pages that a filter lets through, as the set that Orama asks for, but never listed. */
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

/** Number of a facet's value; -1, which no page has, when the file does not know it. */
function findFacetNumber(names: Texts, value: string): number {
  for (let at = 0; at < names.count; at++) if (names.at(at) === value) return at
  return -1
}

const TOKENIZER: Tokenizer = {
  language: 'any',
  normalizationCache: new Map(),
  tokenize: (text) => splitIntoWords(text),
}

/** Holds no documents: a hit's number is all we need, and bodies stay on disk. */
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
  // Orama's type speaks of documents; ours has none, and only the members above are called.
  return component as unknown as IDocumentsStore
}
