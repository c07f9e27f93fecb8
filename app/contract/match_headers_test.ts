import { expect, test } from 'bun:test'
import { writeMatchHeaders } from './match_headers.ts'

test('writeMatchHeaders() writes nothing when every word was taken as typed', () => {
  expect(writeMatchHeaders({ unmatched: [], corrected: new Map() })).toEqual({})
})

test('writeMatchHeaders() writes strings, and display strings beyond ASCII', () => {
  const corrected = new Map([
    ['OpenAI', 'openapi'],
    ['größe', 'grosse'],
  ])
  expect(writeMatchHeaders({ unmatched: ['systemd', 'straße'], corrected })).toEqual({
    'search-unmatched': '"systemd", %"stra%c3%9fe"',
    'search-corrected': 'openai="openapi"',
  })
})
