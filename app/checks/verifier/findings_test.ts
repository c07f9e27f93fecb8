import { expect, test } from 'bun:test'
import { createChecks, locateDifference, quoteValue } from './findings.ts'

test('agree() expects of each claim what most of them say', () => {
  const checks = createChecks()
  const value = checks.of('versions').agree('version', [
    ['a', '2.0.0'],
    ['b', '1.0.0'],
    ['c', '1.0.0'],
  ])
  expect(value).toBe('1.0.0')
  expect(checks.results()).toEqual([
    {
      check: 'versions',
      compared: 3,
      disagreements: [
        { check: 'versions', where: 'a', what: 'version', expected: '"1.0.0"', found: '"2.0.0"' },
      ],
    },
  ])
})

test('agree() does not let the order of members split a vote', () => {
  const checks = createChecks()
  checks.of('x').agree('entry', [
    ['a', { one: 1, two: 3 }],
    ['b', { one: 1, two: 2 }],
    ['c', { two: 2, one: 1 }],
  ])
  expect(checks.results()[0]?.disagreements.map(({ where }) => where)).toEqual(['a'])
})

test('equal() names the first member in which two values differ', () => {
  const checks = createChecks()
  const check = checks.of('x')
  expect(check.equal('MCP', 'tool', { a: [1, { b: 2 }] }, { a: [1, { b: 3 }] })).toBe(false)
  expect(checks.results()[0]?.disagreements).toEqual([
    { check: 'x', where: 'MCP', what: 'tool a [1] b', expected: '2', found: '3' },
  ])
})

test('fail() lists a fault once', () => {
  const checks = createChecks()
  for (let time = 0; time < 2; time += 1) checks.of('x').fail('a', 'b', 'c', 'd')
  expect(checks.results()[0]?.disagreements.length).toBe(1)
})

test('quoteValue() keeps a value short and on one line', () => {
  expect(quoteValue(undefined)).toBe('nothing')
  expect(quoteValue('a\nb\u009b')).toBe('"a\\nb�"')
  expect(quoteValue('x'.repeat(500)).length).toBe(121)
})

test('locateDifference() quotes two texts from where they differ', () => {
  const [expected, found] = locateDifference(`${'a'.repeat(100)}b`, `${'a'.repeat(100)}c`)
  expect(expected).toBe(`"${'a'.repeat(20)}b" at character 100`)
  expect(found).toBe(`"${'a'.repeat(20)}c" at character 100`)
})
