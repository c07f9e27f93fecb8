import { expect, test } from 'bun:test'
import { parse } from 'yaml'
import { formatLock, parseLock } from './ids_lock.ts'

const digest = 'a'.repeat(64)
const entries = [
  { id: 'p2', path: 'b.md', title: 'Quotes " and \\ and: colons', digest },
  { id: 'p10', path: 'a.md', title: 'Ünïcode — 日本', digest },
]

test('formatLock() writes one line per entry, in path order', () => {
  const lines = formatLock(entries).split('\n')
  expect(lines.filter((line) => line.startsWith('- ')).map((line) => line.slice(0, 13))).toEqual([
    '- {"id":"p10"',
    '- {"id":"p2",',
  ])
})

test('formatLock() does not depend on the order of the entries', () => {
  expect(formatLock([...entries].reverse())).toBe(formatLock(entries))
})

test('formatLock() writes YAML', () => {
  expect(parse(formatLock(entries))).toEqual([...entries].reverse())
})

test('parseLock() reads what formatLock() writes', () => {
  const { lock, problems } = parseLock('ids.lock', formatLock(entries))
  expect(problems).toEqual([])
  expect(lock.readable).toBe(true)
  expect(lock.entries.map(({ place: _, ...entry }) => entry)).toEqual([...entries].reverse())
})

test('parseLock() is not readable when two lines share an id', () => {
  const [first = '', second = ''] = entries.map((entry) => `- ${JSON.stringify(entry)}`)
  const { lock, problems } = parseLock('ids.lock', `${first}\n${second.replace('p10', 'p2')}\n`)
  expect(lock.readable).toBe(false)
  expect(problems).toMatchObject([{ line: 2, what: 'the id "p2" is already on line 1' }])
})

test('parseLock() rejects an entry with an extra member', () => {
  const row = JSON.stringify({ ...entries[0], status: 'available' })
  expect(parseLock('ids.lock', `- ${row}\n`).problems).toHaveLength(1)
})
