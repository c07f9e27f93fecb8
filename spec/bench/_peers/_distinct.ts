import { heapStats } from 'bun:jsc'

const MEGABYTE = 1e6

type Held = { readonly heap: number; readonly resident: number }

/** Asks distinct queries and tells what is held after the first tenth of them, and after all. */
export async function askedDistinct(
  pairs: readonly string[],
  count: number,
  ask: (query: string) => Promise<void> | void,
): Promise<{ readonly warm: Held; readonly end: Held }> {
  const each = (at: number) => ask(`${pairs[at % pairs.length]} ${nameOf(at)}`)
  const warmUntil = count / 10
  for (let at = 0; at < warmUntil; at++) await each(at)
  const warm = held()
  for (let at = warmUntil; at < count; at++) await each(at)
  return { warm, end: held() }
}

/** A word that no other query has. */
function nameOf(at: number): string {
  return `q${at.toString(36)}`
}

function held(): Held {
  Bun.gc(true)
  Bun.gc(true)
  const { heapSize, extraMemorySize } = heapStats()
  return {
    heap: (heapSize + extraMemorySize) / MEGABYTE,
    resident: process.memoryUsage.rss() / MEGABYTE,
  }
}
