import { expect, test } from 'bun:test'
import { readFile } from 'node:fs/promises'
import { describeSystemError } from './system_problem.ts'

function failure(code: string, path?: string): Error {
  return Object.assign(new Error(code), { code }, path === undefined ? {} : { path })
}

test('describeSystemError() names the path and what to do about it', () => {
  expect(describeSystemError(failure('EROFS', 'corpus/ids.lock'), 'dist')).toEqual({
    file: 'corpus/ids.lock',
    line: 1,
    column: 1,
    what: 'cannot write: the disk is read-only',
    fix: 'build into a folder that can be written',
  })
})

test('describeSystemError() names the folder when the error has no path', () => {
  const problem = describeSystemError(failure('ENOSPC'), 'dist')
  expect([problem?.file, problem?.what]).toEqual([
    'dist',
    'cannot write: no space left on the disk',
  ])
})

test('describeSystemError() ignores bugs', async () => {
  expect(describeSystemError(new TypeError('x is undefined'), 'dist')).toBeUndefined()
  const absent = await readFile('/nothing/here').catch((error: unknown) => error)
  expect(describeSystemError(absent, 'dist')).toBeUndefined()
})
