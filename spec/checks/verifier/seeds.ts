import { expect } from 'bun:test'
import { disagreementsOf, type Verdict, verify } from '../../../app/checks/verifier/mod.ts'

/** What verify must report about a seeded fault: the place, and everything that it blames. */
export type ExpectedFinding = {
  readonly where: string
  readonly what: string
  readonly expected?: string
  readonly found?: string
  /** Other places that the same fault affects. */
  readonly also?: readonly string[]
}

/** Seeds so far, each with the line that reports it, for the table at the end. */
const lines: string[] = []

/** Runs verify with only an address; the service under test has no limits. */
export async function verifySite(url: string, all = true): Promise<Verdict> {
  const verified = await verify({
    url,
    all,
    seed: 1,
    callsPerMinute: 1_000_000,
    time: { nowMs: () => performance.now(), sleep: (ms) => Bun.sleep(ms) },
    say: () => {},
  })
  if (!verified.ok) throw new Error(verified.error)
  return verified.value
}

/** One disagreement matches, and only places that the seed affects are blamed. */
export function expectNamed(seed: string, verdict: Verdict, wanted: ExpectedFinding): void {
  const found = disagreementsOf(verdict)
  const named = found.find(
    (each) =>
      each.where === wanted.where &&
      each.what.includes(wanted.what) &&
      each.expected.includes(wanted.expected ?? '') &&
      each.found.includes(wanted.found ?? ''),
  )
  const seen = found.map(({ where, what, expected, found: got }) => [where, what, expected, got])
  if (named === undefined) throw new Error(`${seed}: not named in ${JSON.stringify(seen)}`)
  // A file that was changed on its way is no longer the one that the manifest lists.
  const others = found.filter(({ check }) => check !== 'manifest files')
  const blamed = new Set(others.map(({ where }) => where))
  for (const right of [wanted.where, ...(wanted.also ?? [])]) blamed.delete(right)
  expect({ seed, blamed: [...blamed] }).toEqual({ seed, blamed: [] })
  const { where = '', what = '', expected = '', found: got = '' } = named ?? {}
  lines.push(`${seed.padEnd(52)} ${where}: ${what}: expected ${expected}, found ${got}`)
}

/** Prints what verify reported about each seed. */
export function printLines(): void {
  console.log(
    `\n${lines.length} seeded disagreements\n${lines.map((line) => line.slice(0, 200)).join('\n')}`,
  )
}
