import { expect, test } from 'bun:test'
import { countWords, factsOf, findMissing, sumCounts } from './prose_oracle.ts'

test('factsOf() counts prose only', () => {
  const { words } = factsOf(
    [
      '---',
      'title: Front matter',
      '---',
      'import Thing from "./thing.mdx"',
      '',
      'See [one two](/a/b) and `<Code>`. <!-- gone --> {/* gone */}',
      '<Card title="gone" rows={[{ text: "gone { too" }]}>kept</Card>{" "}',
      '1. Last',
    ].join('\n'),
  )
  expect([...words.keys()].sort()).toEqual(
    ['and', 'code', 'kept', 'last', 'one', 'see', 'two'].sort(),
  )
})

test('factsOf() reads fenced blocks without the indentation of their container', () => {
  const text = '- item\n  ```js run\n  a\n    b\n\n  ```\n\n> ~~~\n> c\n> ~~~\n'
  expect(factsOf(text).code).toEqual([
    { info: 'js run', content: 'a\n  b\n\n', line: 2 },
    { info: '', content: 'c\n', line: 8 },
  ])
})

test('missing() finds a word that occurs less often', () => {
  const source = countWords('a word, a second word')
  expect([...findMissing(source, countWords('a second word'))]).toEqual([
    ['a', 1],
    ['word', 1],
  ])
  expect(sumCounts(findMissing(source, source))).toBe(0)
})
