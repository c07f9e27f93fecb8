import { expect, test } from 'bun:test'
import { writeMatchHeaders } from './match_headers.ts'

const FOUND = { outcome: 'found', apart: [], unmatched: [], corrected: new Map() } as const

test('writeMatchHeaders() writes the outcome alone when every word was taken as typed', () => {
  expect(writeMatchHeaders(FOUND)).toEqual({ 'search-outcome': 'found' })
})

test('writeMatchHeaders() writes strings, and display strings beyond ASCII', () => {
  const corrected = new Map([
    ['OpenAI', 'openapi'],
    ['größe', 'grosse'],
    ['back up', 'snapshot'],
  ])
  const words = { apart: ['unit'], unmatched: ['systemd', 'straße'], corrected }
  expect(writeMatchHeaders({ outcome: 'weak', ...words })).toEqual({
    'search-outcome': 'weak',
    'search-apart': '"unit"',
    'search-unmatched': '"systemd", %"stra%c3%9fe"',
    'search-corrected': 'openai="openapi", back-up="snapshot"',
  })
})

test('writeMatchHeaders() keeps each header within what a proxy takes', () => {
  const words = Array.from({ length: 200 }, (_, at) => `жук${at}`)
  const corrected = new Map(words.map((word, at) => [`beetle${at}`, word]))
  const headers = writeMatchHeaders({ ...FOUND, apart: words, unmatched: words, corrected })
  expect(headers['search-unmatched']).toStartWith('%"%d0%b6%d1%83%d0%ba0", %"')
  expect(headers['search-corrected']).toStartWith('beetle0=%"')
  const { 'search-outcome': _, ...ofWords } = headers
  for (const header of Object.values(ofWords)) {
    expect(header.length).toBeGreaterThan(900)
    expect(header.length).toBeLessThanOrEqual(1024)
    expect(header).toEndWith('"')
  }
})
