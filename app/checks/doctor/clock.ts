/** More than this, and signatures and tokens with a lifetime begin to fail. */
export const SKEW_MS_MAX = 30_000

/** How far the clock of whoever answered is from ours; undefined where the answer has no date. */
export function measureSkewMs(headers: Headers, nowMs: number): number | undefined {
  const theirsMs = Date.parse(headers.get('date') ?? '')
  return Number.isNaN(theirsMs) ? undefined : Math.abs(theirsMs - nowMs)
}
