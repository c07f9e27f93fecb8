import { LIMITS } from '../../contract/limits.ts'

const CAPACITY_FIRST = 4

export type Admission = 'admitted' | 'refused'

/**
 * Instants of the calls in the last minute, oldest first, in a circular buffer that doubles up to
 * the limit, and halves when few are left: an address that called once costs 32 bytes, not the
 * whole limit, also when it called often a while ago.
 */
export class CallTimes {
  #ring = new Float64Array(CAPACITY_FIRST)
  #head = 0
  #count = 0

  /** Counts the call unless the last minute has `callsMax` already. Refused calls do not count. */
  admit(callsMax: number, nowMs: number): Admission {
    this.#forget(nowMs)
    if (this.#count >= callsMax) return 'refused'
    if (this.#count === this.#ring.length) this.#resize(this.#ring.length * 2)
    this.#ring[(this.#head + this.#count) % this.#ring.length] = nowMs
    this.#count += 1
    return 'admitted'
  }

  /** Calls that there is memory for. */
  get capacity(): number {
    return this.#ring.length
  }

  isIdle(nowMs: number): boolean {
    this.#forget(nowMs)
    return this.#count === 0
  }

  /** Drops calls older than a minute. One in the future means that the clock was set back. */
  #forget(nowMs: number): void {
    while (this.#count > 0) {
      const ageMs = nowMs - (this.#ring[this.#head] ?? 0)
      if (ageMs >= 0 && ageMs < LIMITS.countedMs) break
      this.#head = (this.#head + 1) % this.#ring.length
      this.#count -= 1
    }
    // At least the half stays free, so that a steady caller never makes it grow and shrink in turn.
    let capacity = this.#ring.length
    while (capacity > CAPACITY_FIRST && this.#count * 8 <= capacity) capacity /= 2
    if (capacity < this.#ring.length) this.#resize(capacity)
  }

  #resize(capacity: number): void {
    const resized = new Float64Array(capacity)
    for (let index = 0; index < this.#count; index += 1) {
      resized[index] = this.#ring[(this.#head + index) % this.#ring.length] ?? 0
    }
    this.#ring = resized
    this.#head = 0
  }
}
