import { expect, test } from 'bun:test'
import { createDevReport } from './_dev_report.ts'

test('a save is named after what its author saved', () => {
  const lines: string[] = []
  const report = createDevReport({
    live: { problems: () => [], current: () => undefined },
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
