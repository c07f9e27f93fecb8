import {
  createApprovalEvents,
  createEvents,
  type EventPorts,
} from '../../../app/business/events/mod.ts'
import { openStore } from '../../../app/foundation/store/open.ts'
import type { Store } from '../../../app/foundation/store/port.ts'
import { createLog } from '../../../app/foundation/telemetry/log.ts'
import { createPinnedPost } from '../../../app/service/network/pinned_post.ts'
import { DAY_MS, EVENTS, TRAP_ADDRESS, TRAP_NAME } from './fixed_values.ts'

/** What a sender of a run is given. */
export type SenderTask = {
  readonly storeUrl: string
  /** Numbers of eight bytes: the clock of all processes, and whether each of them is sending. */
  readonly clockFile: string
  /** Which number of that file says whether this process is sending. */
  readonly slot: number
  readonly endpoints: EventPorts['settings']['endpoints']
  /** How many things happen, in all processes together. */
  readonly occasions: number
}

const PRODUCED_AT_ONCE = 10
const IDLE_MS = 15

/** Makes things happen and sends their events until it is killed. */
async function main(task: SenderTask): Promise<void> {
  const store = await openStore(task.storeUrl)
  if (!store.ok) throw new Error(store.error)
  const time = new Float64Array(Bun.mmap(task.clockFile).buffer)
  const ports = createPorts(task, store.value, () => time[0] ?? 0)
  const events = createEvents(ports)
  for (;;) {
    await produce(ports, task.occasions)
    time[task.slot] = 1
    const sent = await events.sendDue().catch(() => 0)
    time[task.slot] = 0
    if (sent === 0) await Bun.sleep(IDLE_MS)
  }
}

function createPorts(task: SenderTask, store: Store, clock: () => number): EventPorts {
  return {
    store,
    clock,
    settings: {
      endpoints: task.endpoints,
      approvers: { webhook: undefined, mail: undefined },
      keptMs: 30 * DAY_MS,
    },
    events: () => EVENTS,
    title: () => 'Lectern',
    baseUrl: 'http://localhost:8080',
    randomBytes: (count) => crypto.getRandomValues(new Uint8Array(count)),
    log: createLog('error', () => undefined, clock),
    post: createPinnedPost({
      loopback: true,
      // A name that leads to a permitted address and to one that is not.
      resolve: async (host) => (host === TRAP_NAME ? ['127.0.0.1', TRAP_ADDRESS] : ['127.0.0.1']),
      permits: (address) => address !== TRAP_ADDRESS,
    }),
    sendMail: async () => ({ ok: false, error: 'no mail server' }),
    isHeld: async () => true,
  }
}

/** A fact and its event in one transaction, as a decision and its event are. */
async function produce(ports: EventPorts, occasions: number): Promise<void> {
  const approvals = createApprovalEvents(ports)
  for (let made = 0; made < PRODUCED_AT_ONCE; made += 1) {
    const isDone = await ports.store
      .transaction(async (sql) => {
        const row = await sql.one('SELECT CAST(count(*) AS INTEGER) AS facts FROM workspace')
        if (Number(row?.facts) >= occasions) return true
        // Its number tells whether it arrived in order.
        const approvalId = `appr_${row?.facts}`
        const fact = "INSERT INTO workspace (id, name, state) VALUES (?, 'fact', 'active')"
        await sql.run(fact, approvalId)
        const decided = { approvalId, decision: 'approved', atMs: ports.clock() } as const
        await approvals.recordDecided(sql, decided)
        return false
      })
      .catch(() => false)
    if (isDone) return
  }
}

// However the run ends, its pipe closes.
process.stdin.on('end', () => process.exit(0)).resume()
await main(JSON.parse(process.argv[2] ?? '{}') as SenderTask)
