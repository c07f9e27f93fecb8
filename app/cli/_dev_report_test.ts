import { expect, test } from 'bun:test'
import { createDevReport } from './_dev_report.ts'

test('warnings are listed below problems, and only when they change', () => {
  const lines: string[] = []
  const problem = { file: 'a.md', line: 1, column: 1, what: 'bad', fix: 'mend' }
  const many = Array.from({ length: 6 }, (_, at) => ({ ...problem, line: at + 2 }))
  const report = createDevReport({
    live: { problems: () => [problem], warnings: () => many, current: () => undefined },
    baseUrl: 'http://localhost:1',
    corpusDir: '/corpus-that-is-not-there',
    portWanted: 1,
    print: (line) => lines.push(line),
    clock: () => new Date(2026, 0, 1, 12),
  })
  const changed = { pages: ['a'], moves: new Map<string, string>() }
  report.followed(['/corpus-that-is-not-there/a.md'], changed, 7)
  report.followed(['/corpus-that-is-not-there/a.md'], changed, 7)
  expect(lines.slice(1, 3)).toEqual(['  a.md:1:1: bad: mend', '  warning: a.md:2:1: bad: mend'])
  expect(lines[6]).toBe('  and 2 more: "lectern check" lists all')
  expect(lines).toHaveLength(8)
})

test('a save is named after what its author saved', () => {
  const lines: string[] = []
  const report = createDevReport({
    live: { problems: () => [], warnings: () => [], current: () => undefined },
    baseUrl: 'http://localhost:1',
    corpusDir: '/corpus-that-is-not-there',
    portWanted: 1,
    print: (line) => lines.push(line),
    clock: () => new Date(2026, 0, 1, 12),
  })
  const pages = '/corpus-that-is-not-there/pages'
  const changed = { pages: ['brew'], moves: new Map<string, string>() }
  report.followed([`${pages}/sedFnKVnM`, `${pages}/brew.md`], changed, 7.4)
  report.followed([`${pages}/4913`], { pages: undefined, moves: new Map() }, 1)
  report.followed(undefined, { pages: undefined, moves: new Map() }, 1)
  expect(lines).toEqual([
    '12:00:00 pages/brew.md http://localhost:1/brew/ (7 ms)',
    '12:00:00 pages/4913 (1 ms)',
    '12:00:00 everything read again (1 ms)',
  ])
})
