import { expect, test } from 'bun:test'
import { createUses } from './_uses.ts'

test('uses keep the last of each grant until it is written', () => {
  const uses = createUses()
  uses.note('a', 1)
  uses.note('b', 2)
  uses.note('a', 3)
  expect(uses.lastUse('a')).toBe(3)
  expect(uses.listPending(1)).toEqual([['a', 3]])
  uses.forget('a', 3)
  expect(uses.lastUse('a')).toBeUndefined()
  expect(uses.listPending(9)).toEqual([['b', 2]])
})

test('uses keep a grant that was used again while the last use was written', () => {
  const uses = createUses()
  uses.note('a', 1)
  const [first] = uses.listPending(1)
  uses.note('a', 2)
  uses.forget(first?.[0] ?? '', first?.[1] ?? 0)
  expect(uses.listPending(1)).toEqual([['a', 2]])
})
