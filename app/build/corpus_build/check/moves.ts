import { compare, type Problem, problemAt, quote } from '../../../contract/problem.ts'
import { placeReadmes, urlPathOf } from '../../../docs/model/addresses.ts'
import type { CorpusPage } from '../../../docs/model/corpus.ts'
import type { Source } from '../../../docs/model/source.ts'

/** Pages that have moved since the last build, and whose readers would miss them. */
export function findLostAddresses(
  { pages, lock, redirects }: Source,
  built: readonly CorpusPage[],
): readonly Problem[] {
  const entries = lock.entries.map(({ id, path }) => ({ id, file: path, path: urlPathOf(path) }))
  const oldPaths = new Map(placeReadmes(entries).map(({ id, path }) => [id, path]))
  const idByPath = new Map(built.map(({ path, record }) => [path, record.id]))
  const own = pages.flatMap(({ redirectFrom }) => redirectFrom.map(({ text }) => text))
  const kept = new Set([...own, ...redirects.map(({ from }) => from)])
  return pages
    .flatMap(({ path, place }) => {
      const address = oldPaths.get(idByPath.get(path) ?? '') ?? path
      if (address === path || address === '' || kept.has(address)) return []
      // Another page may have taken the place of this one.
      if (idByPath.has(address)) return []
      const what = `the page was at ${quote(`/${address}/`)}, which leads nowhere now`
      const fix = `add "redirect_from: /${address}/" if readers may know the address`
      return [problemAt(place, what, fix)]
    })
    .sort((a, b) => compare(a.file, b.file))
}
