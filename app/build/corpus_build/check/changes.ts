import { type Problem, problemAt, quote } from '../../../contract/problem.ts'
import type { SourceChange, SourceRegistry } from '../../../docs/model/source.ts'
import type { SiteIndex } from './links.ts'
import { checkCapability, checkStatus, suggestName } from './names.ts'

/** Checks that what the changelog says about capabilities and pages is true. */
export function checkChanges(
  changes: readonly SourceChange[],
  registry: SourceRegistry,
  site: SiteIndex,
): readonly Problem[] {
  return [
    ...changes.flatMap(({ capability }) =>
      capability === undefined ? [] : checkCapability(capability, registry),
    ),
    ...changes.flatMap(checkChangeStatus),
    ...changes.flatMap(({ page }) => (page === undefined ? [] : checkChangePage(page, site))),
    ...checkRepeats(changes),
  ]
}

function checkChangeStatus({ status, capability }: SourceChange): readonly Problem[] {
  if (status === undefined) return []
  if (capability !== undefined) return checkStatus(status)
  const what = '"status" is given without "capability"'
  return [problemAt(status.place, what, 'add the capability that changed'), ...checkStatus(status)]
}

function checkChangePage(
  page: NonNullable<SourceChange['page']>,
  site: SiteIndex,
): readonly Problem[] {
  if (page.text === '' || site.byFile.has(page.text) || site.byFile.size === 0) return []
  const otherwise = 'write a path below pages/, such as run/limits.md'
  const fix = suggestName(page.text, [...site.byFile.keys()], otherwise)
  return [problemAt(page.place, `there is no page ${quote(page.text)}`, fix)]
}

function checkRepeats(changes: readonly SourceChange[]): readonly Problem[] {
  const first = new Map<string, SourceChange>()
  return changes.flatMap((change) => {
    const key = JSON.stringify([change.date.text, change.title.text])
    const other = first.get(key)
    if (change.title.text === '' || change.date.text === '') return []
    first.set(key, other ?? change)
    if (other === undefined) return []
    const what = `the title and date repeat those of ${quote(`${other.id}.md`)}`
    return [problemAt(change.title.place, what, 'give it another title, or remove it')]
  })
}
