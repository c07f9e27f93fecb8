import { describe, expect, test } from 'bun:test'
import { createSearchReport, type SearchRating } from './search_report.ts'

const MINUTE = 60_000

function openReport() {
  let now = Date.parse('2026-11-22T10:00:00Z')
  const report = createSearchReport(() => now)
  const ask = (query: string, times = 1, rating: SearchRating = 'found') => {
    for (let each = 0; each < times; each++) {
      report.count({ query, rating })
      now += MINUTE
    }
  }
  const wait = (ms: number) => {
    now += ms
  }
  return { report, ask, wait }
}

describe('search report', () => {
  test('read() lists queries that were asked three times, most asked first', () => {
    const { report, ask } = openReport()
    ask('rate limit', 3)
    ask('Backup?', 2)
    ask('  back   UP ', 4)
    ask('backup', 3)
    ask('once', 1)
    ask('twice', 2)
    expect(report.read()).toEqual({
      from: 'memory',
      since: '2026-11-22T10:00:00.000Z',
      searches: 15,
      weak: 0,
      empty: 0,
      withheld: 0,
      kept: 4,
      top: [
        { query: 'backup', asked: 5 },
        { query: 'back up', asked: 4 },
        { query: 'rate limit', asked: 3 },
      ],
      top_weak: [],
      top_empty: [],
    })
  })

  test('read() lists weak and empty queries by their last answer', () => {
    const { report, ask } = openReport()
    ask('kubernetes', 3, 'empty')
    ask('undo', 3, 'weak')
    ask('nginx', 2, 'empty')
    ask('nginx', 1)
    const { top, top_weak, top_empty, weak, empty } = report.read()
    expect({ weak, empty }).toEqual({ weak: 3, empty: 5 })
    expect(top.map(({ query }) => query)).toEqual(['kubernetes', 'nginx', 'undo'])
    expect(top_weak).toEqual([{ query: 'undo', asked: 3 }])
    expect(top_empty).toEqual([{ query: 'kubernetes', asked: 3 }])
  })

  test('read() lists no query that was asked in one minute alone', () => {
    const { report, wait } = openReport()
    for (let each = 0; each < 9; each++) report.count({ query: 'impatient', rating: 'found' })
    expect(report.read().top).toEqual([])
    wait(MINUTE)
    report.count({ query: 'impatient', rating: 'found' })
    expect(report.read().top).toEqual([{ query: 'impatient', asked: 10 }])
  })

  test.each([
    'jane.doe@example.org',
    'invoice 123456',
    '+49 170 12 34 567',
    '4111 1111 1111 1111',
    '192.168.10.12',
    'fe80::1ff:fe23:4567:890a',
    'sk-abcdefghij',
    'ghp_abcdefghij0123',
    'password: hunter2',
    'api_key=abc',
    '5f0c1a7e-2b9d-4c3e-8f6a-1b2c3d4e5f60',
    'deadbeef0123',
    'https://user@example.org/',
    'https://example.org/?session=1',
    'a'.repeat(40),
    'word '.repeat(30),
    '???',
  ])('count() keeps nothing of "%s"', (query) => {
    const { report, ask } = openReport()
    ask(query, 5)
    expect(report.read()).toMatchObject({ searches: 5, withheld: 5, top: [] })
  })

  test.each([
    'what happens on 429',
    'MCP revision 2026-07-28',
    'PUBLIC_CALLS_PER_MINUTE',
    '@types/node',
    'revoke a token',
    '/run/settings/',
  ])('count() keeps "%s"', (query) => {
    const { report, ask } = openReport()
    ask(query, 3)
    expect(report.read().top).toEqual([{ query: query.toLowerCase(), asked: 3 }])
  })

  test('count() keeps what is asked often among any number of other queries', () => {
    let at = 0
    const busy = createSearchReport(() => at * MINUTE)
    for (at = 0; at < 20_000; at++) {
      busy.count({ query: `word ${at % 4000}`, rating: 'found' })
      if (at % 10 === 0) busy.count({ query: 'popular', rating: 'weak' })
    }
    const { top, searches, kept } = busy.read()
    expect(kept).toBe(2000)
    expect(searches).toBe(22_000)
    expect(top).toHaveLength(50)
    expect(top[0]).toEqual({ query: 'popular', asked: 2000 })
  })
})
