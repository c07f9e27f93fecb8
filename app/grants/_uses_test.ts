import { expect, test } from 'bun:test'
import { usesOfGrants } from './_uses.ts'

test('uses keep the last of each grant until it is written', () => {
  const uses = usesOfGrants()
  uses.note('a', 1)
  uses.note('b', 2)
  uses.note('a', 3)
  expect(uses.at('a')).toBe(3)
  expect(uses.pending(1)).toEqual([['a', 3]])
  uses.written('a', 3)
  expect(uses.at('a')).toBeUndefined()
  expect(uses.pending(9)).toEqual([['b', 2]])
})

test('uses keep a grant that was used again while the last use was written', () => {
  const uses = usesOfGrants()
  uses.note('a', 1)
  const [first] = uses.pending(1)
  uses.note('a', 2)
  uses.written(first?.[0] ?? '', first?.[1] ?? 0)
  expect(uses.pending(1)).toEqual([['a', 2]])
})
