import { expect, test } from 'bun:test'
import type { StoredPage } from '../../contract/build.ts'
import { openRecords, writeRecords } from './_records.ts'

function page(at: number, path: string, kind = 'guide'): StoredPage {
  const url = `https://docs.example/${path}`
  return {
    record: {
      id: `p${at}`,
      kind,
      url,
      title: `Größe ${at}`,
      description: `About "${path}".`,
      status: at % 2 === 0 ? 'available' : 'not_yet',
      updated: '2026-11-01',
      markdown_url: `${url}index.md`,
    },
    twin: `${path}index.md`,
    bodyOffset: at * 10,
    headings: [{ level: 2, text: `Über ${at}`, anchor: `a-${at}`, line: at }],
  }
}

const PAGES = [page(10, ''), page(9, 'a/'), page(2, 'a/b/', 'concept'), page(101, 'ü/x/')]
const written = writeRecords(PAGES)

function table() {
  const records = openRecords(written.records)
  if (!records.ok) throw new Error(records.error)
  return records.value
}

test('openRecords() returns every record as a value and as JSON', () => {
  const records = table()
  expect(records.count).toBe(PAGES.length)
  PAGES.forEach(({ record }, at) => {
    expect(records.record(at)).toEqual(record)
    expect(records.json(at)).toBe(JSON.stringify(record))
  })
})

test('openRecords() finds pages by id and by path, but no unknown ones', () => {
  const records = table()
  PAGES.forEach(({ record, twin }, at) => {
    const path = twin.replace(/\/?index\.md$/, '')
    expect([records.withId(record.id), records.atPath(path)]).toEqual([at, at])
    expect(records.twin(at)).toBe(twin)
  })
  for (const id of ['', 'p', 'p1', 'p100', 'p1010', 'q10']) expect(records.withId(id)).toBe(-1)
  for (const path of ['/', 'a/', 'b', 'u/x', 'ü']) expect(records.atPath(path)).toBe(-1)
})

test('openRecords() tells the headings of a page from any others', () => {
  const records = table()
  PAGES.forEach((_, at) => {
    const { from, to } = records.headings(at)
    const bytes = written.headings.slice(from, to)
    expect(records.hasHeadings(at, bytes)).toBe(true)
    expect(records.hasHeadings((at + 1) % PAGES.length, bytes)).toBe(false)
    bytes[9] = 0
    expect(records.hasHeadings(at, bytes)).toBe(false)
  })
})

test('openRecords() applies a filter', () => {
  const records = table()
  const findAccepted = (filter: Parameters<typeof records.accepts>[1]) =>
    PAGES.flatMap((_, at) => (records.accepts(at, filter) ? [at] : []))
  expect(findAccepted({})).toEqual([0, 1, 2, 3])
  expect(findAccepted({ kind: 'concept' })).toEqual([2])
  expect(findAccepted({ status: 'not_yet' })).toEqual([1, 3])
  expect(findAccepted({ kind: 'guide', status: 'available' })).toEqual([0])
  expect(findAccepted({ kind: 'absent' })).toEqual([])
})

test('openRecords() locates the body and the headings of a page', () => {
  const records = table()
  PAGES.forEach(({ bodyOffset, headings }, at) => {
    const { from, to } = records.headings(at)
    const text = new TextDecoder().decode(written.headings.subarray(from, to))
    expect(JSON.parse(text)).toEqual(headings)
    expect(records.bodyOffset(at)).toBe(bodyOffset)
  })
})

test('openRecords() opens a corpus without pages', () => {
  const records = openRecords(writeRecords([]).records)
  expect(records.ok && [records.value.count, records.value.withId('p1')]).toEqual([0, -1])
})

test('openRecords() drops unpublished members from the record', () => {
  const [first = page(1, '')] = PAGES
  const record = { ...first.record, secret: 'not for the public' }
  const records = openRecords(writeRecords([{ ...first, record }]).records)
  expect(records.ok && records.value.record(0)).toEqual(first.record)
})
