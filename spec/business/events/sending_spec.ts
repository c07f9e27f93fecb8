import { expect } from 'bun:test'
import {
  createEvents,
  type EventPorts,
  listDeliveries,
  type PostedMessage,
  resendDeliveries,
} from '../../../app/business/events/mod.ts'
import { verifies } from '../../requirements/verifies.ts'
import { forEachStore } from '../../support/stores.ts'
import { createEventWorld, listenAt } from './event_world.ts'
import { DAY_MS, EVENTS, START_MS } from './fixed_values.ts'
import { makeSecret } from './receiver.ts'

const { schedule_seconds: SCHEDULE } = EVENTS.retry

forEachStore((_name, open) => {
  verifies('events.sent', 'a decision arrives as it is described, once', async () => {
    const { decide, events, receiver, rows } = createEventWorld(await open())
    await decide('appr_1')
    expect(await events.sendDue()).toBe(1)
    expect(await events.sendDue()).toBe(0)
    expect(receiver.refused).toEqual([])
    const [message] = receiver.received
    expect(JSON.parse(message?.text ?? '')).toEqual({
      id: message?.id,
      type: 'approval.decided',
      timestamp: '2026-11-23T00:00:00.000Z',
      data: {
        approval_id: 'appr_1',
        decision: 'approved',
        decided_at: '2026-11-23T00:00:00.000Z',
      },
    })
    const { signature } = EVENTS
    for (const [ours, standard] of [
      [signature.header, 'webhook-signature'],
      [signature.id_header, 'webhook-id'],
      [signature.timestamp_header, 'webhook-timestamp'],
    ] as const) {
      expect(message?.headers.get(ours)).toBe(message?.headers.get(standard) ?? 'absent')
    }
    expect(await rows()).toEqual(['crm approval.decided delivered 1'])
  })

  verifies('events.outbox', 'what is rolled back was no event', async () => {
    const store = await open()
    const { approvals, rows } = createEventWorld(store)
    const decided = { approvalId: 'appr_1', decision: 'rejected', atMs: START_MS } as const
    const work = store.transaction(async (sql) => {
      await approvals.recordDecided(sql, decided)
      throw new Error('on second thoughts')
    })
    await expect(work).rejects.toThrow('on second thoughts')
    expect(await rows()).toEqual([])
  })

  verifies('events.retried', 'attempts follow the schedule, then the row is dead', async () => {
    const { decide, events, receiver, rows, time, lines } = createEventWorld(await open())
    receiver.answer = () => new Response('try\nlater', { status: 503 })
    await decide('appr_1')
    const waits: number[] = []
    let lastMs = time.now
    for (const wait of SCHEDULE) {
      // A second before its time there is no attempt.
      time.now = lastMs + wait * 1000 - 1
      if (wait > 0) expect(await events.sendDue()).toBe(0)
      time.now = lastMs + wait * 1000
      expect(await events.sendDue()).toBe(1)
      waits.push((time.now - lastMs) / 1000)
      lastMs = time.now
    }
    expect(waits).toEqual(SCHEDULE)
    expect(await rows()).toEqual([`crm approval.decided dead ${SCHEDULE.length}`])
    expect(new Set(receiver.received.map(({ id, text }) => id + text)).size).toBe(1)
    const stamps = receiver.received.map(({ headers }) => headers.get('webhook-timestamp'))
    expect(new Set(stamps).size).toBe(SCHEDULE.length)
    expect(receiver.refused).toEqual([])
    expect(lines.at(-1)).toContain('"event":"event_dead"')
    expect(lines.at(-1)).toContain('it answered 503: try later')
    time.now += 10 * DAY_MS
    expect(await events.sendDue()).toBe(0)
  })

  verifies('events.retried', 'a receiver that is down for a day gets everything', async () => {
    const store = await open()
    const { decide, receiver, ports, time, rows } = createEventWorld(store)
    receiver.answer = () => new Response(null, { status: 502 })
    for (let number = 0; number < 20; number += 1) await decide(`appr_${number}`)
    // A sender that starts anew each hour: what it knew is in the store.
    for (let hour = 0; hour < 24; hour += 1) {
      await createEvents(ports).sendDue()
      time.now += DAY_MS / 24
    }
    receiver.answer = () => new Response('ok')
    const before = receiver.received.length
    time.now += DAY_MS
    await createEvents(ports).sendDue()
    const ids = receiver.received.slice(before).map(({ body }) => body.data.approval_id)
    expect(ids.length).toBe(20)
    expect(new Set(ids).size).toBe(20)
    expect(receiver.refused).toEqual([])
    expect(new Set(await rows())).toEqual(new Set([expect.stringMatching(/ delivered \d+$/)]))
  })

  verifies('events.retried', 'what was given up is sent again under its id', async () => {
    const store = await open()
    const { decide, events, receiver, rows, time } = createEventWorld(store)
    receiver.answer = () => new Response(null, { status: 410 })
    await decide('appr_1')
    for (const wait of SCHEDULE) {
      time.now += wait * 1000
      await events.sendDue()
    }
    const dead = await listDeliveries(store.sql, { state: 'dead' })
    expect(dead.map(({ status, reason }) => [status, reason])).toEqual([[410, 'it answered 410']])
    receiver.answer = () => new Response('ok')
    const resend = (state: 'dead' | 'waiting') =>
      store.transaction((sql) => resendDeliveries(sql, { state }, time.now))
    expect(await resend('dead')).toBe(1)
    expect(await resend('waiting')).toBe(0)
    await events.sendDue()
    expect(receiver.received.at(-1)?.id).toBe(dead[0]?.id ?? '')
    expect(await rows()).toEqual(['crm approval.decided delivered 1'])
  })

  verifies(
    'events.shared',
    'two senders take different rows, and a lost one is taken over',
    async () => {
      const url = await open()
      const first = createEventWorld(url)
      const other = createEvents({ ...first.ports, store: await open(url.url) })
      for (let number = 0; number < 40; number += 1) await first.decide(`appr_${number}`)
      const counts = await Promise.all([first.events.sendDue(), other.sendDue()])
      expect(counts[0] + counts[1]).toBe(40)
      expect(new Set(first.receiver.received.map(({ id }) => id)).size).toBe(40)
      expect(first.receiver.received.length).toBe(40)
      // A sender that is killed in an attempt leaves its row; another takes it when the lease ends.
      await first.decide('appr_lost')
      const arrived = Promise.withResolvers<void>()
      first.receiver.answer = () => {
        arrived.resolve()
        return new Promise(() => undefined)
      }
      void first.events.sendDue().catch(() => undefined)
      await arrived.promise
      expect(await other.sendDue()).toBe(0)
      first.receiver.answer = () => new Response('ok')
      first.time.now += 61_000
      expect(await other.sendDue()).toBe(1)
      expect(first.receiver.received.slice(-2).map(({ id }) => id)).toEqual(
        Array(2).fill(first.receiver.received.at(-1)?.id),
      )
    },
  )

  verifies('events.sent', 'both secrets sign while one is replaced by the other', async () => {
    const world = createEventWorld(await open())
    const secrets = [makeSecret(9), makeSecret(1)]
    const { url } = world.receiver
    const settings = listenAt(url, {
      endpoints: [{ name: 'crm', url, secrets, types: undefined }],
    })
    await world.decide('appr_1')
    await createEvents({ ...world.ports, settings }).sendDue()
    expect(world.receiver.received.length).toBe(1)
    expect(world.receiver.received[0]?.headers.get('webhook-signature')?.split(' ').length).toBe(2)
  })

  verifies('events.sent', 'threat 42: an event that was changed or is old is refused', async () => {
    const world = createEventWorld(await open())
    const { receiver, ports } = world
    const sendWith = async (change: (message: PostedMessage) => PostedMessage) => {
      await world.decide('appr_1')
      const post: EventPorts['post'] = (message) => ports.post(change(message))
      await createEvents({ ...ports, post }).sendDue()
      return receiver.refused.at(-1)
    }
    const replaceBody = (body: string) => body.replace('approved', 'rejected')
    const changed = await sendWith((one) => ({ ...one, body: replaceBody(one.body) }))
    expect(changed).toContain('No matching signature')
    const isId = (name: string) => /-id$/i.test(name)
    const renamed = await sendWith((one) => {
      const headers = Object.entries(one.headers).map(([name, value]) =>
        isId(name) ? [name, `${value}x`] : [name, value],
      )
      return { ...one, headers: Object.fromEntries(headers) }
    })
    expect(renamed).toContain('No matching signature')
    const late = await sendWith((one) => {
      world.time.now += 301_000
      return one
    })
    expect(late).toContain('too old')
    expect(receiver.received).toEqual([])
  })

  verifies('events.operated', 'what is old is removed, and what waits is kept', async () => {
    const store = await open()
    const { decide, events, receiver, rows, time } = createEventWorld(store)
    await decide('appr_1')
    await decide('appr_2')
    await events.sendDue()
    time.now += 29 * DAY_MS
    expect(await events.prune()).toBe(0)
    await decide('appr_3')
    const { id } = receiver.received[0] ?? {}
    await store.transaction((sql) => resendDeliveries(sql, { id }, time.now))
    time.now += 2 * DAY_MS
    expect(await events.prune()).toBe(1)
    expect(await rows()).toEqual(Array(2).fill('crm approval.decided waiting 0'))
  })
})
