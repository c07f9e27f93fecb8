import { countHeld } from '../business/tools/mod.ts'
import type { Store } from '../foundation/store/port.ts'
import type { Runtime } from './parts/runtime.ts'

/** Whoever reads the figures waits this long for a store that does not answer. */
const STORE_MS_MAX = 1000

type Fetch = (address: string, init: RequestInit) => Promise<Response>

/** Asks the product over the network; counted and traced where an operator can see it. */
export function observeProduct({
  observer,
  stopwatch,
}: Pick<Runtime, 'observer' | 'stopwatch'>): Fetch {
  const ask: Fetch = (address, init) => fetch(address, init)
  if (observer === undefined) return ask
  const { counters, tracer } = observer
  return async (address, init) => {
    const startedMs = stopwatch()
    let status: number | undefined
    try {
      const answer =
        tracer === undefined
          ? await ask(address, init)
          : await tracer.traceProduct(address, init, ask)
      status = answer.status
      return answer
    } finally {
      counters.countProductUse({ status, ms: stopwatch() - startedMs })
    }
  }
}

/** How many calls wait for approval; undefined where the store does not answer soon. */
export async function countHeldSoon(
  { sql }: Pick<Store, 'sql'>,
  clock: () => number,
): Promise<number | undefined> {
  const held = countHeld(sql, clock()).catch(() => undefined)
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<undefined>((resolve) => {
    timer = setTimeout(() => resolve(undefined), STORE_MS_MAX)
  })
  return await Promise.race([held, late]).finally(() => clearTimeout(timer))
}
