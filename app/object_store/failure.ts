/** A store that is away, or refuses us: nobody knows whether the object is there. */
export class ObjectStoreFailure extends Error {
  override readonly name = 'ObjectStoreFailure'

  /** `passing`: nobody answered, or the store asks to wait. `lasting`: it would say the same. */
  constructor(
    reason: string,
    readonly lasts: 'passing' | 'lasting' = 'lasting',
  ) {
    super(reason)
  }
}

/** Why a request got no answer, or not all of it. Who gives up says himself why. */
export function toFailure(error: unknown): ObjectStoreFailure {
  if (error instanceof ObjectStoreFailure) return error
  return new ObjectStoreFailure(describeFailure(error), 'passing')
}

function describeFailure(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  if (error.name === 'TimeoutError') return 'it did not answer in time'
  return 'code' in error ? String(error.code) : error.message
}
