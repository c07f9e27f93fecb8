/** The sliding window of every request limit: the last 60 seconds (contract 8, "per minute"). */
export const WINDOW_MS = 60_000

const CAPACITY_FIRST = 4

/**
 * Instants of the calls of the last minute, oldest first, in a ring that grows by doubling up to
 * the limit: an address that called once costs 32 bytes, not the whole limit.
 */
export class CallTimes {
  #ring = new Float64Array(CAPACITY_FIRST)
  #head = 0
  #count = 0

  /** Counts the call unless `callsMax` calls stand in the last minute. A refused call is free. */
  admit(callsMax: number, nowMs: number): boolean {
    this.#forget(nowMs)
    if (this.#count >= callsMax) return false
    if (this.#count === this.#ring.length) this.#grow()
    this.#ring[(this.#head + this.#count) % this.#ring.length] = nowMs
    this.#count += 1
    return true
  }

  isIdle(nowMs: number): boolean {
    this.#forget(nowMs)
    return this.#count === 0
  }

  /** Drops what is a minute old. An instant ahead of the clock means that it was set back. */
  #forget(nowMs: number): void {
    while (this.#count > 0) {
      const ageMs = nowMs - (this.#ring[this.#head] ?? 0)
      if (ageMs >= 0 && ageMs < WINDOW_MS) return
      this.#head = (this.#head + 1) % this.#ring.length
      this.#count -= 1
    }
  }

  #grow(): void {
    const larger = new Float64Array(this.#ring.length * 2)
    for (let index = 0; index < this.#count; index += 1) {
      larger[index] = this.#ring[(this.#head + index) % this.#ring.length] ?? 0
    }
    this.#ring = larger
    this.#head = 0
  }
}
