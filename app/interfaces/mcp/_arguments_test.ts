import { expect, test } from 'bun:test'
import { TypeCompiler } from '@sinclair/typebox/compiler'
import { fitsSchema } from '../../contract/arguments.ts'
import { OPERATIONS } from '../../contract/operations/mod.ts'
import { describeProblems } from './_arguments.ts'

const checker = TypeCompiler.Compile(OPERATIONS.search.input)
const fits = (args: unknown) => fitsSchema(checker, args)

test('fitsSchema() counts characters when UTF-16 units are too many', () => {
  expect(fits({ query: '😀'.repeat(1024) })).toBe(true)
  expect(fits({ query: '😀'.repeat(1025) })).toBe(false)
  expect(fits({ query: 'x'.repeat(1024) })).toBe(true)
  expect(fits({ query: 'x'.repeat(1025) })).toBe(false)
})

test('fitsSchema() excuses nothing else', () => {
  const query = '😀'.repeat(600)
  for (const args of [{ query, limit: 1 }, { query: 5 }, {}, null, [], query]) {
    expect(fits(args)).toBe(false)
  }
  const args = { query, limit: 1 }
  const message = describeProblems('search', OPERATIONS.search.input, checker.Errors(args))
  expect(message).toContain('argument "limit" is unknown')
  expect(message).not.toContain('argument "query"')
})
