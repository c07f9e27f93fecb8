/** A store that is away, or refuses us: nobody knows whether the object is there. */
export class ObjectStoreFailure extends Error {
  override readonly name = 'ObjectStoreFailure'
}
