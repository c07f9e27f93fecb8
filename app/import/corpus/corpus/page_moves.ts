import { createHash } from 'node:crypto'
import type { LockEntry } from '../../../docs/model/corpus.ts'
import { formatLock, parseLock } from '../../../docs/model/ids_lock.ts'

/** A page of an import, as far as it can be recognised at another path. */
export type PageLikeness = {
  /** Path below `pages/`. */
  readonly page: string
  readonly title: string
  readonly body: string
}

/** What two pages have in common that are one page; the surest first. */
const LIKENESSES: readonly ((page: PageLikeness) => string)[] = [
  ({ title, body }) => `${title}\n${body.trim()}`,
  ({ body }) => body.trim(),
  ({ title }) => title,
]

/**
 * Which new page each page is that is gone: one with the same title and text, else one with the
 * same text, else one with the same title. Where several could be meant, none is: a redirect to
 * the wrong page is worse than none.
 */
export function findPageMoves(
  gone: readonly PageLikeness[],
  arrived: readonly PageLikeness[],
): ReadonlyMap<string, string> {
  const moves = new Map<string, string>()
  let [left, open] = [gone, arrived]
  for (const likeness of LIKENESSES) {
    const before = Map.groupBy(left, likeness)
    const after = Map.groupBy(open, likeness)
    const taken = new Set<PageLikeness>()
    for (const [key, [page, ...others]] of before) {
      const [target, ...rivals] = after.get(key) ?? []
      if (page === undefined || target === undefined || key === '') continue
      if (others.length > 0 || rivals.length > 0) continue
      moves.set(page.page, target.page)
      taken.add(page).add(target)
    }
    left = left.filter((page) => !taken.has(page))
    open = open.filter((page) => !taken.has(page))
  }
  return moves
}

/** All moves so far, each to where the page is now; a path that has a page again moved nowhere. */
export function joinPageMoves(
  earlier: ReadonlyMap<string, string>,
  found: ReadonlyMap<string, string>,
  pages: ReadonlySet<string>,
): ReadonlyMap<string, string> {
  const joined = [...earlier, ...found].map(([from, to]) => [from, found.get(to) ?? to] as const)
  return new Map(joined.filter(([from, to]) => !pages.has(from) && pages.has(to)))
}

/**
 * The lock of ids after pages moved: they keep their ids, and new pages that only resemble pages
 * that are gone get ids of their own, where a build would ask its author. Undefined where nothing
 * changes: until then, ids are the business of the build.
 */
export function moveIds(
  text: string,
  pages: readonly PageLikeness[],
  moves: ReadonlyMap<string, string>,
): string | undefined {
  const { lock } = parseLock('ids.lock', text)
  if (!lock.readable || lock.entries.length === 0) return undefined
  const known = new Set(lock.entries.map(({ path }) => path))
  const moved = lock.entries.map((entry): LockEntry => {
    const { id, title, digest } = entry
    const to = moves.get(entry.path)
    const path = to === undefined || known.has(to) ? entry.path : to
    return { id, path, title, digest }
  })
  const here = new Set(pages.map(({ page }) => page))
  const taken = new Set(moved.map(({ path }) => path))
  const gone = moved.filter(({ path }) => !here.has(path))
  const [titles, digests] = [
    new Set(gone.map(({ title }) => title)),
    new Set(gone.map(({ digest }) => digest)),
  ]
  let last = Math.max(...moved.map(({ id }) => Number(id.slice(1))))
  const added = pages.flatMap(({ page, title, body }): LockEntry[] => {
    if (taken.has(page)) return []
    const digest = createHash('sha256').update(body).digest('hex')
    if (!titles.has(title) && !digests.has(digest)) return []
    last += 1
    return [{ id: `p${last}`, path: page, title, digest }]
  })
  const isSame = added.length === 0 && moved.every(({ path }) => known.has(path))
  return isSame ? undefined : formatLock([...moved, ...added])
}
