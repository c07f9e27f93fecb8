/** What a bench asks an engine that runs in another process. */
export type Request =
  | { readonly ask: 'build' }
  | { readonly ask: 'size' }
  | { readonly ask: 'forget' }
  | { readonly ask: 'rank' | 'time'; readonly queries: readonly string[] }

export type Times = { readonly p50: number; readonly p99: number; readonly mean: number }

export type Answer =
  | { readonly ms: number }
  | { readonly bytes: number }
  | { readonly pages: readonly (readonly number[])[] }
  | Times

/** Percentiles of samples, by rank. */
export function computePercentiles(samples: readonly number[]): Times {
  const sorted = samples.toSorted((one, other) => one - other)
  const at = (share: number) => sorted[Math.ceil(sorted.length * share) - 1] ?? Number.NaN
  const mean = sorted.reduce((sum, sample) => sum + sample, 0) / sorted.length
  return { p50: at(0.5), p99: at(0.99), mean }
}
