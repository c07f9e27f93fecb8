/** A fault to seed: one exact text of a file, what stands there instead, and who must notice. */
export type Fault = {
  /** The requirement, or the threat as `threat 14`, that a red test must cite. */
  readonly id: string
  readonly file: string
  readonly find: string
  readonly replace: string
  readonly spec: string
}

type Seed = Pick<Fault, 'id' | 'find' | 'replace'> & { readonly spec?: string }

/** Faults of one file; most are watched by one spec. */
export function faultsIn(file: string, spec: string, seeds: readonly Seed[]): readonly Fault[] {
  return seeds.map((seed) => ({ file, spec, ...seed }))
}
