import type { Corpus } from './model/corpus.ts'
import type { Source, SourcePage } from './model/source.ts'
import type { PageDate } from './read/page_dates.ts'
import { takeTitleHeading } from './read/title_heading.ts'

/**
 * A page with mistakes as far as it can be read, for its author to see: what it lacks is filled
 * with the obvious. Absent where the file or the registry cannot be read.
 */
export function repairPage(
  page: SourcePage,
  { registry }: Source,
  date: PageDate | undefined,
): SourcePage | undefined {
  const { pageDefaults, capabilities = [] } = registry
  const wanted = [page.capability.text, pageDefaults.capability?.text]
  const known = capabilities.map(({ id }) => id)
  const capability = wanted.find((id) => id !== undefined && known.includes(id)) ?? known[0]
  if (capability === undefined || page.headings === undefined) return undefined
  const heading = page.title.text === '' ? takeTitleHeading(page.body) : undefined
  const title = page.title.text || heading?.text || nameFile(page.file)
  const fill = (text: string) => ({ text, place: page.place })
  return {
    ...page,
    body: heading?.body ?? page.body,
    title: fill(title),
    description: fill(page.description.text || title),
    updated: fill(page.updated.text || (date?.day ?? DAY_UNKNOWN)),
    isDated: page.isDated && page.updated.text !== '',
    kind: fill(page.kind.text || (pageDefaults.kind?.text ?? 'guide')),
    capability: fill(capability),
  }
}

/** A record needs a date; readers see none. */
const DAY_UNKNOWN = '1970-01-01'

/** `getting-started.md` is "Getting started". */
function nameFile(file: string): string {
  const [name = ''] = file.replace(/\.md$/, '').split('/').slice(-1)
  const words = name.replace(/[-_]+/g, ' ').trim()
  return words.charAt(0).toUpperCase() + words.slice(1)
}

/** The pages that are shown as they were: a new page has no such state. */
export function listGoodPaths(previous: Corpus | undefined): ReadonlySet<string> {
  const good = (previous?.pages ?? []).filter(({ isRepaired }) => isRepaired !== true)
  return new Set(good.map(({ path }) => path))
}
