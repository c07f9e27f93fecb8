import { test } from 'bun:test'
import { idsOf, readRequirements } from './requirements.ts'

/** Something that a machine may not have: a program, a package, the network. */
export type Need = { readonly what: string; readonly available: boolean; readonly fix: string }

export type VerifiesOptions = {
  /** Without these, the test is skipped, or fails under `REQUIRE_ALL=1`. */
  readonly needs?: readonly Need[]
}

type Body = () => Promise<void> | void

/**
 * The only way to write a contract test: a test that cites the entries of
 * `spec/requirements.yaml` that it proves. Ids are literals at the call, because
 * `coverage_spec.ts` reads them from the source.
 */
export function verifies(
  id: string | readonly string[],
  title: string,
  body: Body,
  options: VerifiesOptions = {},
): void {
  const ids = typeof id === 'string' ? [id] : id
  const name = `[${ids.join(', ')}] ${title}`
  const unknown = ids.filter((each) => !knownIds().has(each))
  if (unknown.length === 0) testWith(options.needs ?? [], name, body)
  else fail(name, `Cannot cite "${unknown.join('", "')}": absent from spec/requirements.yaml`)
}

/** `bun run test` leaves long tests out; one spec by itself and `--all` run them. */
export const HAS_LONG_TESTS: boolean = process.env.TEST_STAGE !== 'first'

/**
 * As `verifies`, for a test that is long by nature: it makes releases, drives browsers over many
 * pages, kills programs or tries every row of a table. A quick one must cite the same entries.
 */
export function verifiesLong(...given: Parameters<typeof verifies>): void {
  if (HAS_LONG_TESTS) verifies(...given)
}

/** A plain test that is long by nature. */
export function testLong(name: string, body: Body, required: readonly Need[] = []): void {
  if (HAS_LONG_TESTS) testWith(required, name, body)
}

/** Describes something that a test needs, whether it is available, and how to get it. */
export function needs(what: string, available: boolean, fix: string): Need {
  return { what, available, fix }
}

/** A plain test that is skipped with a warning, or fails, when something it needs is missing. */
export function testWith(required: readonly Need[], name: string, body: Body): void {
  const missing = required.filter((need) => !need.available)
  const reason = missing.map((need) => `${need.what} is missing; to fix: ${need.fix}`).join('; ')
  if (missing.length === 0) test(name, body)
  else if (process.env.REQUIRE_ALL === '1') fail(name, `Cannot skip "${name}": ${reason}`)
  else skip(name, body, reason)
}

function fail(name: string, message: string): void {
  test(name, () => {
    throw new Error(message)
  })
}

function skip(name: string, body: Body, reason: string): void {
  console.warn(`skipped: ${name}: ${reason}`)
  test.skip(name, body)
}

let known: ReadonlySet<string> | undefined

function knownIds(): ReadonlySet<string> {
  if (known !== undefined) return known
  const file = readRequirements()
  if (!file.ok) throw new Error(`Cannot read "spec/requirements.yaml":\n${file.error}`)
  known = idsOf(file.value)
  return known
}
