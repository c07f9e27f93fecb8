import type { JsonObject } from '../contract/json_rpc.ts'
import { CAPABILITY_STATUSES } from '../contract/page.ts'
import type { Book } from './findings.ts'
import { indexed, without } from './json.ts'

type CapabilityVoice = readonly [where: string, capabilities: readonly JsonObject[]]

/**
 * Every capability has one status, everywhere, and its pages have the same (contract 3). Gives the
 * statuses that most interfaces tell, by id.
 */
export function compareCapabilities(
  voices: readonly CapabilityVoice[],
  pages: ReadonlyMap<string, JsonObject>,
  book: Book,
): ReadonlyMap<string, unknown> {
  const statuses = new Map<string, unknown>()
  const ids = new Set(voices.flatMap(([, list]) => list.map(({ id }) => String(id))))
  const tables = voices.map(([where, list]) => [where, indexed(list, 'id')] as const)
  for (const id of ids) {
    const entries = tables.map(([where, table]) => {
      const found = table.get(id)
      return [where, found === undefined ? undefined : without(found, 'notice')] as const
    })
    const agreed: Record<string, unknown> = {}
    const names = new Set(entries.flatMap(([, entry]) => Object.keys(entry ?? {})))
    for (const name of names) {
      agreed[name] = book.agree(
        `capability ${id} ${name}`,
        entries.map(([where, entry]) => [where, entry?.[name]]),
      )
    }
    statuses.set(id, agreed.status)
    compareVocabulary(id, agreed.status, book)
    comparePages(id, agreed, pages, book)
  }
  book.agree(
    'order of capabilities: position',
    voices.map(([where, list]) => [where, list.map(({ id }) => id)]),
  )
  return statuses
}

function compareVocabulary(id: string, status: unknown, book: Book): void {
  if (CAPABILITY_STATUSES.some((known) => known === status)) return
  const expected = CAPABILITY_STATUSES.join(', ')
  book.wrong('vocabulary', `capability ${id} status`, `one of ${expected}`, String(status))
}

function comparePages(
  id: string,
  entry: JsonObject,
  pages: ReadonlyMap<string, JsonObject>,
  book: Book,
): void {
  const ids = Array.isArray(entry.pages) ? entry.pages : []
  for (const page of ids) {
    const record = pages.get(String(page))
    if (record === undefined) book.wrong('page lists', `page ${page} of ${id}`, 'a record', 'none')
    else book.equal('page lists', `page ${page} status`, entry.status, record.status)
  }
}
