import { join } from 'node:path'
import { SEARCH_FILE } from '../../contract/build.ts'
import type { SearchRecord } from '../../contract/page.ts'
import { normalizeQuery } from '../../contract/query.ts'
import { err, ok, type Result } from '../../contract/result.ts'
import {
  openPublicDocs,
  openSearchData,
  type SearchExplanation,
  type SearchIndex,
  type Snapshot,
} from '../../docs/public_docs/mod.ts'
import { findNearest } from '../../text/source_text/nearest_word.ts'
import type { Document } from './documents.ts'
import { DEPTH } from './measure.ts'

type EnginePage = SearchExplanation['pages'][number]
export type Reason = NonNullable<EnginePage['reason']>
export type WordMatch = EnginePage['words'][number]['matches'][number]

/** A page, its rank, and why it has that. */
export type ExplainedPage = Omit<EnginePage, 'page'> & {
  readonly id: string
  /** The page file below `pages/` without its extension. */
  readonly name: string
  readonly title: string
  /** Its heading of the section that search shows. */
  readonly section: string | undefined
  /** Absent if the query does not find it. */
  readonly rank: number | undefined
}

/** How search reads a query, and why its first pages and a named one stand where they stand. */
export type Explanation = Pick<SearchExplanation, 'framing' | 'words'> & {
  readonly query: string
  readonly unmatched: readonly string[]
  readonly corrected: ReadonlyMap<string, string>
  readonly found: number
  readonly pages: readonly ExplainedPage[]
}

type ExplainRequest = { readonly query: string; readonly page: string | undefined }

type NamedPage = Pick<Document, 'id' | 'name' | 'title'>

/** What a search is explained from; the pages are in the order of the index. */
type ExplainSource = {
  readonly pages: readonly NamedPage[]
  readonly snapshot: Pick<Snapshot, 'search'>
  readonly index: Pick<SearchIndex, 'search' | 'explain'>
}

/** Explains a search of the build by the code that ranks it. */
export async function explain(
  documents: readonly Document[],
  options: Parameters<typeof openPublicDocs>[0],
  request: ExplainRequest,
): Promise<Result<Explanation, string>> {
  const refused = findRefusal(documents, request)
  if (refused !== undefined) return err(refused)
  const opened = await openPublicDocs(options)
  if (!opened.ok) return opened
  const docs = opened.value
  try {
    const snapshot = docs.current()
    const path = join(snapshot.folder, SEARCH_FILE)
    const index = openSearchData(await Bun.file(path).bytes())
    if (!index.ok) return err(`Cannot read "${path}": ${index.error}`)
    return explainSearch({ pages: documents, snapshot, index: index.value }, request)
  } finally {
    docs.close()
  }
}

/** Explains a search of pages that are open already, such as those of a preview. */
export function explainSearch(
  { pages: all, snapshot, index }: ExplainSource,
  request: ExplainRequest,
): Result<Explanation, string> {
  const refused = findRefusal(all, request)
  if (refused !== undefined) return err(refused)
  const { query, page } = request
  const named = page === undefined ? undefined : findPage(all, page)
  const plain = normalizeQuery(query)
  const { records, unmatched, corrected } = snapshot.search(plain, all.length)
  const places = rankPages(all, records)
  const first = [...places.keys()].slice(0, DEPTH)
  const shown = named === undefined || first.includes(named) ? first : [...first, named]
  const { framing, words, pages } = index.explain(plain, shown)
  const [best] = index.search(plain, 1).hits
  const explained = pages.map((each) => describePage(all, places, each, best?.page))
  const found = records.length
  return ok({ query, framing, words, unmatched, corrected, found, pages: explained })
}

function findRefusal(
  pages: readonly NamedPage[],
  { query, page }: ExplainRequest,
): string | undefined {
  if (page !== undefined && findPage(pages, page) === -1) {
    return `Cannot explain page "${page}": ${suggestPage(pages, page)}`
  }
  return normalizeQuery(query) === '' ? 'Cannot explain "": it has no words' : undefined
}

type Place = { readonly rank: number; readonly record: SearchRecord }

function rankPages(
  all: readonly NamedPage[],
  records: readonly SearchRecord[],
): ReadonlyMap<number, Place> {
  const positions = new Map(all.map(({ id }, at) => [id, at]))
  return new Map(
    records.map((record, at) => [positions.get(record.id) ?? -1, { rank: at + 1, record }]),
  )
}

function describePage(
  all: readonly NamedPage[],
  places: ReadonlyMap<number, Place>,
  { page, ...explained }: EnginePage,
  best: number | undefined,
): ExplainedPage {
  const document = all[page]
  const place = places.get(page)
  // The engine alone does not know ids and addresses, which the interfaces put first.
  const isNamed = place?.rank === 1 && page !== best
  return {
    ...explained,
    ...(isNamed ? { reason: 'query_names_it' } : {}),
    id: document?.id ?? '',
    name: document?.name ?? '',
    title: document?.title ?? '',
    section: place?.record.section?.heading,
    rank: place?.rank,
  }
}

function findPage(all: readonly NamedPage[], page: string): number {
  return all.findIndex(({ id, name }) => id === page || name === page)
}

function suggestPage(all: readonly NamedPage[], page: string): string {
  const nearest = findNearest(
    page,
    all.map(({ name }) => name),
  )
  const fix =
    nearest === undefined ? 'name a page file below pages/, or an id' : `write "${nearest}"`
  return `there is no such page; ${fix}`
}
