import type { PublicDocs } from '../../docs/public_docs/mod.ts'

/** What the admin port says about a part of the service. */
export type PartState = {
  readonly name: string
  /** Whether it is away, or does less than it should. */
  isAway(): boolean
  /** Its state in one line. */
  describe(): string
}

/**
 * The parts that every service has: it starts with both, and keeps what it has. Only a build that
 * can be fetched again has a `damage`, which says since when it is not whole, and why.
 */
export function describeDocs(
  docs: Pick<PublicDocs, 'current' | 'refusal'>,
  damage: () => string | undefined = () => undefined,
): readonly PartState[] {
  return [
    {
      name: 'search',
      isAway: () => false,
      describe: () => `search: ok: ${docs.current().status().pages} pages`,
    },
    {
      name: 'builds',
      isAway: () => damage() !== undefined || docs.refusal() !== undefined,
      describe: () => {
        const { build } = docs.current()
        const [damaged, reason] = [damage(), docs.refusal()]
        if (damaged !== undefined) return `builds: damaged since ${damaged}`
        return reason === undefined ? `builds: ok: ${build}` : `builds: still ${build}: ${reason}`
      },
    },
  ]
}
