const BASE62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const ID_CHARACTERS = 22

// The largest multiple of 62 below 256: bytes from there on would favour the first characters.
const FAIR_BYTES = 248

/** Makes an opaque id: a prefix and 22 uniform characters of base62. */
export function newId(prefix: string, randomBytes: (count: number) => Uint8Array): string {
  let characters = ''
  while (characters.length < ID_CHARACTERS) {
    for (const byte of randomBytes(ID_CHARACTERS)) {
      if (byte < FAIR_BYTES) characters += BASE62[byte % BASE62.length]
    }
  }
  return prefix + characters.slice(0, ID_CHARACTERS)
}
