import type { PageRecord } from '../../../contract/page.ts'
import type { PublicRefusal } from '../../../contract/public_error.ts'
import { err, type Result } from '../../../contract/result.ts'
import { type CapabilityStatus, factsOf } from '../../../contract/statuses.ts'

/** A status with what it means, for readers who only know its name (contract 3). */
export function formatStatus(status: CapabilityStatus): string {
  const { means } = factsOf(status)
  return means === status ? `status ${status}` : `status ${status} (${means})`
}

/** A page in one line, for readers without the data: title, status, date, summary, address. */
export function formatPage({ title, status, updated, description, url }: PageRecord): string {
  return `${title}: ${formatStatus(status)}, updated ${updated}. ${endSentence(description)} ${url}`
}

/** A text that another sentence can follow. */
export function endSentence(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim()
  return /[.!?…。！？]$/.test(line) ? line : `${line}.`
}

export function joinLines(...each: readonly string[]): string {
  return each.join('\n')
}

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
