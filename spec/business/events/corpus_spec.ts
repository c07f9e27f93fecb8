import { expect } from 'bun:test'
import type { PageRecord } from '../../../app/contract/page.ts'
import type { CapabilityStatus } from '../../../app/contract/statuses.ts'
import { verifies } from '../../requirements/verifies.ts'
import { forEachStore } from '../../support/stores.ts'
import { createEventWorld } from './event_world.ts'

const BASE = 'http://localhost:8080'

/** A build with these pages, each with the digest of its content. */
function makeBuild(
  build: string,
  minute: number,
  pages: Readonly<Record<string, string>>,
  status: CapabilityStatus = 'not_yet',
) {
  const records = Object.keys(pages).map((id): PageRecord => {
    const url = `${BASE}/${id}/`
    return {
      ...{ id, kind: 'guide', url, title: `Page ${id}`, description: 'A page.' },
      ...{ status: 'reference', updated: '2026-11-23', markdown_url: `${url}index.md` },
    }
  })
  const generated = new Date(Date.UTC(2026, 10, 23, 0, minute)).toISOString()
  return {
    build,
    baseUrl: BASE,
    // The tests need these members alone.
    file: (path: string) => ({ sha256: pages[path.split('/')[0] ?? ''] }) as never,
    pages: (limit: number, _filter: unknown, after?: string) => {
      const at = after === undefined ? 0 : records.findIndex(({ id }) => id === after) + 1
      // A list of few pages has several parts, too.
      const some = records.slice(at, at + (records.length < 10 ? 1 : limit))
      const value = { records: some, json: '' }
      const last = some.at(-1)
      const isEnd = last === undefined || last === records.at(-1)
      return { ok: true, value: isEnd ? value : { ...value, after: last.id } } as const
    },
    status: () => ({ version: '1.0.0', generated, pages: records.length }),
    capabilities: () =>
      [{ id: 'search', title: 'Search', description: '', status, pages: [] }] as never,
  }
}

const FIRST = makeBuild('b1', 1, { p1: 'aaaa', p2: 'bbbb' })
const SECOND = makeBuild('b2', 2, { p1: 'aaaa', p2: 'cccc', p3: 'dddd' }, 'available')
const LARGE = makeBuild(
  'b4',
  4,
  Object.fromEntries(Array.from({ length: 4500 }, (_, number) => [`q${number}`, 'eeee'])),
)
const THIRD = makeBuild('b3', 3, { p1: 'aaaa', p3: 'dddd' }, 'available')

forEachStore((_name, open) => {
  verifies(
    'events.sent',
    'a build tells what it changed, and the first tells only itself',
    async () => {
      const { events, receiver } = createEventWorld(await open())
      const listArrivals = async () => {
        const before = receiver.received.length
        await events.sendDue()
        return receiver.received
          .slice(before)
          .map(({ body: { type, data } }) => `${type} ${JSON.stringify(data)}`)
          .sort()
      }
      expect(await events.announce(FIRST, undefined)).toBe(true)
      const formatPublished = (minute: number, pages: number) =>
        `corpus.published {"version":"1.0.0","generated":"2026-11-23T00:0${minute}:00.000Z",` +
        `"pages":${pages}}`
      expect(await listArrivals()).toEqual([formatPublished(1, 2)])
      await events.announce(SECOND, 'b1')
      expect(await listArrivals()).toEqual([
        'capability.status_changed {"capability":"search","title":"Search","status":"available",' +
          '"previous_status":"not_yet"}',
        formatPublished(2, 3),
        expect.stringMatching(/^page\.added \{"page":\{"id":"p3","kind":"guide",/),
        expect.stringMatching(/^page\.updated \{"page":\{"id":"p2",/),
      ])
      await events.announce(THIRD, 'b2')
      expect(await listArrivals()).toEqual([
        formatPublished(3, 2),
        `page.removed {"page_id":"p2","url":"${BASE}/p2/","title":"Page p2"}`,
      ])
      expect(receiver.refused).toEqual([])
    },
  )

  verifies(
    'events.outbox',
    'replicas announce a build once, and an old one is no news',
    async () => {
      const store = await open()
      const here = createEventWorld(store)
      const there = createEventWorld(await open(store.url))
      const both = (build: typeof FIRST, previous?: string) =>
        Promise.all([here.events.announce(build, previous), there.events.announce(build, previous)])
      expect((await both(FIRST)).sort()).toEqual([false, true])
      expect((await both(SECOND, 'b1')).sort()).toEqual([false, true])
      // In a deploy a replica starts again with the old build, and one is slow to see a new one.
      expect(await there.events.announce(FIRST, undefined)).toBe(false)
      expect(await here.events.announce(THIRD, 'b2')).toBe(true)
      expect(await there.events.announce(SECOND, 'b1')).toBe(false)
      // A rollback is news: whoever follows it served what was announced last.
      expect((await both(SECOND, 'b3')).sort()).toEqual([false, true])
      expect(await here.events.announce(SECOND, undefined)).toBe(false)
      const rows = await here.rows()
      expect(rows.filter((row) => row.includes('corpus.published')).length).toBe(4)
      expect(rows.filter((row) => row.includes('page.added')).length).toBe(2)
    },
  )

  verifies('events.outbox', 'a large deploy is announced in steps, each change once', async () => {
    const store = await open()
    const here = createEventWorld(store)
    const there = createEventWorld(await open(store.url))
    const countTypes = async () => {
      const rows = await store.sql.all(
        'SELECT type, CAST(count(*) AS INTEGER) AS events FROM event_delivery GROUP BY type',
      )
      return Object.fromEntries(rows.map(({ type, events }) => [type, events]))
    }
    await here.events.announce(FIRST, undefined)
    const both = [here.events.announce(LARGE, 'b1'), there.events.announce(LARGE, 'b1')]
    expect((await Promise.all(both)).sort()).toEqual([false, true])
    expect(await countTypes()).toEqual({
      ...{ 'corpus.published': 2, 'page.added': 4500, 'page.removed': 2 },
    })
  })

  verifies(
    'events.outbox',
    'going back while a build is announced takes back its part',
    async () => {
      const store = await open()
      const { events } = createEventWorld(store)
      await events.announce(FIRST, undefined)
      // A crash after the first step: the state says that a part of the build is announced.
      const { value } =
        (await store.sql.one("SELECT value FROM setting WHERE name = 'events.corpus'")) ?? {}
      const state = JSON.parse(new TextDecoder().decode(value as Uint8Array))
      delete state.pages.p1
      const part = new TextEncoder().encode(JSON.stringify({ ...state, next: 'b2' }))
      await store.transaction((sql) =>
        sql.run("UPDATE setting SET value = ? WHERE name = 'events.corpus'", part),
      )
      expect(await events.announce(FIRST, undefined)).toBe(false)
      expect(await events.announce(FIRST, 'b2')).toBe(true)
      const rows = await store.sql.all("SELECT type FROM event_delivery WHERE type = 'page.added'")
      expect(rows.length).toBe(1)
    },
  )
})
