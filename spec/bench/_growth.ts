/** One figure at one number of pages. */
type Point = { readonly pages: number; readonly value: number }

/**
 * The power of the number of pages that a figure grows with: the slope of the straight line through
 * the logarithms of both. NaN for fewer than two points.
 */
export function fitExponent(points: readonly Point[]): number {
  const logs = points.map(({ pages, value }) => ({ x: Math.log(pages), y: Math.log(value) }))
  const mean = (of: (log: (typeof logs)[number]) => number) =>
    logs.reduce((sum, log) => sum + of(log), 0) / logs.length
  const [x, y] = [mean((log) => log.x), mean((log) => log.y)]
  const rise = logs.reduce((sum, log) => sum + (log.x - x) * (log.y - y), 0)
  return rise / logs.reduce((sum, log) => sum + (log.x - x) ** 2, 0)
}
