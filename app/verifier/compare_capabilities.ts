import type { JsonObject } from '../contract/json_rpc.ts'
import { CAPABILITY_STATUSES } from '../contract/page.ts'
import type { Check } from './findings.ts'
import { indexBy, omit } from './json.ts'

type CapabilityList = readonly [where: string, capabilities: readonly JsonObject[]]

/**
 * A capability has one status on every interface, and its pages have the same (contract 3). Returns
 * the statuses that most interfaces give, by id.
 */
export function compareCapabilities(
  lists: readonly CapabilityList[],
  pages: ReadonlyMap<string, JsonObject>,
  check: Check,
): ReadonlyMap<string, unknown> {
  const statuses = new Map<string, unknown>()
  const ids = new Set(lists.flatMap(([, list]) => list.map(({ id }) => String(id))))
  const tables = lists.map(([where, list]) => [where, indexBy(list, 'id')] as const)
  for (const id of ids) {
    const entries = tables.map(([where, table]) => {
      const found = table.get(id)
      return [where, found === undefined ? undefined : omit(found, 'notice')] as const
    })
    const agreed: Record<string, unknown> = {}
    const names = new Set(entries.flatMap(([, entry]) => Object.keys(entry ?? {})))
    for (const name of names) {
      agreed[name] = check.agree(
        `capability ${id} ${name}`,
        entries.map(([where, entry]) => [where, entry?.[name]]),
      )
    }
    statuses.set(id, agreed.status)
    compareVocabulary(id, agreed.status, check)
    comparePages(id, agreed, pages, check)
  }
  check.agree(
    'order of capabilities: position',
    lists.map(([where, list]) => [where, list.map(({ id }) => id)]),
  )
  return statuses
}

function compareVocabulary(id: string, status: unknown, check: Check): void {
  if (CAPABILITY_STATUSES.some((known) => known === status)) return
  const expected = CAPABILITY_STATUSES.join(', ')
  check.fail('vocabulary', `capability ${id} status`, `one of ${expected}`, String(status))
}

function comparePages(
  id: string,
  entry: JsonObject,
  pages: ReadonlyMap<string, JsonObject>,
  check: Check,
): void {
  const ids = Array.isArray(entry.pages) ? entry.pages : []
  for (const page of ids) {
    const record = pages.get(String(page))
    if (record === undefined) check.fail('page lists', `page ${page} of ${id}`, 'a record', 'none')
    else check.equal('page lists', `page ${page} status`, entry.status, record.status)
  }
}
