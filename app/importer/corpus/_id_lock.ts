import { createHash } from 'node:crypto'
import type { LockEntry } from '../../corpus_build/model/corpus.ts'
import { formatLock, parseLock } from '../../corpus_build/model/ids_lock.ts'
import type { PageLikeness } from './page_moves.ts'

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
