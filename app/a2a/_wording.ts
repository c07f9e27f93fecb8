import type { PageRecord } from '../contract/page.ts'
import { type CapabilityStatus, factsOf } from '../contract/statuses.ts'

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
