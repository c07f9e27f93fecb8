import { heapStats } from 'bun:jsc'

const MEGABYTE = 1e6

type Memory = { readonly heap: number; readonly resident: number }

/** Asks distinct queries and returns the memory in use after a tenth of them, and after all. */
export async function askDistinct(
  pairs: readonly string[],
  count: number,
  ask: (query: string) => Promise<void> | void,
): Promise<{ readonly warm: Memory; readonly end: Memory }> {
  const each = (at: number) => ask(`${pairs[at % pairs.length]} ${inventWord(at)}`)
  const warmUntil = count / 10
  for (let at = 0; at < warmUntil; at++) await each(at)
  const warm = readMemory()
  for (let at = warmUntil; at < count; at++) await each(at)
  return { warm, end: readMemory() }
}

/** A word that no other query has. */
function inventWord(at: number): string {
  return `q${at.toString(36)}`
}

function readMemory(): Memory {
  Bun.gc(true)
  Bun.gc(true)
  const { heapSize, extraMemorySize } = heapStats()
  return {
    heap: (heapSize + extraMemorySize) / MEGABYTE,
    resident: process.memoryUsage.rss() / MEGABYTE,
  }
}
