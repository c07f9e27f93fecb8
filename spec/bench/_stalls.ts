import { computePercentiles } from './_engines/protocol.ts'
import { compare, type Row } from './_rows.ts'
import type { Sample } from './_steady_load.ts'

const STALL_MS_MOST = 15
const P99_TIMES_MOST = 2

/** A ratio of nothing cannot be taken. */
const STALL_MS_LEAST = 0.1

/** Samples of the same load on our service and on a server that only answers, at the same time. */
export type Stalls = {
  readonly own: readonly Sample[]
  readonly bare: readonly Sample[]
  /** The steady phase, each deploy after it, and the end. */
  readonly steadyFromMs: number
  readonly deploysMs: readonly number[]
  readonly endMs: number
}

type Window = { readonly worst: number; readonly p99: number }

/**
 * What deploys cost the requests that were due after them. The machine stalls both servers alike,
 * so only what ours stalls beyond the other one counts; the absolute figures are informative.
 */
export function compareStalls(part: string, stalls: Stalls): readonly Row[] {
  const { own, bare, steadyFromMs, deploysMs, endMs } = stalls
  const edges = [steadyFromMs, ...deploysMs, endMs]
  const [ownSteady, ...ownRounds] = cutAt(own, edges)
  const [bareSteady, ...bareRounds] = cutAt(bare, edges)
  const rounds = ownRounds.map((ours, at) => ({ ours, bare: bareRounds[at] ?? NO_WINDOW }))
  // A second of a light load has too few requests for a percentile of its own.
  const after = [steadyFromMs, deploysMs[0] ?? endMs, endMs]
  const [, ownAfter = NO_WINDOW] = cutAt(own, after)
  const [, bareAfter = NO_WINDOW] = cutAt(bare, after)
  const times = (window: Window, steady = NO_WINDOW) => window.p99 / steady.p99
  const row = { unit: 'ms', better: 'less' } as const
  return [
    compare({
      ...row,
      figure: `${part}, worst stall beyond a bare server's`,
      peerName: 'at most',
      rounds: rounds.map(({ ours, bare: other }) => ({
        ours: Math.max(STALL_MS_LEAST, ours.worst - other.worst),
        peer: STALL_MS_MOST,
      })),
      wanted: 1,
    }),
    compare({
      ...row,
      figure: `${part}, worst stall`,
      peerName: 'bare Bun.serve meanwhile',
      rounds: rounds.map(({ ours, bare: other }) => ({ ours: ours.worst, peer: other.worst })),
    }),
    compare({
      ...row,
      unit: 'times',
      figure: `${part}, p99 beside the steady one`,
      peerName: `${P99_TIMES_MOST} x that of a bare server`,
      rounds: [
        {
          ours: times(ownAfter, ownSteady),
          peer: P99_TIMES_MOST * Math.max(1, times(bareAfter, bareSteady)),
        },
      ],
      wanted: 1,
    }),
    compare({
      ...row,
      figure: `${part}, p99`,
      peerName: 'bare Bun.serve meanwhile',
      rounds: [{ ours: ownAfter.p99, peer: bareAfter.p99 }],
    }),
    compare({
      ...row,
      figure: `${part}, p99 before`,
      peerName: 'bare Bun.serve meanwhile',
      rounds: [{ ours: ownSteady?.p99 ?? Number.NaN, peer: bareSteady?.p99 ?? Number.NaN }],
    }),
  ]
}

const NO_WINDOW: Window = { worst: Number.NaN, p99: Number.NaN }

/** Summarizes the requests that were due between two edges each. */
function cutAt(samples: readonly Sample[], edges: readonly number[]): readonly Window[] {
  const took: number[][] = edges.slice(1).map(() => [])
  let at = -1
  for (const { dueMs, tookMs } of samples.toSorted((one, other) => one.dueMs - other.dueMs)) {
    while (dueMs >= (edges[at + 1] ?? Number.POSITIVE_INFINITY)) at += 1
    took[at]?.push(tookMs)
  }
  return took.map((each) => ({
    worst: each.reduce((most, one) => Math.max(most, one), 0),
    p99: computePercentiles(each).p99,
  }))
}
