import { isInScope, type Scope } from './_addresses.ts'
import { SIGN_IN_FIX, SIGN_IN_PAGE } from './_findings.ts'

/** Redirects after one another. */
export const HOPS_MAX = 5

type Move = { readonly to: URL; readonly isCanonical: boolean }

/** An old address, and the page where it leads in the end; undefined for a circle. */
type EndedMove = Move & { readonly address: URL; readonly target: URL | undefined }

/** The addresses of a site that lead to other addresses of it. */
export class Moves {
  readonly #moves = new Map<string, Move>()

  /** `isCanonical`: it has a page, which names another as the canonical one. */
  add(address: URL, to: URL, isCanonical: boolean): void {
    this.#moves.set(address.href, { to, isCanonical })
  }

  remove(address: URL): void {
    this.#moves.delete(address.href)
  }

  /** Where an address leads in the end; undefined for a circle. */
  endOf(address: URL): URL | undefined {
    let at = address
    for (let step = 0; step <= HOPS_MAX; step += 1) {
      const next = this.#moves.get(at.href)
      if (next === undefined) return at
      at = next.to
    }
    return undefined
  }

  list(): readonly EndedMove[] {
    return [...this.#moves].map(([href, move]) => {
      return { ...move, address: new URL(href), target: this.endOf(move.to) }
    })
  }
}

const SIGN_IN = /\/(?:log-?in|sign-?in|sso|saml|oauth2?|auth(?:orize)?)(?:[/.]|$)/i
export const MOVE_FIX = 'let it lead to a page'

/** Why a redirect is not followed, and what to do. */
export function refuseMove(
  to: URL,
  hops: number,
  scope: Scope,
): readonly [what: string, fix: string] | undefined {
  if (isInScope(to, scope)) {
    const what = `the address leads on more than ${HOPS_MAX} times`
    return hops < HOPS_MAX ? undefined : [what, MOVE_FIX]
  }
  if (SIGN_IN.test(to.pathname)) return [SIGN_IN_PAGE, SIGN_IN_FIX]
  const shown = to.origin === scope.origin ? to.pathname : to.origin
  const fix = 'import that address too, if readers need it'
  return [`the address leads to "${shown}" and is left out`, fix]
}

/** A page that only leads on, as the import of a folder reads it. */
export function writeMove({ pathname }: URL): Uint8Array {
  const text = `<!doctype html>\n<meta http-equiv="refresh" content="0; url=${pathname}">\n`
  return new TextEncoder().encode(text)
}

/** Whether two addresses differ by the slash at the end alone. */
export function isSlashAlone(one: URL, other: URL): boolean {
  return `${one.href}/` === other.href || `${other.href}/` === one.href
}
