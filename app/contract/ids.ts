const BASE62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const ID_CHARACTERS = 22

// The largest multiple of 62 in a byte: what lies above would favour the first characters.
const FAIR_BYTES = 248

/** An opaque id: a prefix and 22 characters of base62 (shapes: pages, ids). */
export function newId(prefix: string, randomBytes: (count: number) => Uint8Array): string {
  let drawn = ''
  while (drawn.length < ID_CHARACTERS) {
    for (const byte of randomBytes(ID_CHARACTERS)) {
      if (byte < FAIR_BYTES) drawn += BASE62[byte % BASE62.length]
    }
  }
  return prefix + drawn.slice(0, ID_CHARACTERS)
}
