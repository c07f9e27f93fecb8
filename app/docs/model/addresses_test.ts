import { expect, test } from 'bun:test'
import { urlPathOf } from './addresses.ts'

test('urlPathOf() lets index.md stand for its folder', () => {
  expect(['index.md', 'a/index.md', 'a/b.md', 'my-index.md', 'v1.2.md'].map(urlPathOf)).toEqual([
    '',
    'a',
    'a/b',
    'my-index',
    'v1.2',
  ])
})
