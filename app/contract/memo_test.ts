import { expect, test } from 'bun:test'
import { memoize } from './memo.ts'

test('memoize() calls make once for each key, also when it returns undefined', () => {
  const keys: object[] = []
  const find = memoize((key: object) => void keys.push(key))
  const [one, other] = [{}, {}]
  for (const key of [one, other, one, other]) find(key)
  expect(keys).toEqual([one, other])
})
