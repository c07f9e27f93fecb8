import { expect } from 'bun:test'
import { createEvents, type EventPorts } from '../../../app/business/events/mod.ts'
import type { Store } from '../../../app/foundation/store/port.ts'
import { verifies, verifiesLong } from '../../requirements/verifies.ts'
import { forEachStore } from '../../support/stores.ts'
import { createEventWorld, listenAt } from './event_world.ts'
import { EVENTS } from './fixed_values.ts'
import { makeSecret } from './receiver.ts'

const { schedule_seconds: SCHEDULE } = EVENTS.retry

/** Attempts at one receiver at the same time, by one process. */
const AT_ONCE = 8
const ROWS = 60

/** Two receivers with as many due rows each, and looks that a test makes. */
async function startStorm(store: Store) {
  const world = createEventWorld(store)
  const other = createEventWorld(store)
  const endpoint = (name: string, url: string) => ({
    ...{ name, url, secrets: [makeSecret(1)], types: undefined },
  })
  const endpoints = [endpoint('bad', world.receiver.url), endpoint('good', other.receiver.url)]
  const settings = listenAt('', { endpoints })
  const looks: (() => void)[] = []
  const looked = { count: 0 }
  const ports: EventPorts = {
    ...world.ports,
    settings,
    timer: (_, run) => {
      looked.count += 1
      looks.push(run)
      return () => undefined
    },
  }
  Object.assign(world.ports, { settings })
  for (let number = 0; number < ROWS; number += 1) await world.decide(`appr_${number}`)
  return { world, bad: world.receiver, good: other.receiver, ports, looks, looked }
}

forEachStore((_name, open) => {
  verifies(
    'events.retried',
    'threat 51: a receiver that takes nothing gets one batch a look, and others all of theirs',
    async () => {
      const { bad, good, ports, looks, looked } = await startStorm(await open())
      bad.answer = () => new Response(null, { status: bad.received.length % 2 === 0 ? 500 : 429 })
      const senders = [createEvents(ports), createEvents(ports)]
      const waitForLooks = async (count: number) => {
        while (looked.count < count) await Bun.sleep(5)
      }
      for (const sender of senders) sender.start()
      await waitForLooks(4)
      expect(bad.received.length).toBeLessThanOrEqual(2 * AT_ONCE)
      expect(new Set(good.received.map(({ id }) => id)).size).toBe(ROWS)
      for (const look of looks.splice(0)) look()
      await waitForLooks(8)
      expect(bad.received.length).toBeLessThanOrEqual(4 * AT_ONCE)
      expect(bad.received.length).toBeGreaterThanOrEqual(2 * AT_ONCE)
      // Once it takes something, it gets the rest.
      bad.answer = () => new Response(null, { status: 204 })
      for (const look of looks.splice(0)) look()
      await waitForLooks(12)
      const [first] = senders
      await first?.sendDue()
      expect(new Set(bad.received.map(({ id }) => id)).size).toBe(ROWS)
      expect(good.received.length).toBe(ROWS)
      for (const sender of senders) await sender.stop()
    },
  )

  verifiesLong(
    ['events.retried', 'events.shared'],
    'threat 51: an outage costs each row the attempts of the schedule, few at once, then none',
    async () => {
      const { world, bad, ports } = await startStorm(await open())
      const senders = [createEvents(ports), createEvents(ports)]
      let [current, most] = [0, 0]
      bad.answer = async () => {
        current += 1
        most = Math.max(most, current)
        await Bun.sleep(0)
        current -= 1
        return new Response(null, { status: 503 })
      }
      for (const wait of SCHEDULE) {
        world.time.now += wait * 1000 + 1
        await Promise.all(senders.map((sender) => sender.sendDue()))
      }
      expect(most).toBeLessThanOrEqual(2 * AT_ONCE)
      expect(bad.received.length).toBe(ROWS * SCHEDULE.length)
      const attempts = Map.groupBy(bad.received, ({ id }) => id)
      expect(attempts.size).toBe(ROWS)
      expect(new Set([...attempts.values()].map((all) => all.length))).toEqual(
        new Set([SCHEDULE.length]),
      )
      world.time.now += 365 * 86_400_000
      for (const sender of senders) expect(await sender.sendDue()).toBe(0)
    },
  )
})
