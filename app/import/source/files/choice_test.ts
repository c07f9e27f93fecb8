import { expect, test } from 'bun:test'
import { createReport } from '../report/report.ts'
import { choose, sortVersions } from './choice.ts'

test('sortVersions() puts the newest first', () => {
  const versions = ['2.0-rc1', 'next', 'v1.10', '1.9', '2.0']
  expect(sortVersions(versions)).toEqual(['2.0', '2.0-rc1', 'v1.10', '1.9', 'next'])
})

test('choose() takes the wish, else the best, and lists the others', () => {
  const report = createReport()
  const choices = { what: 'version', found: ['2', '1'], shown: 'v.json' } as const
  expect(choose(choices, undefined, report)).toBe('2')
  expect(choose(choices, '1', report)).toBe('1')
  expect(choose(choices, '3', report)).toBe('2')
  expect(choose({ ...choices, found: [] }, undefined, report)).toBeUndefined()
  expect(report.losses.map(({ what }) => what)).toEqual([
    'the version "3" is not among 2, 1; "2" is imported',
  ])
  expect(report.notes.map(({ what }) => what)).toEqual([
    'the version "2" is imported, and 1 left out',
    'the version "1" is imported, and 2 left out',
    'the version "2" is imported, and 1 left out',
  ])
})
