import { expect, test } from 'bun:test'
import { parseYaml } from './yaml.ts'

test('parseYaml() gives the place of keys and values, counted from the first line', () => {
  const { source, problems } = parseYaml('a.yaml', 'one:\n  - two: three\n', 10)
  expect(problems).toEqual([])
  expect(source.value).toEqual({ one: [{ two: 'three' }] })
  expect(source.locateKey(['one', 0, 'two'])).toEqual({ file: 'a.yaml', line: 11, column: 5 })
  expect(source.locateValue(['one', 0, 'two'])).toEqual({ file: 'a.yaml', line: 11, column: 10 })
})

test('parseYaml() gives the place of the closest parent of an absent value', () => {
  const { source } = parseYaml('a.yaml', 'one:\n  two: 3\n')
  expect(source.locateValue(['one', 'four', 'five'])).toEqual({
    file: 'a.yaml',
    line: 2,
    column: 3,
  })
})

test('parseYaml() keeps a date as text and a number as typed', () => {
  const { source } = parseYaml('a.yaml', 'date: 2026-05-04\nversion: 1.10\n')
  expect(source.value).toEqual({ date: '2026-05-04', version: 1.1 })
  expect(source.readScalarSource(['version'])).toBe('1.10')
})

test('parseYaml() finds a piece of a block text', () => {
  const { source } = parseYaml('a.yaml', 'text: |-\n  One.\n\n  Two {{x}}.\n')
  expect(source.locatePiece(['text'], '{{x}}')).toEqual({ file: 'a.yaml', line: 4, column: 7 })
})

test('parseYaml() continues after a duplicate key', () => {
  const { source, problems } = parseYaml('a.yaml', 'a: 1\na: 2\nb: 3\nb: 4\n')
  expect(problems.map(({ line, what }) => `${line} ${what}`)).toEqual([
    '2 the key "a" is listed twice',
    '4 the key "b" is listed twice',
  ])
  expect(source.value).toEqual({ a: 2, b: 4 })
})

test('parseYaml() has no value when the syntax is broken', () => {
  const { source, problems } = parseYaml('a.yaml', 'a: [1\nb: 2\n')
  expect(source.value).toBeUndefined()
  expect(problems).toHaveLength(1)
})

test('parseYaml() points to an unclosed quote', () => {
  const { problems } = parseYaml('a.yaml', 'a: "b"\nc: "d\ne: f\n')
  expect(problems).toMatchObject([{ line: 2, column: 4 }])
})

test('parseYaml() refuses an alias inside its own value and accepts others', () => {
  const { source, problems } = parseYaml('a.yaml', 'a:\n  b: &b [1, { c: *b }]\n')
  expect(source.value).toBeUndefined()
  expect(problems).toMatchObject([{ line: 2, column: 18 }])
  expect(parseYaml('a.yaml', 'a: &a [1]\nb: *a\n').source.value).toEqual({ a: [1], b: [1] })
})
