import { expect, test } from 'bun:test'
import { createLineFinder } from './_table_lines.ts'

test('createLineFinder() reads each line once when every cell asks', () => {
  const lines = ['|===', ...Array.from({ length: 1000 }, () => ['|a', '// A comment.']).flat()]
  let reads = 0
  const counted = new Proxy(lines, {
    get: (all, name) => {
      if (/^\d+$/.test(String(name))) reads++
      return Reflect.get(all, name)
    },
  })
  const find = createLineFinder(counted, 1, () => false)
  const found = Array.from({ length: 1000 }, (_, at) => find(at + 1))
  expect(found).toEqual(Array.from({ length: 1000 }, (_, at) => 2 * at + 2))
  expect(find(0)).toBe(1)
  expect(find(5000)).toBe(lines.length)
  expect(reads).toBe(lines.length - 1)
})
