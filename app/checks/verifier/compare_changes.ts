import type { JsonObject } from '../../contract/json_rpc.ts'
import { extractLetters, extractLettersOfHtml, type Feed } from './feed.ts'
import type { Check, Claim } from './findings.ts'
import { indexBy } from './json.ts'

/** All interfaces list the same changes, and the feed has the newest (contract 6, rule 2). */
export function compareChanges(
  lists: readonly Claim<readonly JsonObject[]>[],
  feed: Feed | undefined,
  baseUrl: string,
  check: Check,
): void {
  const ids = new Set(lists.flatMap(([, changes]) => changes.map(({ id }) => String(id))))
  const tables = lists.map(([where, changes]) => [where, indexBy(changes, 'id')] as const)
  for (const id of ids) {
    check.agree(
      `change ${id}`,
      tables.map(([where, table]) => [where, table.get(id)]),
    )
  }
  const orders = lists.map(([where, changes]): Claim => [where, changes.map(({ id }) => id)])
  const order = check.agree('order of changes: position', orders)
  // The list of changes that most interfaces give.
  const holder = lists[orders.findIndex(([, ids]) => Bun.deepEquals(order, ids))]
  if (feed !== undefined) compareFeed(holder?.[1] ?? [], feed, baseUrl, check)
}

const FEED = 'changelog/feed.xml'

function compareFeed(
  changes: readonly JsonObject[],
  { entries, tag, updated, self }: Feed,
  baseUrl: string,
  check: Check,
): void {
  const ids = changes.slice(0, Math.max(entries.length, 1)).map(({ id }) => id)
  const listed = entries.map(({ id }) => id)
  check.equal(FEED, 'order of entries: position', ids, listed)
  // A feed may leave out old changes, but not when there are few.
  if (changes.length <= FEW) check.equal(FEED, 'number of entries', changes.length, entries.length)
  check.equal(FEED, 'link to itself', `${baseUrl}/${FEED}`, self)
  const newest = entries
    .map((entry) => entry.updated)
    .toSorted()
    .at(-1)
  if (newest !== undefined) check.equal(FEED, 'updated of the feed', newest, updated)
  const byId = indexBy(changes, 'id')
  const authority = tag.replace(/,.*$/, '')
  for (const entry of entries) {
    const change = byId.get(entry.id)
    if (change === undefined) {
      check.fail(FEED, `entry ${entry.id}`, 'a change', 'no change')
      continue
    }
    const { date } = change
    const wanted = {
      tag: `${authority},${date}`,
      updated: `${date}T00:00:00Z`,
      title: change.title,
      url: change.url,
      capability: change.capability,
      text: extractLetters(String(change.summary)),
    }
    const found = { ...entry, text: extractLettersOfHtml(entry.html) }
    for (const name of COMPARED) {
      check.equal(FEED, `entry ${entry.id} ${name}`, wanted[name], found[name])
    }
  }
}

const COMPARED = ['tag', 'updated', 'title', 'url', 'capability', 'text'] as const

/** So few changes that a feed must list all of them. */
const FEW = 20
