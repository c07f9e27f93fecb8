/** A store that is away, or refuses us: nobody knows whether the object is there. */
export class ObjectStoreFailure extends Error {
  override readonly name = 'ObjectStoreFailure'

  /**
   * `passing`: nobody answered, or the store asks to wait. `silent`: it lets its callers wait.
   * `lasting`: it would say the same.
   */
  constructor(
    reason: string,
    readonly lasts: 'passing' | 'silent' | 'lasting' = 'lasting',
  ) {
    super(reason)
  }
}

/** Why a request got no answer, or not all of it. Who gives up says himself why. */
export function toFailure(error: unknown): ObjectStoreFailure {
  if (error instanceof ObjectStoreFailure) return error
  const isLate = error instanceof Error && error.name === 'TimeoutError'
  if (isLate) return new ObjectStoreFailure('it did not answer in time', 'silent')
  return new ObjectStoreFailure(describeFailure(error), 'passing')
}

function describeFailure(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  return 'code' in error ? String(error.code) : error.message
}
