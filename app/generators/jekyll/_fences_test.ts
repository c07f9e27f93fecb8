import { expect, test } from 'bun:test'
import { createFenceFinder } from './_fences.ts'

test('createFenceFinder() knows the tags in a fence, of one text and then of another', () => {
  const isInFence = createFenceFinder()
  const one = 'a {% b %}\n> ```\n> c {% d %}\n> ```\n{% e %}'
  const found = [...one.matchAll(/\{%/g)].map(({ index }) =>
    isInFence({ input: one, begin: index }),
  )
  expect(found).toEqual([false, true, false])
  expect(isInFence({ input: '```\n{% f %}', begin: 4 })).toBe(true)
})
