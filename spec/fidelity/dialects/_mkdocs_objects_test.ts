import { expect, test } from 'bun:test'
import { linkObjects } from './_mkdocs_objects.ts'

test('linkObjects() takes names of objects as links where a plugin finds them', () => {
  const texts = ['[`a`][x.y] [b][], [own] `c[d][e]` f[0][1]', '```', 'g[h][i]', '```', '[own]: /z']
  const rows = texts.map((text, at) => ({ text, file: 'a.md', line: at + 1 }))
  const link = (config: string) => linkObjects(rows, config).map(({ text }) => text)
  expect(link('plugins:\n  - mkdocstrings:\n')).toEqual([
    '[`a`](#x.y) [b](#b), [own] `c[d][e]` f[0][1]',
    ...texts.slice(1),
  ])
  expect(link('plugins:\n  - search\n')).toEqual(texts)
})
