import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer, type Server } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { resendDeliveries } from '../../../app/business/events/mod.ts'
import { openStore } from '../../../app/foundation/store/open.ts'
import type { Store } from '../../../app/foundation/store/port.ts'
import type { SenderTask } from './_sender_process.ts'
import { DAY_MS, START_MS, TRAP_ADDRESS, TRAP_NAME } from './fixed_values.ts'
import { makeSecret, type ReceivedMessage, type Receiver, startReceiver } from './receiver.ts'
import { createSenders, type Senders } from './senders.ts'

export type RunOptions = {
  readonly storeUrl: string
  /** Things that happen; each is sent to every receiver. */
  readonly occasions: number
  readonly killEveryMs: number
  /** From 0 to 1. */
  readonly random: () => number
}

/** What came of a run. */
export type RunReport = {
  readonly deliveries: number
  readonly attempts: number
  readonly failures: number
  readonly repeats: number
  readonly kills: number
  readonly replays: number
  readonly givenUp: number
  readonly steppedHours: number
  /** Deliveries that arrived after one that happened later. */
  readonly outOfOrder: number
  /** Broken promises, in words. */
  readonly violations: readonly string[]
}

const RECEIVERS = 3
const SENDERS = 2
/** Senders that always crash would never deliver everything. */
const CRASHES_MAX = 5
const QUIET_MS = 60
const FAILURE_SHARE = 0.25

/**
 * Makes things happen in senders that are killed at random, before receivers that fail at random,
 * one of which is away for a day; sends some deliveries again that had arrived. The clock of all of
 * them stands still while something is under way, and then steps to what is due next.
 */
export async function runEvents(options: RunOptions): Promise<RunReport> {
  const folder = await mkdtemp(join(tmpdir(), 'lectern-events-'))
  const clockFile = join(folder, 'clock')
  const first = [START_MS, ...Array.from({ length: SENDERS }, () => 0)]
  await writeFile(clockFile, new Uint8Array(new Float64Array(first).buffer))
  const time = new Float64Array(Bun.mmap(clockFile).buffer)
  const opened = await openStore(options.storeUrl)
  if (!opened.ok) throw new Error(opened.error)
  const crowd = createCrowd(options.random, () => time[0] ?? 0)
  const trap = await openTrap()
  const task = { ...options, clockFile, endpoints: crowd.endpoints(trap.port) }
  const senders = createSenders((index) => startSender({ ...task, slot: index + 1 }), {
    ...{ ...options, count: SENDERS, time },
  })
  try {
    const passed = await pass({ store: opened.value, time, crowd, senders, options })
    return await judge(opened.value, crowd, { ...passed, senders, trap })
  } finally {
    await senders.stop()
    crowd.stop()
    trap.server.close()
    await opened.value.close()
    await rm(folder, { recursive: true, force: true })
  }
}

type Crowd = ReturnType<typeof createCrowd>

/** The receivers: each fails at times, and the last is away for a day. */
function createCrowd(random: () => number, clock: () => number) {
  let [attempts, failures, lastMs] = [0, 0, 0]
  const isAway = (index: number) => index === RECEIVERS - 1 && clock() < START_MS + DAY_MS
  const acknowledged = Array.from({ length: RECEIVERS }, () => [] as ReceivedMessage[])
  const receivers: readonly Receiver[] = acknowledged.map((list, index) => {
    const receiver = startReceiver(makeSecret(index + 1), clock)
    receiver.answer = async (message) => {
      attempts += 1
      lastMs = performance.now()
      const luck = random()
      if (isAway(index) || luck < FAILURE_SHARE) {
        failures += 1
        return new Response('no', { status: luck < FAILURE_SHARE / 2 ? 500 : 302 })
      }
      list.push(message)
      if (luck > 0.98) await Bun.sleep(20)
      return new Response('ok')
    }
    return receiver
  })
  return {
    receivers,
    acknowledged,
    counts: () => ({ attempts, failures }),
    isQuiet: () => performance.now() - lastMs > QUIET_MS,
    endpoints: (trapPort: number): SenderTask['endpoints'] => [
      ...receivers.map(({ url }, index) => ({
        ...{ name: `r${index}`, url, secrets: [makeSecret(index + 1)], types: undefined },
      })),
      {
        ...{ name: 'trap', url: `http://${TRAP_NAME}:${trapPort}/`, types: undefined },
        secrets: [makeSecret(99)],
      },
    ],
    stop: () => {
      for (const receiver of receivers) receiver.stop()
    },
  }
}

type Trap = { readonly server: Server; readonly port: number; readonly connections: () => number }

