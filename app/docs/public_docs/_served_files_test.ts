import { expect, test } from 'bun:test'
import type { ServedFile } from '../../contract/build.ts'
import { openServed, writeServed } from './_served_files.ts'

const digest = (digit: string) => digit.repeat(64)

const FILES: readonly ServedFile[] = [
  { path: 'robots.txt', sha256: digest('0'), bytes: 0, forms: [] },
  {
    path: 'index.html',
    sha256: digest('1'),
    bytes: 5000,
    forms: [
      { coding: 'br', at: 0, bytes: 900, sha256: digest('a') },
      { coding: 'gzip', at: 900, bytes: 1000, sha256: digest('b') },
    ],
  },
  {
    path: 'ä/index.md',
    sha256: digest('2'),
    bytes: 7,
    forms: [{ coding: 'gzip', at: 2 ** 40, bytes: 6, sha256: digest('c') }],
  },
]

test('openServed() returns every file with its compressed forms', () => {
  const served = openServed(writeServed(FILES))
  if (!served.ok) throw new Error(served.error)
  expect(served.value.count).toBe(FILES.length)
  FILES.forEach((file, at) => {
    expect(served.value.at(at)).toEqual(file)
    expect(served.value.find(file.path)).toEqual(file)
  })
})

test('openServed() finds nothing at unknown paths', () => {
  const served = openServed(writeServed(FILES))
  for (const path of ['', 'index', 'index.html/', 'Index.html', 'a', 'zzz']) {
    expect(served.ok && served.value.find(path)).toBeUndefined()
  }
})
