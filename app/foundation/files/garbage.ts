/** Memory that a large build or import may gain before garbage is collected. */
const GAIN_BYTES_MAX = 64_000_000

/**
 * Returns what collects garbage when memory has grown. The runtime lets garbage become as large as
 * what is in use, which a large build need not take from others; a collection takes 0.2 seconds.
 * Memory goes back to the system a while after it, so the least that is seen counts.
 */
export function createCollector(gainBytesMax = GAIN_BYTES_MAX): () => void {
  let least = Number.POSITIVE_INFINITY
  return () => {
    const used = process.memoryUsage.rss()
    least = Math.min(least, used)
    if (used < least + gainBytesMax) return
    Bun.gc(true)
    least = process.memoryUsage.rss()
  }
}
