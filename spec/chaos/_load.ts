import type { RunRecord } from '../kills/run_record.ts'
import { type Attempts, createAttempts, DOCS_KINDS } from './_attempts.ts'
import { askDocs, type ExpectedAnswers, readExpected } from './_docs_load.ts'
import { type Client, connectClient, readOnce, refreshOnce, writeOnce } from './_tools_load.ts'

/** What every client of a deployment keeps from one fault to the next. */
export type Users = {
  readonly record: RunRecord
  /** Reads and writes. */
  readonly caller: Client
  /** Refreshes its tokens again and again. */
  refresher: Client
}

export type Load = {
  readonly attempts: Attempts
  /** Sends no private call from now on; resolves when none is under way. */
  rest(): Promise<void>
  resume(): void
  /** Ends after the answers that are under way, and after every write is acknowledged. */
  stop(): Promise<void>
}

/** Each client pauses for this long between two requests: a machine has other work, too. */
const PAUSE_MS = 40
const REFRESH_PAUSE_MS = 200

export async function connectUsers(url: string, record: RunRecord): Promise<Users> {
  const caller = await connectClient(url, record)
  return { record, caller, refresher: await connectClient(url, record) }
}

/** Sends every kind of request without end, one after another within a kind. */
export async function startLoad(url: string, users: Users): Promise<Load> {
  const attempts = createAttempts()
  const expected: ExpectedAnswers = await readExpected(url)
  let isRunning = true
  const repeat = async (pauseMs: number, work: () => Promise<unknown>) => {
    while (isRunning) {
      await work()
      await Bun.sleep(pauseMs)
    }
  }
  let isResting = false
  let working = 0
  const repeatPrivate = (pauseMs: number, work: () => Promise<unknown>) =>
    repeat(pauseMs, async () => {
      if (isResting) return
      working += 1
      await work().finally(() => {
        working -= 1
      })
    })
  const { record, caller } = users
  const running = [
    ...DOCS_KINDS.map((kind) => repeat(PAUSE_MS, () => askDocs(url, expected, attempts, kind))),
    repeatPrivate(PAUSE_MS, async () => {
      await readOnce(url, attempts, caller)
      const isExpired = attempts.last().some(({ outcome }) => outcome === 'expired')
      if (isExpired) await refreshOnce(url, attempts, { client: caller, record })
    }),
    repeatPrivate(PAUSE_MS, () => writeOnce(url, attempts, { client: caller, record }, PAUSE_MS)),
    repeatPrivate(REFRESH_PAUSE_MS, async () => {
      const isAlive = await refreshOnce(url, attempts, { client: users.refresher, record })
      if (!isAlive) users.refresher = await connectClient(url, record)
    }),
  ]
  return {
    attempts,
    rest: async () => {
      isResting = true
      while (working > 0) await Bun.sleep(PAUSE_MS)
    },
    resume: () => {
      isResting = false
    },
    stop: async () => {
      isRunning = false
      await Promise.all(running)
    },
  }
}
