/** Answers by class of call and by status. */
export class Tally {
  readonly #counts = new Map<string, number>()
  readonly #faults: string[] = []

  /** Notes an answer; one that is not among the expected statuses is a fault. */
  note(kind: string, status: number, expected: readonly number[] = [200]): void {
    const key = `${kind} ${status}`
    this.#counts.set(key, (this.#counts.get(key) ?? 0) + 1)
    if (!expected.includes(status)) this.#faults.push(key)
  }

  /** Notes that a call has come to no answer, or to one that says something wrong. */
  fail(kind: string, reason: string): void {
    this.#faults.push(`${kind}: ${reason.slice(0, 200)}`)
  }

  get faults(): readonly string[] {
    return this.#faults
  }

  get counts(): ReadonlyMap<string, number> {
    return this.#counts
  }

  /** The counts as lines, by class. */
  format(): string {
    const lines = [...this.#counts].map(([key, count]) => `${String(count).padStart(9)}  ${key}`)
    return lines.sort((one, other) => one.slice(11).localeCompare(other.slice(11))).join('\n')
  }
}
