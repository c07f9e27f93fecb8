/** 32 bits of FNV-1a over the code units of a text; for lookups, not for proof. */
export function hashText(text: string): number {
  let hash = 0x811c9dc5
  for (let at = 0; at < text.length; at += 1) {
    hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193)
  }
  return hash >>> 0
}

/** Numbers from 0 up to, but not including, 1: the same sequence for the same seed (mulberry32). */
export function createRandom(seed: number): () => number {
  let state = seed | 0
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

/**
 * 64 bits over the bytes of a text, in hexadecimal. It distinguishes answers for caches and need
 * not resist forgery, because we create both. A cryptographic digest would cost many times as much
 * on every search.
 */
export function computeFingerprint(text: string): string {
  return Bun.hash.xxHash64(text).toString(16).padStart(16, '0')
}
