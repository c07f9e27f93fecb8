import type { PublicRefusal } from '../../contract/public_error.ts'
import { err, type Result } from '../../contract/result.ts'

/** More ids than these help nobody to choose. */
const CHOICES_MAX = 50

/** Names what an argument can be, at the end of a refusal. */
export function listChoices(ids: readonly string[]): string {
  if (ids.length === 0) return 'there is nothing to choose from'
  const more = ids.length > CHOICES_MAX ? ', …' : ''
  return `choose from: ${ids.slice(0, CHOICES_MAX).join(', ')}${more}`
}

/** A refusal of an id, with those that there are. */
export function refuseChoice(
  { message }: PublicRefusal,
  ids: readonly string[] = [],
): Result<never, string> {
  return err(`${message}; ${listChoices(ids)}`)
}
