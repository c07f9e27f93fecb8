import { HTTP_OPERATIONS } from '../../../contract/operations/mod.ts'
import { type Problem, problemAt, quote } from '../../../contract/problem.ts'
import { findSearchablePage } from '../../../docs/model/searchable_page.ts'
import type {
  Field,
  Source,
  SourceAllowlist,
  SourcePage,
  SourceRegistry,
} from '../../../docs/model/source.ts'
import { checkAddresses } from './addresses.ts'
import { checkPublicNames } from './business.ts'
import { checkChanges } from './changes.ts'
import { checkFolders } from './folders.ts'
import { checkImages } from './images.ts'
import { checkLinks, indexSite, type PageIds } from './links.ts'
import { checkCapability } from './names.ts'
import { checkQuestions } from './questions.ts'
import { checkRedirectList, checkRedirects } from './redirects.ts'
import { checkSearchMeans } from './search_means.ts'
import { checkThemeLinks } from './theme.ts'

export function checkCorpus(source: Source, ids: PageIds): readonly Problem[] {
  const { registry, business, pages, changes } = source
  const site = indexSite(source, ids)
  const publicNames = registry.tools.map(({ text }) => text)
  return [
    ...checkBothKeys(registry, source.allowlist),
    ...checkPublicNames(business.tools, publicNames),
    ...checkAddresses(pages, registry.llmsFullPath),
    ...[...listCapabilityFields(source)].flatMap((field) => checkCapability(field, registry)),
    ...checkLinks(pages, changes, site),
    ...checkRedirects(pages, site),
    ...checkRedirectList(source.redirects, pages, site),
    ...checkFolders(source.folders, pages),
    ...checkChanges(changes, registry, site),
    ...checkSearchable(pages.filter(({ search }) => search.standing !== 'hidden')),
    ...checkSearchMeans(registry.search, pages),
    ...checkQuestions(pages),
    ...checkThemeLinks(source),
    ...checkImages(source),
  ]
}

/** Each place that names a capability of pages, once: many pages may have it from one folder. */
function listCapabilityFields({ pages, folders, registry }: Source): ReadonlySet<Field> {
  const defaults = [registry.pageDefaults, ...folders.map((folder) => folder.defaults)]
  const inherited = defaults.flatMap(({ capability }) => capability ?? [])
  return new Set([...pages.map(({ capability }) => capability), ...inherited])
}

/** The descriptions search for a page in their examples, and workflows run with the result. */
function checkSearchable(pages: readonly SourcePage[]): readonly Problem[] {
  const [first] = pages
  // A page without a title or description is already reported.
  if (
    first === undefined ||
    !pages.every(({ title, description }) => title.text && description.text)
  )
    return []
  if (findSearchablePage(pages, wordsOf) !== undefined) return []
  const what = 'no page has a title or description with a searchable word'
  return [problemAt(first.title.place, what, 'write a title with a letter or a digit')]
}

function wordsOf({ title, description }: SourcePage) {
  return { title: title.text, description: description.text }
}

/**
 * Each operation of the HTTP API needs both keys (contract 1, rule 4). The registry's own checks
 * require all of them; this compares it with the second key.
 */
function checkBothKeys(registry: SourceRegistry, allowlist: SourceAllowlist): readonly Problem[] {
  const [described, allowed] = [registry.operations, allowlist.operations]
  if (described === undefined || allowed === undefined) return []
  const known = allowed.filter(({ text }) => HTTP_OPERATIONS.some((name) => name === text))
  const isIn = (list: readonly Field[], { text }: Field) => list.some((each) => each.text === text)
  const undescribed = known.filter((field) => !isIn(described, field))
  const unlisted = described.filter((field) => !isIn(allowed, field))
  const report = (state: string, fix: string) => (field: Field) => {
    const what = `the operation ${quote(field.text)} is ${state}`
    return problemAt(field.place, what, `${fix}; all of them are published`)
  }
  const describe = 'describe it under "operations" in registry.yaml'
  return [
    ...undescribed.map(report('allowlisted, but the registry does not describe it', describe)),
    ...unlisted.map(
      report('described, but the allowlist does not name it', 'add it to allowlist.yaml'),
    ),
  ]
}
