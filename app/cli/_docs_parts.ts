import type { PublicDocs } from '../public_docs/mod.ts'

/** What the admin port says about a part of the service. */
export type PartState = {
  readonly name: string
  /** Whether it is away, or does less than it should. */
  isAway(): boolean
  /** Its state in one line. */
  describe(): string
}

/** The parts that every service has: it starts with both, and keeps what it has. */
export function describeDocs(docs: Pick<PublicDocs, 'current' | 'refusal'>): readonly PartState[] {
  return [
    {
      name: 'search',
      isAway: () => false,
      describe: () => `search: ok: ${docs.current().status().pages} pages`,
    },
    {
      name: 'builds',
      isAway: () => docs.refusal() !== undefined,
      describe: () => {
        const { build } = docs.current()
        const reason = docs.refusal()
        return reason === undefined ? `builds: ok: ${build}` : `builds: still ${build}: ${reason}`
      },
    },
  ]
}
