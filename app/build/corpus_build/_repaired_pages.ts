import type { Corpus, CorpusPage } from '../../docs/model/corpus.ts'
import type { Source, SourcePage } from '../../docs/model/source.ts'
import type { PageDate } from './read/page_dates.ts'
import { takeTitleHeading } from './read/title_heading.ts'

/**
 * A page with mistakes as far as it can be read, for its author to see: what it lacks is that of
 * its last good state, or filled with the obvious. Absent where the file or the registry cannot be
 * read.
 */
export function repairPage(
  page: SourcePage,
  { registry }: Source,
  date: PageDate | undefined,
  before: CorpusPage | undefined,
): SourcePage | undefined {
  const { pageDefaults, capabilities = [] } = registry
  const wanted = [page.capability.text, before?.capability, pageDefaults.capability?.text]
  const known = capabilities.map(({ id }) => id)
  const capability = wanted.find((id) => id !== undefined && known.includes(id)) ?? known[0]
  if (capability === undefined || page.headings === undefined) return undefined
  const heading = page.title.text === '' ? takeTitleHeading(page.body) : undefined
  const title = page.title.text || heading?.text || before?.record.title || nameFile(page.file)
  const fill = (text: string) => ({ text, place: page.place })
  return {
    ...page,
    body: heading?.body ?? page.body,
    title: fill(title),
    description: fill(page.description.text || before?.record.description || title),
    updated: fill(page.updated.text || (before?.record.updated ?? date?.day ?? DAY_UNKNOWN)),
    isDated: page.isDated && page.updated.text !== '',
    kind: fill(page.kind.text || (before?.record.kind ?? pageDefaults.kind?.text ?? 'guide')),
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

/** Pages that were without mistakes once, by path: a new page has no such state. */
export function listGoodPages(previous: Corpus | undefined): ReadonlyMap<string, CorpusPage> {
  const good = (previous?.pages ?? []).filter(({ isRepaired }) => isRepaired !== true)
  return new Map(good.map((page) => [page.path, page]))
}
