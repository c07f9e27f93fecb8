import { expect, test } from 'bun:test'
import { httpRoute } from '../../../contract/operations/mod.ts'
import { followPointer } from './workflows.ts'

const LIMITS = { searchLimitDefault: 10, searchLimitMax: 50 }
const SEARCH = httpRoute('search').answer(LIMITS)
const PAGES = httpRoute('pages').answer(LIMITS)

test('followPointer() distinguishes a field of every response from one that may be missing', () => {
  expect(followPointer(PAGES, '/pages')).toEqual({ state: 'required' })
  expect(followPointer(PAGES, '/after')).toEqual({ state: 'optional' })
})

test('followPointer() treats an entry of a list as one that may be missing', () => {
  expect(followPointer(SEARCH, '/0/id')).toEqual({ state: 'optional' })
  expect(followPointer(PAGES, '/pages/12/title')).toEqual({ state: 'optional' })
})

test('followPointer() names the part that was not found, and its alternatives', () => {
  expect(followPointer(PAGES, '/pages/first')).toEqual({
    state: 'absent',
    at: 'first',
    known: ['0'],
  })
  expect(followPointer(PAGES, '/pages/01')).toEqual({ state: 'absent', at: '01', known: ['0'] })
  expect(followPointer(PAGES, '/next')).toEqual({
    state: 'absent',
    at: 'next',
    known: ['pages', 'after'],
  })
  expect(followPointer(SEARCH, '/0/id/x')).toEqual({ state: 'absent', at: 'x', known: [] })
})

test('followPointer() does not take an inherited property for a field', () => {
  expect(followPointer(PAGES, '/constructor').state).toBe('absent')
})
