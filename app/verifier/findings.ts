/** One thing on which one interface does not say what the others say, or what the contract asks. */
export type Disagreement = {
  readonly check: string
  /** Who says it: an interface, a file, a revision of a protocol. */
  readonly where: string
  /** Page, tool, skill, operation or file, and the field. */
  readonly what: string
  readonly expected: string
  readonly found: string
}

/** One line of the table. */
export type CheckResult = {
  readonly check: string
  /** Values that were held against each other. */
  readonly compared: number
  readonly disagreements: readonly Disagreement[]
}

/** What one interface says; `undefined` is something to say too: that there is nothing. */
export type Voice = readonly [where: string, value: unknown]

/** Takes down what one check compares. */
export type Book = {
  /** The value must be this one, for instance because the contract says so. */
  equal(where: string, what: string, expected: unknown, found: unknown): boolean
  /** All must say the same. Nobody is right by name: what most say is expected of the others. */
  agree(what: string, voices: readonly Voice[]): unknown
  /** Something is wrong that is no pair of values. */
  wrong(where: string, what: string, expected: string, found: string): void
  /** Notes values that were compared elsewhere. */
  count(compared: number): void
}

export type Ledger = {
  book(check: string): Book
  results(): readonly CheckResult[]
}

type Entry = {
  compared: number
  readonly disagreements: Disagreement[]
  readonly told: Set<string>
}

export function createLedger(): Ledger {
  const checks = new Map<string, Entry>()
  return {
    book: (check) => {
      const entry = checks.get(check) ?? { compared: 0, disagreements: [], told: new Set() }
      checks.set(check, entry)
      return bookOf(check, entry)
    },
    results: () =>
      [...checks].map(([check, { compared, disagreements }]) => ({
        check,
        compared,
        disagreements,
      })),
  }
}

function bookOf(check: string, entry: Entry): Book {
  const wrong = (where: string, what: string, expected: string, found: string) => {
    const line = { check, where, what, expected, found }
    // Two ways may lead to one fault; it is told once.
    const key = JSON.stringify([where, what, expected, found])
    if (!entry.told.has(key)) entry.disagreements.push(line)
    entry.told.add(key)
  }
  const equal: Book['equal'] = (where, what, expected, found) => {
    entry.compared += 1
    if (Bun.deepEquals(expected, found, true)) return true
    const [differing, wanted, got] = firstDifference(what, expected, found)
    wrong(where, differing, shown(wanted), shown(got))
    return false
  }
  const agree: Book['agree'] = (what, voices) => {
    const expected = mostSaid(voices)
    for (const [where, value] of voices) equal(where, what, expected, value)
    return expected
  }
  const count = (compared: number) => {
    entry.compared += compared
  }
  return { equal, agree, wrong, count }
}

/** The value that most voices give; among equals the one given first. */
function mostSaid(voices: readonly Voice[]): unknown {
  const tally = new Map<string, { votes: number; readonly value: unknown }>()
  let best: { votes: number; readonly value: unknown } | undefined
  for (const [, value] of voices) {
    const key = canonical(value)
    const entry = tally.get(key) ?? { votes: 0, value }
    entry.votes += 1
    tally.set(key, entry)
  }
  for (const entry of tally.values()) {
    if (best === undefined || entry.votes > best.votes) best = entry
  }
  return best?.value
}

/** The order of members says nothing, so it must not split a vote. */
function canonical(value: unknown): string {
  if (value === undefined) return 'absent'
  return JSON.stringify(value, (_, member: unknown) =>
    typeof member === 'object' && member !== null && !Array.isArray(member)
      ? Object.fromEntries(Object.entries(member).sort(([a], [b]) => (a < b ? -1 : 1)))
      : member,
  )
}

/** Follows two values to the first member in which they differ, so that a line names it. */
function firstDifference(
  what: string,
  expected: unknown,
  found: unknown,
): readonly [what: string, expected: unknown, found: unknown] {
  if (Array.isArray(expected) && Array.isArray(found)) {
    const length = Math.max(expected.length, found.length)
    for (let at = 0; at < length; at += 1) {
      if (Bun.deepEquals(expected[at], found[at], true)) continue
      return firstDifference(`${what} [${at}]`, expected[at], found[at])
    }
  }
  if (isPlain(expected) && isPlain(found)) {
    for (const name of new Set([...Object.keys(expected), ...Object.keys(found)])) {
      if (Bun.deepEquals(expected[name], found[name], true)) continue
      return firstDifference(`${what} ${name}`, expected[name], found[name])
    }
  }
  return [what, expected, found]
}

function isPlain(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

const SHOWN_CHARACTERS_MAX = 120

/** A value as a line shows it: on one line, of bounded length, without control characters. */
export function shown(value: unknown): string {
  if (value === undefined) return 'nothing'
  const text = JSON.stringify(value) ?? String(value)
  const clean = text.replace(/[\u007f-\u009f\u2028\u2029]/g, '�')
  return clean.length > SHOWN_CHARACTERS_MAX ? `${clean.slice(0, SHOWN_CHARACTERS_MAX)}…` : clean
}

/** Shows where two long texts part, instead of two beginnings that are equal. */
export function textDifference(expected: string, found: string): readonly [string, string] {
  let at = 0
  while (at < expected.length && expected[at] === found[at]) at += 1
  const from = Math.max(0, at - 20)
  const part = (text: string) => `${shown(text.slice(from, at + 60))} at character ${at}`
  return [part(expected), part(found)]
}
