import type { JsonObject } from '../../contract/json_rpc.ts'
import { CAPABILITY_STATUSES, readStatus } from '../../contract/statuses.ts'
import type { Check, Claim } from './findings.ts'
import { indexBy } from './json.ts'
import type { Records } from './reading.ts'

/**
 * A capability has one status on every interface, and its pages have the same (contract 3). Returns
 * the statuses that most interfaces give, by id.
 */
export function compareCapabilities(
  lists: readonly Claim<readonly JsonObject[]>[],
  pages: Records,
  check: Check,
): ReadonlyMap<string, unknown> {
  const statuses = new Map<string, unknown>()
  const ids = new Set(lists.flatMap(([, list]) => list.map(({ id }) => String(id))))
  const tables = lists.map(([where, list]) => [where, indexBy(list, 'id')] as const)
  for (const id of ids) {
    const entries = tables.map(([where, table]) => [where, table.get(id)] as const)
    const agreed = check.agreeOnMembers(`capability ${id}`, entries)
    statuses.set(id, agreed.status)
    if (readStatus(agreed.status) === undefined) {
      const expected = `one of ${CAPABILITY_STATUSES.join(', ')}`
      check.fail('vocabulary', `capability ${id} status`, expected, String(agreed.status))
    }
    comparePages(id, agreed, pages, check)
  }
  check.agree(
    'order of capabilities: position',
    lists.map(([where, list]) => [where, list.map(({ id }) => id)]),
  )
  return statuses
}

function comparePages(id: string, entry: JsonObject, pages: Records, check: Check): void {
  const ids = Array.isArray(entry.pages) ? entry.pages : []
  for (const page of ids) {
    const record = pages.get(String(page))
    if (record === undefined) check.fail('page lists', `page ${page} of ${id}`, 'a record', 'none')
    else check.equal('page lists', `page ${page} status`, entry.status, record.status)
  }
}
