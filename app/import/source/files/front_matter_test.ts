import { expect, test } from 'bun:test'
import { readSourceFrontMatter } from './front_matter.ts'

test('readSourceFrontMatter() reads tabs as columns, each further in than the one before', () => {
  const text = '---\ntitle: A\nmenu:\n\tmain:\n\t\tweight: 2\n\tfoot: b\n---\nC\n'
  expect(readSourceFrontMatter('a.md', text)).toMatchObject({
    fields: { title: 'A', menu: { main: { weight: 2 }, foot: 'b' } },
    losses: [],
  })
})
