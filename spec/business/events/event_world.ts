import { afterAll } from 'bun:test'
import {
  createApprovalEvents,
  createEvents,
  type EventPorts,
  type EventSettings,
} from '../../../app/business/events/mod.ts'
import type { Store } from '../../../app/foundation/store/port.ts'
import { createLog } from '../../../app/foundation/telemetry/log.ts'
import { createPinnedPost } from '../../../app/service/network/pinned_post.ts'
import { DAY_MS, EVENTS, START_MS } from './fixed_values.ts'
import { makeSecret, type Receiver, startReceiver } from './receiver.ts'

export type EventWorld = {
  readonly time: { now: number }
  readonly ports: EventPorts
  readonly events: ReturnType<typeof createEvents>
  readonly approvals: ReturnType<typeof createApprovalEvents>
  readonly receiver: Receiver
  readonly lines: readonly string[]
  /** Records a decision in a transaction of its own. */
  decide(approvalId: string): Promise<void>
  /** State and attempts of every row. */
  rows(): Promise<readonly string[]>
}

const receivers: Receiver[] = []
afterAll(() => {
  for (const receiver of receivers.splice(0)) receiver.stop()
})

/** A sender over a store with one receiver, and a clock that a test sets. */
export function createEventWorld(store: Store, changes: Partial<EventPorts> = {}): EventWorld {
  const time = { now: START_MS }
  const clock = () => time.now
  const receiver = startReceiver(makeSecret(1), clock)
  receivers.push(receiver)
  const lines: string[] = []
  const ports: EventPorts = {
    store,
    settings: listenAt(receiver.url),
    events: () => EVENTS,
    title: () => 'Lectern',
    baseUrl: 'http://localhost:8080',
    clock,
    randomBytes: (count) => crypto.getRandomValues(new Uint8Array(count)),
    log: createLog('debug', (line) => lines.push(line), clock),
    post: createPinnedPost({ loopback: true }),
    sendMail: async () => ({ ok: false, error: 'no mail server' }),
    isHeld: async () => true,
    ...changes,
  }
  const approvals = createApprovalEvents(ports)
  return {
    ...{ time, ports, approvals, receiver, lines },
    events: createEvents(ports),
    decide: (approvalId) =>
      store.transaction((sql) =>
        approvals.recordDecided(sql, { approvalId, decision: 'approved', atMs: time.now }),
      ),
    rows: async () => {
      const rows = await store.sql.all('SELECT * FROM event_delivery ORDER BY created, name')
      return rows.map(({ endpoint, type, state, attempts }) =>
        [endpoint, type, state, attempts].join(' '),
      )
    },
  }
}

/** Settings with one endpoint, and what a test adds. */
export function listenAt(url: string, more: Partial<EventSettings> = {}): EventSettings {
  return {
    endpoints: [{ name: 'crm', url, secrets: [makeSecret(1)], types: undefined }],
    approvers: { webhook: undefined, mail: undefined },
    keptMs: 30 * DAY_MS,
    ...more,
  }
}
