import { expect } from 'bun:test'
import type { CapabilityStatus, PageRecord } from '../../app/contract/page.ts'
import { verifies } from '../requirements/verifies.ts'
import { forEachStore } from '../support/stores.ts'
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
    pages: (_limit: number, _filter: unknown, after?: string) => {
      const at = after === undefined ? 0 : records.findIndex(({ id }) => id === after) + 1
      const [one] = records.slice(at, at + 1)
      const value = { records: one === undefined ? [] : [one], json: '' }
      const isLast = one === undefined || at === records.length - 1
      return { ok: true, value: isLast ? value : { ...value, after: one.id } } as const
    },
    status: () => ({ version: '1.0.0', generated, pages: records.length }),
    capabilities: () =>
      [{ id: 'search', title: 'Search', description: '', status, pages: [] }] as never,
  }
}

const FIRST = makeBuild('b1', 1, { p1: 'aaaa', p2: 'bbbb' })
const SECOND = makeBuild('b2', 2, { p1: 'aaaa', p2: 'cccc', p3: 'dddd' }, 'available')
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
})
