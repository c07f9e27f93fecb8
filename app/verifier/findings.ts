/** One place where an interface differs from the others or from the contract. */
export type Disagreement = {
  readonly check: string
  /** An interface, a file, or a revision of a protocol. */
  readonly where: string
  /** Page, tool, skill, operation or file, and the field. */
  readonly what: string
  readonly expected: string
  readonly found: string
}

/** One row of the table. */
export type CheckResult = {
  readonly check: string
  /** Number of values compared. */
  readonly compared: number
  readonly disagreements: readonly Disagreement[]
}

/** What one interface says; `undefined` means that it says nothing, which counts as well. */
export type Claim = readonly [where: string, value: unknown]

/** Records what one check compares. */
export type Check = {
  /** The value must be this one, for example because the contract fixes it. */
  equal(where: string, what: string, expected: unknown, found: unknown): boolean
  /** All must say the same; what most of them say is expected of the others. */
  agree(what: string, claims: readonly Claim[]): unknown
  /** Records a fault that is not a difference of two values. */
  fail(where: string, what: string, expected: string, found: string): void
  /** Adds values that were compared elsewhere. */
  count(compared: number): void
}

export type Checks = {
  /** The check with this name; the same one each time. */
  of(name: string): Check
  results(): readonly CheckResult[]
}

type Entry = {
  compared: number
  readonly disagreements: Disagreement[]
  readonly keys: Set<string>
}

export function createChecks(): Checks {
  const checks = new Map<string, Entry>()
  return {
    of: (check) => {
      const entry = checks.get(check) ?? { compared: 0, disagreements: [], keys: new Set() }
      checks.set(check, entry)
      return createCheck(check, entry)
    },
    results: () =>
      [...checks].map(([check, { compared, disagreements }]) => ({
        check,
        compared,
        disagreements,
      })),
  }
}

function createCheck(check: string, entry: Entry): Check {
  const fail: Check['fail'] = (where, what, expected, found) => {
    const line = { check, where, what, expected, found }
    // Two comparisons may find the same fault; it is listed once.
    const key = JSON.stringify([where, what, expected, found])
    if (!entry.keys.has(key)) entry.disagreements.push(line)
    entry.keys.add(key)
  }
  const equal: Check['equal'] = (where, what, expected, found) => {
    entry.compared += 1
    if (Bun.deepEquals(expected, found, true)) return true
    const [differing, wanted, got] = findFirstDifference(what, expected, found)
    fail(where, differing, quoteValue(wanted), quoteValue(got))
    return false
  }
  const agree: Check['agree'] = (what, claims) => {
    const expected = findMajority(claims)
    for (const [where, value] of claims) equal(where, what, expected, value)
    return expected
  }
  const count = (compared: number) => {
    entry.compared += compared
  }
  return { equal, agree, fail, count }
}

/** The value that most claims give; in a tie, the first one. */
function findMajority(claims: readonly Claim[]): unknown {
  const tally = new Map<string, { votes: number; readonly value: unknown }>()
  let best: { votes: number; readonly value: unknown } | undefined
  for (const [, value] of claims) {
    const key = toCanonicalJson(value)
    const entry = tally.get(key) ?? { votes: 0, value }
    entry.votes += 1
    tally.set(key, entry)
  }
  for (const entry of tally.values()) {
    if (best === undefined || entry.votes > best.votes) best = entry
  }
  return best?.value
}

/** The order of members means nothing, so it must not split a vote. */
function toCanonicalJson(value: unknown): string {
  if (value === undefined) return 'absent'
  return JSON.stringify(value, (_, member: unknown) =>
    typeof member === 'object' && member !== null && !Array.isArray(member)
      ? Object.fromEntries(Object.entries(member).sort(([a], [b]) => (a < b ? -1 : 1)))
      : member,
  )
}

/** Finds the first member in which two values differ, so that the line can name it. */
function findFirstDifference(
  what: string,
  expected: unknown,
  found: unknown,
): readonly [what: string, expected: unknown, found: unknown] {
  if (Array.isArray(expected) && Array.isArray(found)) {
    const length = Math.max(expected.length, found.length)
    for (let at = 0; at < length; at += 1) {
      if (Bun.deepEquals(expected[at], found[at], true)) continue
      return findFirstDifference(`${what} [${at}]`, expected[at], found[at])
    }
  }
  if (isPlain(expected) && isPlain(found)) {
    for (const name of new Set([...Object.keys(expected), ...Object.keys(found)])) {
      if (Bun.deepEquals(expected[name], found[name], true)) continue
      return findFirstDifference(`${what} ${name}`, expected[name], found[name])
    }
  }
  return [what, expected, found]
}

function isPlain(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

const QUOTE_CHARACTERS_MAX = 120

/** Formats a value on one line, of bounded length, without control characters. */
export function quoteValue(value: unknown): string {
  if (value === undefined) return 'nothing'
  const text = JSON.stringify(value) ?? String(value)
  const clean = text.replace(/[\u007f-\u009f\u2028\u2029]/g, '�')
  return clean.length > QUOTE_CHARACTERS_MAX ? `${clean.slice(0, QUOTE_CHARACTERS_MAX)}…` : clean
}

/** Quotes two long texts from where they differ, not their common beginning. */
export function locateDifference(expected: string, found: string): readonly [string, string] {
  let at = 0
  while (at < expected.length && expected[at] === found[at]) at += 1
  const from = Math.max(0, at - 20)
  const part = (text: string) => `${quoteValue(text.slice(from, at + 60))} at character ${at}`
  return [part(expected), part(found)]
}
