import { expect, test } from 'bun:test'
import { writeMatchHeaders } from './match_headers.ts'

test('writeMatchHeaders() writes nothing when every word was taken as typed', () => {
  expect(writeMatchHeaders({ unmatched: [], corrected: new Map() })).toEqual({})
})

test('writeMatchHeaders() writes strings, and display strings beyond ASCII', () => {
  const corrected = new Map([
    ['OpenAI', 'openapi'],
    ['größe', 'grosse'],
    ['back up', 'snapshot'],
  ])
  expect(writeMatchHeaders({ unmatched: ['systemd', 'straße'], corrected })).toEqual({
    'search-unmatched': '"systemd", %"stra%c3%9fe"',
    'search-corrected': 'openai="openapi", back-up="snapshot"',
  })
})

test('writeMatchHeaders() keeps each header within what a proxy takes', () => {
  const words = Array.from({ length: 200 }, (_, at) => `жук${at}`)
  const corrected = new Map(words.map((word, at) => [`beetle${at}`, word]))
  const headers = writeMatchHeaders({ unmatched: words, corrected })
  expect(headers['search-unmatched']).toStartWith('%"%d0%b6%d1%83%d0%ba0", %"')
  expect(headers['search-corrected']).toStartWith('beetle0=%"')
  for (const header of Object.values(headers)) {
    expect(header.length).toBeGreaterThan(900)
    expect(header.length).toBeLessThanOrEqual(1024)
    expect(header).toEndWith('"')
  }
})
