import { expect, test } from 'bun:test'
import { findDate } from './dates.ts'

test('findDate() takes the first day that is valid, however its key is spelled', () => {
  expect(findDate({ 'creation-date': '2024-01-01', 'last-updated': '2024-02-06' })).toBe(
    '2024-02-06',
  )
  expect(findDate({ updated: 'soon', 'last-modified': '2024-02-07T10:00:00Z' })).toBe('2024-02-07')
  expect(findDate({ last_update: { date: '2024-02-08' }, date: '2023-01-01' })).toBe('2024-02-08')
  expect(findDate({ 'last-updated': 'yyyy-mm-dd' })).toBeUndefined()
})
