/** A fault to seed: one exact text of a file, what stands there instead, and who must notice. */
export type Fault = {
  /** The requirement that a red test must cite. */
  readonly id: string
  readonly file: string
  readonly find: string
  readonly replace: string
  readonly spec: string
}

export const FAULTS: readonly Fault[] = []
