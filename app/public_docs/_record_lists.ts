import type { PageRecord, SearchRecord } from '../contract/page.ts'
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

/** Search results in order: each record with the section that matched, if any. */
export function createSearchList<More extends object>(
  records: Records,
  hits: readonly SearchHit[],
  more: More,
): RecordList<SearchRecord> & More {
  const toRecord = ({ page, section }: SearchHit): SearchRecord => {
    const record = records.record(page)
    return section === undefined ? record : { ...record, section }
  }
  return createList(hits, toRecord, (hit) => formatHit(records, hit), more)
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

function formatHit(records: Records, { page, section }: SearchHit): string {
  const json = records.json(page)
  // The text is a JSON object, so its last character is the closing brace.
  return section === undefined ? json : `${json.slice(0, -1)},"section":${JSON.stringify(section)}}`
}
