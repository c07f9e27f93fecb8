/**
 * 64 bits over the code units of a text, in hexadecimal: two lanes of multiply and fold. It
 * distinguishes answers for caches and need not resist forgery, because we create both. A
 * cryptographic digest would cost many times as much on every search. Units are processed in pairs,
 * and each lane has a different one in its low bits, because multiplication only carries upwards.
 */
export function computeFingerprint(text: string): string {
  let high = 0x9e3779b9
  let low = 0x85ebca6b
  const last = text.length - 1
  for (let at = 0; at < last; at += 2) {
    const one = text.charCodeAt(at)
    const other = text.charCodeAt(at + 1)
    high = Math.imul(high ^ (one | (other << 16)), 0x9e3779b1)
    low = Math.imul(low ^ (other | (one << 16)), 0x5f356495)
  }
  const left = last % 2 === 0 ? text.charCodeAt(last) : 0
  high = mixBits(Math.imul(high ^ left, 0x9e3779b1)) ^ mixBits(low ^ text.length)
  low = mixBits(low ^ high)
  return formatHex(high) + formatHex(low)
}

/** Spreads the last units over all bits, because plain multiplication leaves the low bits weak. */
function mixBits(lane: number): number {
  const once = Math.imul(lane ^ (lane >>> 16), 0x7feb352d)
  const twice = Math.imul(once ^ (once >>> 15), 0x846ca68b)
  return twice ^ (twice >>> 16)
}

function formatHex(lane: number): string {
  return (lane >>> 0).toString(16).padStart(8, '0')
}
