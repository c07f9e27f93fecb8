import { type Problem, problemAt, startOfFile } from '../../contract/problem.ts'

export const SIGN_IN_PAGE = 'the page asks to sign in'
export const SIGN_IN_FIX = 'import the folder of the built site, or open the page to this machine'

/** Problems with the same fix that are listed one by one; the rest is counted. */
const LISTED_MAX = 50

/** What was found out about a site beside its pages. */
export class Findings {
  readonly losses: Problem[] = []
  readonly notes: Problem[] = []
  readonly #groups = new Map<string, { readonly fix: string; readonly addresses: string[] }>()

  addLoss(address: string, what: string, fix: string): void {
    const alike = this.losses.filter((each) => each.fix === fix)
    if (alike.length < LISTED_MAX) this.losses.push(problemAt(startOfFile(address), what, fix))
    else this.addToGroup(`further addresses: ${what}`, fix, address)
  }

  addSignIn(address: string, status?: number): void {
    const what = status === undefined ? SIGN_IN_PAGE : `${SIGN_IN_PAGE} (${status})`
    this.addLoss(address, what, SIGN_IN_FIX)
  }

  /** A page that a script fills in, which nobody runs here. */
  addShell(address: string): void {
    const fix = 'import the folder of its source, or of a build with rendered pages'
    this.addLoss(address, 'the page has no text until a script runs in a browser', fix)
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
