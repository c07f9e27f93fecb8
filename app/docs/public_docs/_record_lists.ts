import type { PageRecord, SearchRecord } from '../../contract/page.ts'
import type { PassageSize, SearchHit } from '../search/mod.ts'
import type { RecordList } from './_public_docs.ts'
import type { RecordTable } from './_records.ts'

type Records = Pick<RecordTable, 'json' | 'record'>

/** A list of records by their positions, with further members. */
export function createRecordList<More extends object>(
  records: Records,
  positions: readonly number[],
  more: More,
): RecordList<PageRecord> & More {
  return createList(positions, records.record, records.json, more)
}

/** Hits of which the section is shown: all, or those that come close to the best. */
type Detail = 'all' | 'close'

/** Search results in order: each record with the section that matched, and the best with more. */
export function createSearchList<More extends object>(
  records: Records,
  hits: readonly SearchHit[],
  detail: Detail,
  more: More,
): RecordList<SearchRecord> & More {
  const ranked = hits.map((hit, rank) => ({ hit, rank, detail }))
  const toRecord = (entry: RankedHit): SearchRecord => ({
    ...records.record(entry.hit.page),
    ...describeHit(records, entry),
  })
  return createList(ranked, toRecord, (entry) => formatHit(records, entry), more)
}

// Shares of the evidence for the best page, chosen over judged queries (decisions: agents_bench).
/** Below this share, a record behind those with a passage has no section, */
const CLOSE_SHARE = 0.9
/** and below this one, a page is left out. */
const FAR_SHARE = 0.6
/** So many pages are never left out. */
const LIST_LEAST = 3

/** Leaves out pages that are far behind the best, as a reader would have stopped before them. */
export function omitFarHits(hits: readonly SearchHit[]): readonly SearchHit[] {
  return hits.filter(({ closeness }, rank) => rank < LIST_LEAST || closeness >= FAR_SHARE)
}

type RankedHit = {
  readonly hit: SearchHit
  readonly rank: number
  readonly detail: Detail
}

/** What search adds to the record of a page. */
function describeHit(
  records: Records,
  { hit, rank, detail }: RankedHit,
): Pick<SearchRecord, 'section' | 'passage'> {
  const isQuoted = rank < PASSAGE_SIZES.length
  if (detail === 'close' && !isQuoted && hit.closeness < CLOSE_SHARE) return {}
  const { section } = hit
  const passage = isQuoted ? quote(records, hit, rank) : ''
  return {
    ...(section === undefined ? {} : { section }),
    ...(passage === '' ? {} : { passage }),
  }
}

/** What a passage has of a page, by rank. */
const PASSAGE_SIZES: readonly PassageSize[] = [
  { most: 1200, places: 4 },
  { most: 280, places: 1 },
  { most: 280, places: 1 },
]

/**
 * A passage depends on its own record and rank alone, so that a result is the same however many
 * are asked for. One that only repeats the description says nothing.
 */
function quote(records: Records, hit: SearchHit, rank: number): string {
  const size = PASSAGE_SIZES[rank]
  const passage = size === undefined ? '' : hit.quote(size)
  return records.record(hit.page).description.includes(passage) ? '' : passage
}

function createList<Item, Entry, More extends object>(
  items: readonly Item[],
  toRecord: (item: Item) => Entry,
  toJson: (item: Item) => string,
  more: More,
): RecordList<Entry> & More {
  return {
    ...more,
    get records() {
      return items.map((item) => toRecord(item))
    },
    get json() {
      return `[${items.map((item) => toJson(item)).join(',')}]`
    },
  }
}

function formatHit(records: Records, entry: RankedHit): string {
  const json = records.json(entry.hit.page)
  const more = JSON.stringify(describeHit(records, entry))
  // Both texts are JSON objects: the last character of one is its closing brace.
  return more === '{}' ? json : `${json.slice(0, -1)},${more.slice(1)}`
}
