import type { Capability, Change } from '../../contract/corpus.ts'
import { noticeOf } from '../../contract/notice.ts'
import { HTTP_OPERATIONS } from '../../contract/operations/mod.ts'
import { compare } from '../../contract/problem.ts'
import type { Registry } from '../../contract/registry.ts'
import { findLatest, listSisters } from '../../contract/registry_sisters.ts'
import { findSharedLanguage } from '../../contract/script_language.ts'
import { readStatus } from '../../contract/statuses.ts'
import type { Corpus, CorpusPage } from '../../docs/model/corpus.ts'
import type { Tab } from '../../docs/model/folder.ts'
import { PLAIN_LAYOUT } from '../../docs/model/page_layout.ts'
import { insertServedAddress } from '../../docs/model/served_address.ts'
import type {
  Field,
  Source,
  SourceChange,
  SourceFolder,
  SourcePage,
} from '../../docs/model/source.ts'
import type { IdAssignment } from './_page_ids.ts'
import { isLoopbackAddress } from './check/addresses.ts'

/** Builds the one value that all emitters read, from a source without problems. */
export function assembleCorpus(source: Source, { ids, lock }: IdAssignment): Corpus {
  const registry = source.registry.value
  if (registry === undefined) throw new Error('Cannot assemble the corpus: no registry was read')
  const pages = source.pages
    .map((page) => toCorpusPage(page, registry, source.baseUrl, ids))
    .sort((a, b) => compare(a.path, b.path))
  return {
    registry: introduceSisters(
      withPublicAddresses(withLanguage(registry, source), source.baseUrl),
      source.baseUrl,
    ),
    business: source.business.registry,
    example: source.business.example,
    baseUrl: source.baseUrl,
    published: HTTP_OPERATIONS.filter((operation) => source.allowlist.value.includes(operation)),
    capabilities: capabilitiesOf(registry, pages),
    pages,
    folders: source.folders.map(({ path, title, entries, tabs }) => ({
      path,
      title,
      entries: entries.map((entry) => ({ ...entry, name: entry.text })),
      ...(tabs.length === 0 ? {} : { tabs: tabs.map(toTab) }),
    })),
    assets: source.assets,
    brand: source.brand,
    skills: source.skills.skills,
    ownInstructions: registry.service.instructions,
    redirects: source.redirects.map(({ fields, ...redirect }) => redirect),
    changes: changesOf(source.changes, pages, source.baseUrl),
    sisters: source.sisters.pages,
    lock,
  }
}

function toTab({ title, names }: SourceFolder['tabs'][number]): Tab {
  return { title, names: names.map(textOf) }
}

/** Where nothing names the language of the pages, their script may. */
function withLanguage(registry: Registry, { registry: own, pages }: Source): Registry {
  if (own.isLanguageStated) return registry
  const language = findSharedLanguage(pages.map(({ body }) => body))
  return language === undefined
    ? registry
    : { ...registry, service: { ...registry.service, language } }
}

/** Models learn which version and language they read, and where the others are. */
function introduceSisters(registry: Registry, baseUrl: string): Registry {
  const sisters = listSisters(registry, baseUrl)
  const own = sisters.find(({ isOwn }) => isOwn)
  if (own === undefined) return registry
  const others = sisters
    .filter(({ isOwn }) => !isOwn)
    .map(({ label, address, isLatest }) => {
      return `- ${label}${isLatest ? ' (latest)' : ''}: ${address}/mcp`
    })
  const latest = findLatest(sisters)
  const old = latest === undefined ? '' : ` The latest version is ${latest.version}.`
  const here = `This documentation is of version ${own.version}, in the language ${own.language}.`
  const instructions = [
    registry.service.instructions.trimEnd(),
    `${here}${old} Its other versions and languages have servers of their own:`,
    others.join('\n'),
  ].join('\n\n')
  return { ...registry, service: { ...registry.service, instructions } }
}

/** A publisher's address on this machine is nobody else's: the service itself stands for it. */
function withPublicAddresses(registry: Registry, baseUrl: string): Registry {
  const { service } = registry
  const url = (own: string) => (isLoopbackAddress(own) ? `${baseUrl}/` : own)
  const organization = { ...service.organization, url: url(service.organization.url) }
  const contact = { ...service.contact, url: url(service.contact.url) }
  return { ...registry, service: { ...service, organization, contact } }
}

/** A page as the emitters read it. */
export function toCorpusPage(
  page: SourcePage,
  registry: Registry,
  baseUrl: string,
  ids: ReadonlyMap<string, string>,
): CorpusPage {
  const capability = registry.capabilities.find(({ id }) => id === page.capability.text)
  const id = ids.get(page.file)
  if (capability === undefined || id === undefined) {
    throw new Error(`Cannot assemble page "${page.file}": it was not checked`)
  }
  const url = page.path === '' ? `${baseUrl}/` : `${baseUrl}/${encodeURI(page.path)}/`
  return {
    file: `pages/${page.file}`,
    path: page.path,
    record: {
      id,
      kind: page.kind.text,
      url,
      title: page.title.text,
      description: page.description.text,
      status: capability.status,
      updated: page.updated.text,
      markdown_url: `${url}index.md`,
      ...noticeOf(capability.status),
    },
    capability: capability.id,
    body: insertServedAddress(page.body, page.path, registry, baseUrl),
    bodyLine: page.bodyLine,
    search: page.search,
    ...(page.layout === PLAIN_LAYOUT ? {} : { layout: page.layout }),
    ...(page.api === undefined ? {} : { api: page.api }),
    ...(page.redirectFrom.length === 0 ? {} : { redirectFrom: page.redirectFrom.map(textOf) }),
    ...(page.isDated ? {} : { isUndated: true }),
  }
}

const textOf = ({ text }: Field): string => text

function capabilitiesOf(registry: Registry, pages: readonly CorpusPage[]): readonly Capability[] {
  const byCapability = Map.groupBy(pages, ({ capability }) => capability)
  return registry.capabilities.map(({ id, title, description, status }) => ({
    id,
    title,
    description,
    status,
    pages: (byCapability.get(id) ?? []).map(({ record }) => record.id),
    ...noticeOf(status),
  }))
}

/** Newest first; changes of the same day are ordered by id. */
function changesOf(
  changes: readonly SourceChange[],
  pages: readonly CorpusPage[],
  baseUrl: string,
): readonly Change[] {
  const byFile = new Map(pages.map((page) => [page.file, page.record.url]))
  const byCapability = new Map<string, string>()
  for (const { capability, record } of pages) {
    if (!byCapability.has(capability)) byCapability.set(capability, record.url)
  }
  return changes
    .map((change): Change => {
      const status = readStatus(change.status?.text)
      return {
        id: change.id,
        date: change.date.text,
        title: change.title.text,
        summary: change.summary,
        url:
          byFile.get(`pages/${change.page?.text}`) ??
          byCapability.get(change.capability?.text ?? '') ??
          `${baseUrl}/changelog/feed.xml`,
        ...(change.capability === undefined ? {} : { capability: change.capability.text }),
        ...(status === undefined ? {} : { status }),
      }
    })
    .sort((a, b) => compare(b.date, a.date) || compare(a.id, b.id))
}
