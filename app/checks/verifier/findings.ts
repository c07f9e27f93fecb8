import { isJsonObject, type JsonObject } from '../../contract/json_rpc.ts'

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

export type CheckResult = {
  readonly check: string
  readonly compared: number
  readonly disagreements: readonly Disagreement[]
}

/** What one interface says; `undefined` means that it says nothing, which counts as well. */
export type Claim<Value = unknown> = readonly [where: string, value: Value]

export type Check = {
  /** The value must be this one, for example because the contract fixes it. */
  equal(where: string, what: string, expected: unknown, found: unknown): boolean
  /** All must say the same; what most of them say is expected of the others. */
  agree(what: string, claims: readonly Claim[]): unknown
  /** The same for each member of the objects; returns what most of them say. */
  agreeOnMembers(what: string, claims: readonly Claim<JsonObject | undefined>[]): JsonObject
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

export function createChecks(): Checks {
  const checks = new Map<string, Check & { readonly result: CheckResult }>()
  return {
    of: (name) => {
      const check = checks.get(name) ?? createCheck(name)
      checks.set(name, check)
      return check
    },
    results: () => [...checks.values()].map(({ result }) => result),
  }
}

function createCheck(check: string): Check & { readonly result: CheckResult } {
  const disagreements: Disagreement[] = []
  const result = { check, compared: 0, disagreements }
  const keys = new Set<string>()
  const fail: Check['fail'] = (where, what, expected, found) => {
    // Two comparisons may find the same fault; it is listed once.
    const key = JSON.stringify([where, what, expected, found])
    if (!keys.has(key)) disagreements.push({ check, where, what, expected, found })
    keys.add(key)
  }
  const count = (compared: number) => {
    result.compared += compared
  }
  const equal: Check['equal'] = (where, what, expected, found) => {
    count(1)
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
  const agreeOnMembers: Check['agreeOnMembers'] = (what, claims) => {
    const names = new Set(claims.flatMap(([, object]) => Object.keys(object ?? {})))
    const agreed: Record<string, unknown> = {}
    for (const name of names) {
      const values = claims.map(([where, object]): Claim => [where, object?.[name]])
      const value = agree(`${what} ${name}`, values)
      if (value !== undefined) agreed[name] = value
    }
    return agreed
  }
  return { equal, agree, agreeOnMembers, fail, count, result }
}

/** The value that most claims give; in a tie, the first one. */
function findMajority(claims: readonly Claim[]): unknown {
  const votes = Map.groupBy(claims, ([, value]) => toCanonicalJson(value))
  const [most] = [...votes.values()].toSorted((a, b) => b.length - a.length)
  return most?.[0]?.[1]
}

/** The order of members means nothing, so it must not split a vote. */
function toCanonicalJson(value: unknown): string {
  if (value === undefined) return 'absent'
  return JSON.stringify(value, (_, member: unknown) =>
    isJsonObject(member)
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
  if (isJsonObject(expected) && isJsonObject(found)) {
    for (const name of new Set([...Object.keys(expected), ...Object.keys(found)])) {
      if (Bun.deepEquals(expected[name], found[name], true)) continue
      return findFirstDifference(`${what} ${name}`, expected[name], found[name])
    }
  }
  return [what, expected, found]
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
