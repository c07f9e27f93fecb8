import { expect, test } from 'bun:test'
import { newId } from './ids.ts'

test('newId() writes 22 characters of base62 behind its prefix', () => {
  const random = (count: number) => crypto.getRandomValues(new Uint8Array(count))
  const ids = Array.from({ length: 200 }, () => newId('appr_', random))
  for (const id of ids) expect(id).toMatch(/^appr_[0-9A-Za-z]{22}$/)
  expect(new Set(ids).size).toBe(200)
})

test('newId() leaves out bytes that would favour some characters', () => {
  let drawn = 0
  const bytes = (count: number) => {
    drawn += 1
    return new Uint8Array(count).fill(drawn === 1 ? 255 : 61)
  }
  expect(newId('', bytes)).toBe('z'.repeat(22))
})
