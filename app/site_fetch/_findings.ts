import { type Problem, problemAt, startOfFile } from '../contract/problem.ts'

/** Problems of one kind that are listed one by one; the rest is counted. */
const LISTED_MAX = 50

/** What was found out about a site beside its pages. */
export class Findings {
  readonly losses: Problem[] = []
  readonly notes: Problem[] = []
  readonly #groups = new Map<string, { readonly fix: string; readonly addresses: string[] }>()

  addLoss(address: string, what: string, fix: string): void {
    const kind = what.replace(/"(?:[^"\\]|\\.)*"|\d+/g, '')
    const alike = this.losses.filter(
      (each) => each.what.replace(/"(?:[^"\\]|\\.)*"|\d+/g, '') === kind,
    )
    if (alike.length < LISTED_MAX) this.losses.push(problemAt(startOfFile(address), what, fix))
    else this.addToGroup(`further addresses: ${what}`, fix, address)
  }

  addNote(address: string, what: string, fix: string): void {
    this.notes.push(problemAt(startOfFile(address), what, fix))
  }

  /** Notes addresses about which the same is to be said: one line for all of them. */
  addToGroup(what: string, fix: string, address: string): void {
    const group = this.#groups.get(what) ?? { fix, addresses: [] }
    group.addresses.push(address)
    this.#groups.set(what, group)
  }

  /** Adds a note for each group. */
  closeGroups(): void {
    for (const [what, { fix, addresses }] of this.#groups) {
      const [first = ''] = addresses
      const others = addresses.length - 1
      this.addNote(first, others === 0 ? what : `${what} (and ${others} more like it)`, fix)
    }
    this.#groups.clear()
  }
}