async function openTrap(): Promise<Trap> {
  let connections = 0
  const server = createServer((socket) => {
    connections += 1
    socket.destroy()
  })
  await new Promise<void>((resolve) => server.listen(0, TRAP_ADDRESS, resolve))
  const address = server.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  return { server, port, connections: () => connections }
}

function startSender(task: SenderTask): Bun.Subprocess {
  const words = [process.execPath, join(import.meta.dir, '_sender_process.ts')]
  return Bun.spawn([...words, JSON.stringify(task)], { stdin: 'pipe', stdout: 'ignore' })
}

type Passage = {
  readonly store: Store
  readonly time: Float64Array
  readonly crowd: Crowd
  readonly senders: Senders
  readonly options: RunOptions
}

/** Lets time pass until everything was delivered; returns what an operator did meanwhile. */
async function pass({ store, time, crowd, senders, options }: Passage) {
  let [replays, givenUp] = [0, 0]
  const replay = (choice: Parameters<typeof resendDeliveries>[1]) =>
    store.transaction((sql) => resendDeliveries(sql, choice, time[0] ?? 0))
  for (let isReplayed = false; ; ) {
    await Bun.sleep(20)
    const crashes = senders.crashes()
    if (crashes.length > CRASHES_MAX) throw new Error(crashes.join('\n'))
    if (senders.isSending() || !crowd.isQuiet()) continue
    const state = await readState(store, time[0] ?? 0)
    if (state.facts < options.occasions || state.due > 0 || senders.isSending()) continue
    if (state.nextMs !== undefined) {
      time[0] = Math.max(time[0] ?? 0, state.nextMs)
      continue
    }
    givenUp += state.dead
    for (const endpoint of ['r0', 'r1', 'r2']) await replay({ state: 'dead', endpoint })
    if (state.dead > 0) continue
    if (isReplayed) break
    // Everything of one receiver once more, as after its database was restored.
    replays += await replay({ state: 'delivered', endpoint: 'r1' })
    isReplayed = true
    senders.calm()
  }
  return { replays, givenUp, steppedHours: Math.round(((time[0] ?? 0) - START_MS) / 3_600_000) }
}

async function readState(store: Store, nowMs: number) {
  const row = await store.sql.one(
    `SELECT CAST((SELECT count(*) FROM workspace) AS INTEGER) AS facts,
      CAST(count(CASE WHEN state = 'waiting' AND due <= ? THEN 1 END) AS INTEGER) AS due,
      min(CASE WHEN state = 'waiting' THEN due END) AS next_ms,
      CAST(count(CASE WHEN state = 'dead' AND endpoint <> 'trap' THEN 1 END) AS INTEGER) AS dead
      FROM event_delivery`,
    nowMs,
  )
  return {
    facts: Number(row?.facts),
    due: Number(row?.due),
    dead: Number(row?.dead),
    nextMs: row?.next_ms === null ? undefined : Number(row?.next_ms),
  }
}

type RunEnd = Awaited<ReturnType<typeof pass>> & { readonly senders: Senders; readonly trap: Trap }

/** Compares what happened with what every receiver acknowledged. */
async function judge(
  store: Store,
  { acknowledged, receivers, counts }: Crowd,
  { senders, trap, ...passed }: RunEnd,
): Promise<RunReport> {
  const rows = await store.sql.all('SELECT id FROM workspace')
  const facts = new Set(rows.map(({ id }) => String(id)))
  const violations = [...senders.crashes()]
  let [repeats, outOfOrder] = [0, 0]
  acknowledged.forEach((list, index) => {
    const processed = new Map<string, ReceivedMessage>()
    for (const message of list) if (!processed.has(message.id)) processed.set(message.id, message)
    repeats += list.length - processed.size
    const ids = [...processed.values()].map(({ body }) => String(body.data.approval_id))
    const lost = [...facts.difference(new Set(ids))]
    for (const id of lost) violations.push(`receiver ${index} never acknowledged ${id}`)
    if (new Set(ids).size !== ids.length) violations.push(`receiver ${index} saw a fact twice`)
    for (const id of ids) if (!facts.has(id)) violations.push(`${id} never happened`)
    const numbers = ids.map((id) => Number(id.slice('appr_'.length)))
    outOfOrder += numbers.filter((number, at) => number < (numbers[at - 1] ?? 0)).length
  })
  for (const { refused } of receivers) violations.push(...new Set(refused))
  if (trap.connections() > 0) violations.push(`${trap.connections()} connections to the trap`)
  return {
    deliveries: facts.size * receivers.length,
    ...{ ...counts(), ...passed, repeats, kills: senders.kills(), outOfOrder, violations },
  }
}
