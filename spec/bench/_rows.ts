/** One line of the table. */
export type Row = {
  readonly figure: string
  readonly unit: string
  /** Medians over all rounds. */
  readonly ours: number
  readonly peer: number
  readonly peerName: string
  /** How many times better ours is than the peer: the median of the rounds, and both extremes. */
  readonly ratio: number
  readonly ratioLeast: number
  readonly ratioMost: number
  /** The required ratio; a row without one is informative. */
  readonly wanted: number | undefined
}

/** Measures ours and its peers in one run; `words` are the numbers that followed its name. */
export type Bench = (words?: readonly string[]) => Promise<readonly Row[]>

/** The results of one round; both sides were measured in immediate succession. */
export type Round = { readonly ours: number; readonly peer: number }

/**
 * Summarizes rounds as a row. Ratios are taken within a round, so that a machine that is busy for a
 * while slows both sides of the same ratio. A fixed limit is a peer that never changes.
 */
export function compare(options: {
  readonly figure: string
  readonly unit: string
  readonly peerName: string
  readonly better: 'more' | 'less'
  readonly rounds: readonly Round[]
  readonly wanted?: number
}): Row {
  const { figure, unit, peerName, better, rounds, wanted } = options
  const ratios = rounds.map(({ ours, peer }) => (better === 'more' ? ours / peer : peer / ours))
  return {
    figure,
    unit,
    ours: findMedian(rounds.map((round) => round.ours)),
    peer: findMedian(rounds.map((round) => round.peer)),
    peerName,
    ratio: findMedian(ratios),
    ratioLeast: Math.min(...ratios),
    ratioMost: Math.max(...ratios),
    wanted,
  }
}

/** Whether the row reaches the required ratio. */
export function isKept({ ratio, wanted }: Row): boolean {
  return wanted === undefined || ratio >= wanted
}

export function findMedian(samples: readonly number[]): number {
  const sorted = samples.toSorted((a, b) => a - b)
  const middle = sorted.length >> 1
  const upper = sorted[middle] ?? Number.NaN
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? Number.NaN) + upper) / 2
}
