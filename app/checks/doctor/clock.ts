/** How far the clock of whoever answered is from ours; undefined where the answer has no date. */
export function measureSkewMs(headers: Headers, nowMs: number): number | undefined {
  const theirsMs = Date.parse(headers.get('date') ?? '')
  return Number.isNaN(theirsMs) ? undefined : Math.abs(theirsMs - nowMs)
}
