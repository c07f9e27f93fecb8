/**
 * 64 bits over the code units of a text, hexadecimal: two lanes of multiply and fold. It tells
 * answers apart for caches; it is no proof against forgery and need not be, both are ours. A
 * digest of WebCrypto would cost seven times as much on every search.
 */
export function fingerprint(text: string): string {
  let high = 0x9e3779b9
  let low = 0x85ebca6b
  for (let at = 0; at < text.length; at += 1) {
    const unit = text.charCodeAt(at)
    high = Math.imul(high ^ unit, 0x9e3779b1)
    low = Math.imul(low ^ unit, 0x5f356495)
  }
  high = mixed(high) ^ mixed(low ^ text.length)
  low = mixed(low ^ high)
  return hexadecimal(high) + hexadecimal(low)
}

/** Spreads the last units over all bits: plain multiplication leaves the low bits weak. */
function mixed(lane: number): number {
  const once = Math.imul(lane ^ (lane >>> 16), 0x7feb352d)
  const twice = Math.imul(once ^ (once >>> 15), 0x846ca68b)
  return twice ^ (twice >>> 16)
}

function hexadecimal(lane: number): string {
  return (lane >>> 0).toString(16).padStart(8, '0')
}
