import { compare, type Row } from './_rows.ts'

/** A figure that may be at most so much; without a limit it informs. */
export function toLimitRow(figure: string, unit: string, ours: number, most?: number): Row {
  // A figure that must be nothing has no ratio: any other value is infinitely worse.
  const wanted = most === 0 ? { ours: 1 + ours, peer: 1 } : { ours, peer: most ?? ours }
  const row = compare({
    figure,
    unit,
    better: 'less',
    peerName: most === undefined ? 'none' : 'at most',
    rounds: [wanted],
    ...(most === undefined ? {} : { wanted: 1 }),
  })
  return { ...row, ours, peer: most ?? ours }
}
