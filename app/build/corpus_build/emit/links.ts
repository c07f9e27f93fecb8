import { posix } from 'node:path'
import { decodePercentLeniently } from '../../../contract/percent_encoding.ts'
import { baseOf, pageHref, prefixOf, sourcePath } from '../../../docs/model/addresses.ts'
import type { Asset } from '../../../docs/model/asset.ts'
import type { Corpus, CorpusPage } from '../../../docs/model/corpus.ts'
import type { ResolveLink } from '../../../text/source_text/markdown.ts'

/** Resolves links of a corpus: to absolute addresses for machines, within the site for HTML. */
type Links = {
  readonly absolute: (page: CorpusPage) => ResolveLink
  readonly withinSite: (page: CorpusPage) => ResolveLink
  readonly assetOf: (page: CorpusPage) => (href: string) => Asset | undefined
  /** For the changelog, whose links start with a slash or a scheme. */
  readonly change: ResolveLink
}

type Site = {
  readonly byFile: ReadonlyMap<string, CorpusPage>
  readonly byPath: ReadonlyMap<string, CorpusPage>
  readonly byAsset: ReadonlyMap<string, Asset>
  /** What precedes a path that starts with a slash. */
  readonly root: string
  readonly addressOf: (page: CorpusPage) => string
}

export function createLinks(corpus: Pick<Corpus, 'baseUrl' | 'pages' | 'assets'>): Links {
  const { baseUrl } = corpus
  const byFile = new Map(corpus.pages.map((page) => [sourcePath(page), page]))
  const byPath = new Map(corpus.pages.map((page) => [page.path, page]))
  const byAsset = new Map(corpus.assets.map((asset) => [asset.file, asset]))
  const absolute: Site = {
    byFile,
    byPath,
    byAsset,
    root: baseOf(baseUrl),
    addressOf: (page) => page.record.url,
  }
  const withinSite: Site = {
    byFile,
    byPath,
    byAsset,
    root: prefixOf(baseUrl),
    addressOf: (page) => pageHref(page, baseUrl),
  }
  return {
    absolute: (page) => (href) =>
      href.startsWith('#') ? page.record.url + href : resolve(absolute, folderOf(page), href),
    withinSite: (page) => (href) =>
      href.startsWith('#') ? href : resolve(withinSite, folderOf(page), href),
    assetOf: (page) => (href) => findAsset(absolute, folderOf(page), href),
    change: (href) => resolve(absolute, '.', href),
  }
}

function folderOf(page: CorpusPage): string {
  return posix.dirname(sourcePath(page))
}

function resolve(site: Site, folder: string, href: string): string {
  if (/^[a-z][a-z0-9+.-]*:/i.test(href) || href.startsWith('//')) return href
  const at = href.search(/[?#]/)
  const path = at < 0 ? href : href.slice(0, at)
  const rest = at < 0 ? '' : href.slice(at)
  const page = path.startsWith('/')
    ? site.byPath.get(decodePercentLeniently(path).replace(/^\/+|\/$/g, ''))
    : site.byFile.get(posix.join(folder, decodePercentLeniently(path)))
  if (page !== undefined) return site.addressOf(page) + rest
  const asset = findAsset(site, folder, href)
  if (asset !== undefined) return `${site.root}/${asset.published}`
  // Anything else, such as /llms.txt, is a file of the build or the service.
  return site.root + posix.join('/', path.startsWith('/') ? '' : folder, path) + rest
}

function findAsset(site: Site, folder: string, href: string): Asset | undefined {
  const path = decodePercentLeniently(href.replace(/[?#].*$/s, ''))
  const file = path.startsWith('/') ? posix.normalize(path.slice(1)) : posix.join(folder, path)
  return site.byAsset.get(file)
}
