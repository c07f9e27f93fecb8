import type { PageRecord, SearchRecord } from '../contract/page.ts'
import type { SearchHit } from '../search/mod.ts'
import type { RecordList } from './_public_docs.ts'
import type { RecordTable } from './_records.ts'

/** A list of records by their positions, with more members beside. */
export function createRecordList<More extends object>(
  records: RecordTable,
  positions: readonly number[],
  more: More,
): RecordList<PageRecord> & More {
  return {
    ...more,
    get records() {
      return positions.map((at) => records.record(at))
    },
    get json() {
      return `[${positions.map((at) => records.json(at)).join(',')}]`
    },
  }
}

/** What a search found, in its order: each record with the section that matched, if one did. */
export function createSearchList<More extends object>(
  records: RecordTable,
  hits: readonly SearchHit[],
  more: More,
): RecordList<SearchRecord> & More {
  return {
    ...more,
    get records() {
      return hits.map(({ page, section }): SearchRecord => {
        const record = records.record(page)
        return section === undefined ? record : { ...record, section }
      })
    },
    get json() {
      return `[${hits.map((hit) => formatHit(records, hit)).join(',')}]`
    },
  }
}

function formatHit(records: RecordTable, { page, section }: SearchHit): string {
  const json = records.json(page)
  // The text is that of an object, so its last character closes it.
  return section === undefined ? json : `${json.slice(0, -1)},"section":${JSON.stringify(section)}}`
}
