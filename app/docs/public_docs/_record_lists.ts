import type { PageRecord, SearchRecord } from '../../contract/page.ts'
import type { SearchHit } from '../search/mod.ts'
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
const CLOSE_SHARE = 0.75
/** and below this one, a page is left out. */
const FAR_SHARE = 0.5
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
  const isQuoted = rank < PASSAGE_SHARES.length
  if (detail === 'close' && !isQuoted && hit.closeness < CLOSE_SHARE) return {}
  const { section } = hit
  const passage = isQuoted ? quote(records, hit, rank) : ''
  return {
    ...(section === undefined ? {} : { section }),
    ...(passage === '' ? {} : { passage }),
  }
}

/** Bytes of ten results in all: some 2,000 tokens, of which addresses have more than prose has. */
const RESULTS_BYTES = 7300
const RESULTS_USUAL = 10
/** Heading, anchor and snippet of a section, in their frame. */
const SECTION_BYTES = 240

/** What passages have of the bytes that ten records such as this one leave, by rank. */
const PASSAGE_SHARES = [0.56, 0.22, 0.22]
const PASSAGE_BYTES = { least: 240, most: 1400 } as const

/**
 * A passage depends on its own record and rank alone, so that a result is the same however many
 * are asked for. One that only repeats the description says nothing.
 */
function quote(records: Records, hit: SearchHit, rank: number): string {
  const left = RESULTS_BYTES - RESULTS_USUAL * (records.json(hit.page).length + SECTION_BYTES)
  const wanted = left * (PASSAGE_SHARES[rank] ?? 0)
  const { least, most } = PASSAGE_BYTES
  const passage = hit.quote(Math.round(Math.min(most, Math.max(least, wanted))))
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
