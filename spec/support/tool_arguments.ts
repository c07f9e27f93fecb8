import { OPERATIONS, type Operation } from '../../app/contract/operations/mod.ts'
import type { Snapshot } from '../../app/docs/public_docs/mod.ts'

/** Arguments with which the tool of an operation answers: those that it needs, from the corpus. */
export function makeArguments(
  operation: Operation,
  { choices, pages }: Pick<Snapshot, 'choices' | 'pages'>,
): Readonly<Record<string, unknown>> {
  const listed = pages(1)
  const page = listed.ok ? listed.value.records[0] : undefined
  const id = choices[operation]?.[0] ?? page?.id
  const values: Readonly<Record<string, unknown>> = { query: 'rate limit', id, type: id }
  const needed: readonly string[] = OPERATIONS[operation].input.required ?? []
  return Object.fromEntries(needed.map((name) => [name, values[name]]))
}
