/**
 * 64 bits over the bytes of a text, in hexadecimal. It distinguishes answers for caches and need
 * not resist forgery, because we create both. A cryptographic digest would cost many times as much
 * on every search.
 */
export function computeFingerprint(text: string): string {
  return Bun.hash.xxHash64(text).toString(16).padStart(16, '0')
}
