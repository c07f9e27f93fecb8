import {
  type AnyIndexStore,
  type AnyOrama,
  create,
  type IDocumentsStore,
  type IIndex,
  insert,
  search,
  type Tokenizer,
} from 'orama'
import type { CapabilityStatus, PageRecord } from '../contract/page.ts'
import type { PageFilter } from './_library.ts'
import { type Field, Postings } from './_postings.ts'
import { wordsOfText } from './_words.ts'

/** How many pages are indexed before other work gets its turn: keeps a reload from being felt. */
const PAGES_PER_TURN = 24

const SCHEMA = {
  title: 'string',
  description: 'string',
  body: 'string',
  kind: 'enum',
  status: 'enum',
} as const

/**
 * The search engine behind one interface. Orama is the shell (schema, filters, order, paging of
 * hits); its index, tokenizer and document store are ours, because stock Orama drops term
 * frequency, refuses a boost of zero and keeps every query word for ever
 * (spec/decisions/search.md).
 */
export type SearchIndex = {
  /** Positions in the list of pages, best first. */
  search(query: string, limit: number, filter?: PageFilter): readonly number[]
}

/** Indexes pages in slices, so that a running service keeps answering meanwhile. */
export async function createSearchIndex(
  records: readonly PageRecord[],
  bodies: readonly string[],
): Promise<SearchIndex> {
  const store = new IndexStore()
  const orama = create({
    schema: SCHEMA,
    sort: { enabled: false },
    components: {
      index: indexOver(store),
      tokenizer: TOKENIZER,
      documentsStore: documentsByNumber(),
    },
  })
  for (const [at, record] of records.entries()) {
    await insert(orama, { ...facets(record), id: String(at), body: bodies[at] ?? '' })
    if (at % PAGES_PER_TURN === PAGES_PER_TURN - 1) await new Promise((next) => setTimeout(next, 0))
  }
  return { search: (query, limit, filter) => found(orama, query, limit, filter) }
}

function facets(record: PageRecord): Omit<IndexedPage, 'body'> {
  const { title, description, kind, status } = record
  return { title, description, kind, status }
}

function found(
  orama: AnyOrama,
  query: string,
  limit: number,
  filter: PageFilter = {},
): readonly number[] {
  const where = {
    ...(filter.kind === undefined ? {} : { kind: { eq: filter.kind } }),
    ...(filter.status === undefined ? {} : { status: { eq: filter.status } }),
  }
  const answer = search(orama, { term: query, limit, where })
  // Without a plugin that waits, Orama answers at once; a promise here would be a bug of ours.
  if (answer instanceof Promise) throw new Error('Cannot search: the index answered later')
  return answer.hits.map((hit) => Number(hit.id))
}

type IndexedPage = {
  readonly title: string
  readonly description: string
  readonly body: string
  readonly kind: string
  readonly status: CapabilityStatus
}

/** What Orama calls the index: postings, and the two facets that filters read. */
class IndexStore {
  readonly postings = new Postings()
  readonly kinds: string[] = []
  readonly statuses: string[] = []
  // Orama looks at this member of any index to see whether vectors are in use.
  readonly vectorIndexes = {}
}

function indexOver(store: IndexStore): IIndex<AnyIndexStore> {
  const unused = () => {
    throw new Error('Cannot change an index: a generation is immutable')
  }
  const component = {
    create: () => store,
    insert: (
      _own: unknown,
      _index: unknown,
      property: string,
      _id: unknown,
      number: number,
      value: unknown,
    ) => {
      const text = String(value)
      if (property === 'kind') store.kinds[number] = text
      else if (property === 'status') store.statuses[number] = text
      else if (isField(property)) store.postings.add(number, property, text)
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
    ) => store.postings.search(term, (document) => allowed?.has(document) ?? true),
    searchByWhereClause: (_index: unknown, _tokenizer: unknown, where: Where) =>
      matching(store, where),
    getSearchableProperties: () => Object.keys(SCHEMA),
    getSearchablePropertiesWithTypes: () => SCHEMA,
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

function matching(store: IndexStore, where: Where): Set<number> {
  const numbers = new Set<number>()
  store.kinds.forEach((kind, number) => {
    if (where.kind !== undefined && where.kind.eq !== kind) return
    if (where.status !== undefined && where.status.eq !== store.statuses[number]) return
    numbers.add(number)
  })
  return numbers
}

function isField(property: string): property is Field {
  return property === 'title' || property === 'description' || property === 'body'
}

const TOKENIZER: Tokenizer = {
  language: 'any',
  normalizationCache: new Map(),
  tokenize: (text) => wordsOfText(text),
}

/** Holds no documents: a hit's number is all we need, and bodies stay on disk. */
function documentsByNumber(): IDocumentsStore {
  let count = 0
  const component = {
    create: () => ({ docs: {} }),
    get: () => ({}),
    getMultiple: (_store: unknown, ids: readonly unknown[]) => ids.map(() => ({})),
    getAll: () => ({}),
    store: () => {
      count += 1
      return true
    },
    remove: () => false,
    count: () => count,
    load: () => ({ docs: {} }),
    save: () => ({}),
  }
  // Orama's type speaks of documents; ours has none, and only the members above are called.
  return component as unknown as IDocumentsStore
}
