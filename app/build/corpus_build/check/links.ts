import { posix } from 'node:path'
import { AI_CATALOG_FILE, ARD_FILE, SERVER_CARD_FILE } from '../../../contract/identity.ts'
import { decodePercentLeniently } from '../../../contract/percent_encoding.ts'
import { type Problem, problemAt, quote } from '../../../contract/problem.ts'
import { explainUnsafeAddress, UNSAFE_SCHEMES, urlPathOf } from '../../../docs/model/addresses.ts'
import { isAssetName } from '../../../docs/model/asset.ts'
import type {
  Source,
  SourceChange,
  SourceLink,
  SourceLock,
  SourcePage,
} from '../../../docs/model/source.ts'
import { findNearest } from '../../../text/source_text/nearest_word.ts'
import { explainAbsentAnchor } from './_anchors.ts'

export type SiteIndex = {
  readonly byFile: ReadonlyMap<string, SourcePage>
  readonly byPath: ReadonlyMap<string, SourcePage>
  /** By the paths that pages had before they moved. */
  readonly byOldPath: ReadonlyMap<string, SourcePage>
  /** By the paths that `ids.lock` had, of pages that moved since then without a redirect. */
  readonly byLockedPath: ReadonlyMap<string, SourcePage>
  /** A folder that no page names is no address, and its first page may be meant. */
  readonly firstBelow: ReadonlyMap<string, SourcePage>
  /** Names in each folder, to guess what the author of a dead link meant. */
  readonly byFolder: ReadonlyMap<string, readonly string[]>
  /** Files of each name, because a page that moved to another folder often keeps it. */
  readonly byName: ReadonlyMap<string, readonly string[]>
  /** Paths of generated files, without a leading slash. */
  readonly generated: ReadonlySet<string>
}

/** Files that the build writes besides the pages, or that the service answers. */
const GENERATED = [
  'search/',
  'changelog/',
  'llms.txt',
  'docs-manifest.json',
  'docs-data/pages.json',
  'docs-data/status.json',
  'docs-data/changes.json',
  'changelog/feed.xml',
  '.well-known/mcp.json',
  '.well-known/agent-card.json',
  '.well-known/agent.json',
  '.well-known/api-catalog',
  SERVER_CARD_FILE,
  AI_CATALOG_FILE,
  ARD_FILE,
  '.well-known/agent-skills/index.json',
  'developers/openapi.yaml',
  'developers/workflows.arazzo.yaml',
  'developers/asyncapi.yaml',
  'sitemap.xml',
  'robots.txt',
  'api/public/docs/status',
  'api/public/docs/pages',
  'api/public/docs/capabilities',
]

export type PageIds = ReadonlyMap<string, string>

const SCHEME = /^[a-z][a-z0-9+.-]*:/i
const UNSAFE_SCHEME = new RegExp(`^(?:${UNSAFE_SCHEMES}):`, 'i')

// A larger folder is not searched for near misses, because each name costs a comparison.
const GUESSES_MAX = 1000

export function indexSite({ pages, lock, registry }: Source, ids: PageIds): SiteIndex {
  const byFolder = new Map<string, string[]>()
  for (const { file } of pages) {
    const folder = posix.dirname(file)
    const names = byFolder.get(folder)
    if (names === undefined) byFolder.set(folder, [posix.basename(file)])
    else names.push(posix.basename(file))
  }
  const { llmsFullPath } = registry
  const full = llmsFullPath === undefined ? [] : [llmsFullPath.slice(1)]
  return {
    byFile: new Map(pages.map((page) => [page.file, page])),
    byPath: new Map(pages.map((page) => [page.path, page])),
    byOldPath: indexOldPaths(pages),
    byLockedPath: indexLockedPaths(pages, lock, ids),
    firstBelow: indexFirstPages(pages),
    byFolder,
    byName: Map.groupBy(
      pages.map(({ file }) => file),
      (file) => posix.basename(file),
    ),
    generated: new Set([...GENERATED, ...full]),
  }
}

function indexOldPaths(pages: readonly SourcePage[]): SiteIndex['byOldPath'] {
  const paths = pages.flatMap((page) => page.redirectFrom.map(({ text }) => [text, page] as const))
  return new Map(paths)
}

function indexLockedPaths(
  pages: readonly SourcePage[],
  { entries }: SourceLock,
  ids: PageIds,
): SiteIndex['byLockedPath'] {
  const byId = new Map(pages.map((page) => [ids.get(page.file), page]))
  const moved = entries.flatMap(({ id, path }) => {
    const page = byId.get(id)
    return page === undefined ? [] : [[urlPathOf(path), page] as const]
  })
  return new Map(moved)
}

function indexFirstPages(pages: readonly SourcePage[]): SiteIndex['firstBelow'] {
  const firsts = new Map<string, SourcePage>()
  for (const page of pages) {
    const segments = page.path.split('/').slice(0, -1)
    for (let depth = 0; depth <= segments.length; depth += 1) {
      const folder = segments.slice(0, depth).join('/')
      if (!firsts.has(folder)) firsts.set(folder, page)
    }
  }
  return firsts
}

