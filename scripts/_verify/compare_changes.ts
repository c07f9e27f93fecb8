import type { JsonObject } from '../../app/contract/json_rpc.ts'
import type { FeedEntry } from './feed.ts'
import type { Book } from './findings.ts'

/** Changes are one list for programs, and the feed has its newest ones (contract 6, rule 2). */
export function compareChanges(
  voices: readonly (readonly [where: string, changes: readonly JsonObject[]])[],
  feed: readonly FeedEntry[] | undefined,
  book: Book,
): void {
  const ids = new Set(voices.flatMap(([, changes]) => changes.map(({ id }) => String(id))))
  for (const id of ids) {
    book.agree(
      `change ${id}`,
      voices.map(([where, changes]) => [where, changes.find((change) => change.id === id)]),
    )
  }
  const order = book.agree(
    'order of changes: position',
    voices.map(([where, changes]) => [where, changes.map(({ id }) => id)]),
  )
  if (feed !== undefined) compareFeed(changesIn(order, voices), order, feed, book)
}

/** The changes of the list that most interfaces give. */
function changesIn(
  order: unknown,
  voices: readonly (readonly [where: string, changes: readonly JsonObject[]])[],
): readonly JsonObject[] {
  const holder = voices.find(([, changes]) =>
    Bun.deepEquals(
      order,
      changes.map(({ id }) => id),
    ),
  )
  return holder?.[1] ?? []
}

const FEED = 'changelog/feed.xml'

function compareFeed(
  changes: readonly JsonObject[],
  order: unknown,
  feed: readonly FeedEntry[],
  book: Book,
): void {
  const ids = Array.isArray(order) ? order.slice(0, Math.max(feed.length, 1)) : []
  const listed = feed.map(({ id }) => id)
  book.equal(FEED, 'order of entries: position', ids, listed)
  // A feed may leave out old changes; with few of them it has no reason to.
  if (changes.length <= FEW) book.equal(FEED, 'number of entries', changes.length, feed.length)
  for (const entry of feed) {
    const change = changes.find(({ id }) => id === entry.id)
    if (change === undefined) {
      book.wrong(FEED, `entry ${entry.id}`, 'a change', 'no change')
      continue
    }
    for (const name of ['title', 'date', 'url', 'capability'] as const) {
      book.equal(FEED, `entry ${entry.id} ${name}`, change[name], entry[name])
    }
  }
}

/** Changes that any feed holds. */
const FEW = 20
