import { posix } from 'node:path'
import { decodePercentLeniently } from '../../contract/percent_encoding.ts'
import type { ResolveLink } from '../../source_text/markdown.ts'
import { baseOf, pageHref, prefixOf, sourcePath } from '../model/addresses.ts'
import type { Corpus, CorpusPage } from '../model/corpus.ts'

/** How links of a corpus become addresses: absolute for machines, within the site for HTML. */
export type Links = {
  readonly absolute: (page: CorpusPage) => ResolveLink
  readonly withinSite: (page: CorpusPage) => ResolveLink
  /** For the changelog, whose links begin with a slash or a scheme. */
  readonly change: ResolveLink
}

type Site = {
  readonly byFile: ReadonlyMap<string, CorpusPage>
  readonly byPath: ReadonlyMap<string, CorpusPage>
  /** Address in front of a path that begins with a slash. */
  readonly root: string
  readonly addressOf: (page: CorpusPage) => string
}

export function createLinks(corpus: Pick<Corpus, 'baseUrl' | 'pages'>): Links {
  const { baseUrl } = corpus
  const byFile = new Map(corpus.pages.map((page) => [sourcePath(page), page]))
  const byPath = new Map(corpus.pages.map((page) => [page.path, page]))
  const absolute: Site = {
    byFile,
    byPath,
    root: baseOf(baseUrl),
    addressOf: (page) => page.record.url,
  }
  const withinSite: Site = {
    byFile,
    byPath,
    root: prefixOf(baseUrl),
    addressOf: (page) => pageHref(page, baseUrl),
  }
  return {
    absolute: (page) => (href) =>
      href.startsWith('#') ? page.record.url + href : resolve(absolute, folderOf(page), href),
    withinSite: (page) => (href) =>
      href.startsWith('#') ? href : resolve(withinSite, folderOf(page), href),
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
  // Anything else, such as /llms.txt, stands where the build or the service puts it.
  return site.root + posix.join('/', path.startsWith('/') ? '' : folder, path) + rest
}
