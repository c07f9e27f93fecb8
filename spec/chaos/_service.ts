import { type Home, type Process, startIn } from '../races/service.ts'

/** A time in which nobody can be answered, because a fault ended the process. */
type Absence = { readonly fromMs: number; untilMs: number }

/** The service of a deployment, whichever process it is now. */
export type Service = {
  readonly url: string
  process(): Process
  /** Lines of every process so far. */
  lines(): readonly string[]
  /** Ends the process; it is away until `start` is ready. */
  kill(): Promise<void>
  stop(): Promise<void>
  start(): Promise<void>
  /** Whether a request may have met a process that was gone. */
  wasAway(fromMs: number, untilMs: number): boolean
}

/** A request that was sent just before a process was gone, or its port was open again. */
const EDGE_MS = 500

export async function startService(home: Home, before: readonly string[] = []): Promise<Service> {
  const absences: Absence[] = []
  const earlier: string[] = []
  let process = await startIn(home, home.port, before)
  await process.ready()
  const end = async (how: 'kill' | 'stop') => {
    absences.push({ fromMs: performance.now(), untilMs: Number.POSITIVE_INFINITY })
    await process[how]()
    earlier.push(...process.lines)
  }
  return {
    url: home.baseUrl,
    process: () => process,
    lines: () => [...earlier, ...process.lines],
    kill: () => end('kill'),
    stop: () => end('stop'),
    start: async () => {
      process = await startIn(home, home.port, before)
      const last = absences.at(-1)
      await process.ready()
      if (last !== undefined) last.untilMs = performance.now()
    },
    wasAway: (from, until) =>
      absences.some(({ fromMs, untilMs }) => from < untilMs + EDGE_MS && until > fromMs - EDGE_MS),
  }
}
