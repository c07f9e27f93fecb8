import { posix } from 'node:path'
import { decodePercentLeniently } from '../../contract/percent_encoding.ts'
import type { ResolveLink } from '../../source_text/markdown.ts'
import { baseOf, pageHref, prefixOf, sourcePath } from '../model/addresses.ts'
import type { Corpus, CorpusPage } from '../model/corpus.ts'

/** Resolves links of a corpus: to absolute addresses for machines, within the site for HTML. */
type Links = {
  readonly absolute: (page: CorpusPage) => ResolveLink
  readonly withinSite: (page: CorpusPage) => ResolveLink
  /** For the changelog, whose links start with a slash or a scheme. */
  readonly change: ResolveLink
}

type Site = {
  readonly byFile: ReadonlyMap<string, CorpusPage>
  readonly byPath: ReadonlyMap<string, CorpusPage>
  /** What precedes a path that starts with a slash. */
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
  // Anything else, such as /llms.txt, is a file of the build or the service.
  return site.root + posix.join('/', path.startsWith('/') ? '' : folder, path) + rest
}
