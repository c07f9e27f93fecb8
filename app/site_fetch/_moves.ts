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

/** A page that only leads on, as the import of a folder reads it. */
export function writeMove({ pathname }: URL): Uint8Array {
  const text = `<!doctype html>\n<meta http-equiv="refresh" content="0; url=${pathname}">\n`
  return new TextEncoder().encode(text)
}