/** Finds links that are dead, leave the corpus, or could run code. */
export function checkLinks(
  pages: readonly SourcePage[],
  changes: readonly SourceChange[],
  site: SiteIndex,
): readonly Problem[] {
  // A corpus without pages is one problem, which is already reported.
  if (pages.length === 0) return []
  return [
    ...pages.flatMap((page) => page.links.flatMap((link) => checkLink(link, site, page))),
    ...changes.flatMap((change) => change.links.flatMap((link) => checkLink(link, site))),
  ]
}

/** `page` has the link; it is absent for a link of the changelog. */
function checkLink(link: SourceLink, site: SiteIndex, page?: SourcePage): readonly Problem[] {
  const { href, place, image } = link
  if (UNSAFE_SCHEME.test(href)) return [explainUnsafeAddress(place, href)]
  if (SCHEME.test(href) || href.startsWith('//')) return []
  const target = decodePercentLeniently(href.replace(/[?#].*$/s, ''))
  const anchor = decodePercentLeniently(/#(.*)$/s.exec(href)?.[1] ?? '')
  // The reader of these files has already said what is wrong with one.
  if (page !== undefined && (image || (!target.startsWith('/') && isAssetName(target)))) return []
  if (image) {
    const what = `the image ${quote(decodePercentLeniently(href))} is not published`
    return [problemAt(place, what, 'show it on a page, or link to its https address')]
  }
  if (target === '' && page !== undefined) return checkAnchor(link, anchor, page)
  const found = site.byFile.get(resolveFile(target, page))
  if (found !== undefined) return checkAnchor(link, anchor, found)
  if (target.startsWith('/')) return checkAbsoluteLink(link, target, anchor, site)
  return [explainDeadRelativeLink(link, target, site, page)]
}

/** Path below `pages/` of the file that a link refers to, relative or from the site's root. */
function resolveFile(target: string, page: SourcePage | undefined): string {
  if (target.startsWith('/')) return posix.normalize(target.slice(1))
  return posix.join(folderOf(page), target).replace(/^\.\.\/pages\//, '')
}

// The changelog lies beside the folder of the pages.
function folderOf(page: SourcePage | undefined): string {
  return page === undefined ? '../changelog' : posix.dirname(page.file)
}

function checkAbsoluteLink(
  link: SourceLink,
  target: string,
  anchor: string,
  site: SiteIndex,
): readonly Problem[] {
  const path = target.slice(1)
  if (site.generated.has(path)) return []
  const twin = /^(?:(.*)\/)?index\.md$/.exec(path)
  if (twin !== null && site.byPath.has(twin[1] ?? '')) return []
  const bare = path.replace(/\/$/, '')
  const page = site.byPath.get(bare)
  // Page addresses end in a slash (shapes: pages), and links are published as written.
  if (page !== undefined && (path === '' || path.endsWith('/'))) {
    return checkAnchor(link, anchor, page)
  }
  const meant = page?.file ?? guessFile(bare, site)
  const found = meant === undefined ? undefined : site.byFile.get(meant)?.path
  return [explainDeadLink(link, target, found === undefined ? undefined : writeAddress(found))]
}

function explainDeadRelativeLink(
  link: SourceLink,
  target: string,
  site: SiteIndex,
  page: SourcePage | undefined,
): Problem {
  const file = resolveFile(target, page)
  if (file === '..' || file.startsWith('../')) {
    const what = `the link ${quote(target === '' ? link.href : target)} points outside the pages`
    return problemAt(link.place, what, 'link to a page, or to an https address')
  }
  const bare = file.replace(/^\.?\/|\/$|^\.$/, '').replace(/\.(html?|mdx?)$/, '')
  const meant = site.byPath.get(bare)?.file ?? guessFile(bare, site)
  if (meant === undefined) return explainDeadLink(link, target, undefined)
  const address = page === undefined ? `../pages/${meant}` : meant
  return explainDeadLink(link, target, posix.relative(folderOf(page), address))
}

/** The address of a page on its site. */
export function writeAddress(path: string): string {
  return path === '' ? '/' : `/${path}/`
}

/**
 * The file that a path may mean: the one that was there, the first one below it, one of a like name
 * beside it, or the one of its name in another folder.
 */
export function guessFile(bare: string, site: SiteIndex): string | undefined {
  const places = [site.byOldPath, site.byLockedPath, site.firstBelow]
  const known = places.values().map((pages) => pages.get(bare))
  const found = known.find((page) => page !== undefined)
  if (found !== undefined) return found.file
  const [folder, name] = [posix.dirname(bare), `${posix.basename(bare)}.md`]
  const names = site.byFolder.get(folder) ?? []
  const meant = names.length > GUESSES_MAX ? undefined : findNearest(name, names)
  if (meant !== undefined) return posix.join(folder, meant)
  const namesakes = site.byName.get(name) ?? []
  return namesakes.length === 1 ? namesakes[0] : undefined
}

function explainDeadLink(link: SourceLink, target: string, meant: string | undefined): Problem {
  return problemAt(
    link.place,
    `the link ${quote(target)} does not lead to a page`,
    meant === undefined ? 'link to an existing page' : `write ${quote(meant)}`,
  )
}

function checkAnchor({ place }: SourceLink, anchor: string, page: SourcePage): readonly Problem[] {
  return [explainAbsentAnchor(place, anchor, page) ?? []].flat()
}
