import type { JsonObject } from '../contract/json_rpc.ts'
import { type Feed, lettersOf, lettersOfHtml } from './feed.ts'
import type { Book } from './findings.ts'
import { indexed } from './json.ts'

/** Changes are one list for programs, and the feed has its newest ones (contract 6, rule 2). */
export function compareChanges(
  voices: readonly (readonly [where: string, changes: readonly JsonObject[]])[],
  feed: { readonly feed: Feed; readonly baseUrl: string } | undefined,
  book: Book,
): void {
  const ids = new Set(voices.flatMap(([, changes]) => changes.map(({ id }) => String(id))))
  const tables = voices.map(([where, changes]) => [where, indexed(changes, 'id')] as const)
  for (const id of ids) {
    book.agree(
      `change ${id}`,
      tables.map(([where, table]) => [where, table.get(id)]),
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
  { feed, baseUrl }: { readonly feed: Feed; readonly baseUrl: string },
  book: Book,
): void {
  const { entries, tag, updated, self } = feed
  const ids = Array.isArray(order) ? order.slice(0, Math.max(entries.length, 1)) : []
  const listed = entries.map(({ id }) => id)
  book.equal(FEED, 'order of entries: position', ids, listed)
  // A feed may leave out old changes; with few of them it has no reason to.
  if (changes.length <= FEW) book.equal(FEED, 'number of entries', changes.length, entries.length)
  book.equal(FEED, 'link to itself', `${baseUrl}/${FEED}`, self)
  const newest = entries
    .map((entry) => entry.updated)
    .toSorted()
    .at(-1)
  if (newest !== undefined) book.equal(FEED, 'updated of the feed', newest, updated)
  const byId = indexed(changes, 'id')
  const authority = tag.replace(/,.*$/, '')
  for (const entry of entries) {
    const change = byId.get(entry.id)
    if (change === undefined) {
      book.wrong(FEED, `entry ${entry.id}`, 'a change', 'no change')
      continue
    }
    const { date } = change
    const wanted = {
      tag: `${authority},${date}`,
      updated: `${date}T00:00:00Z`,
      title: change.title,
      url: change.url,
      capability: change.capability,
      text: lettersOf(String(change.summary)),
    }
    const found = { ...entry, text: lettersOfHtml(entry.html) }
    for (const name of COMPARED) {
      book.equal(FEED, `entry ${entry.id} ${name}`, wanted[name], found[name])
    }
  }
}

const COMPARED = ['tag', 'updated', 'title', 'url', 'capability', 'text'] as const

/** Changes that any feed holds. */
const FEW = 20
