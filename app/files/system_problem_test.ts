import { expect, test } from 'bun:test'
import { readFile } from 'node:fs/promises'
import { systemProblem } from './system_problem.ts'

function failure(code: string, path?: string): Error {
  return Object.assign(new Error(code), { code }, path === undefined ? {} : { path })
}

test('systemProblem() names the path and what to do about it', () => {
  expect(systemProblem(failure('EROFS', 'corpus/ids.lock'), 'dist')).toEqual({
    file: 'corpus/ids.lock',
    line: 1,
    column: 1,
    what: 'cannot write: the disk is read-only',
    fix: 'build into a folder that can be written',
  })
})

test('systemProblem() names the folder when the machine gives no path', () => {
  const problem = systemProblem(failure('ENOSPC'), 'dist')
  expect([problem?.file, problem?.what]).toEqual(['dist', 'cannot write: no space is left'])
})

test('systemProblem() leaves bugs to be bugs', async () => {
  expect(systemProblem(new TypeError('x is undefined'), 'dist')).toBeUndefined()
  const absent = await readFile('/nothing/here').catch((error: unknown) => error)
  expect(systemProblem(absent, 'dist')).toBeUndefined()
})
