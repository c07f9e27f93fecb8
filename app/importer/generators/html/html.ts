import { posix } from 'node:path'
import { decodePercentLeniently } from '../../../contract/percent_encoding.ts'
import { startOfFile } from '../../../contract/problem.ts'
import { choose } from '../../source/choice.ts'
import type { SourceFolder } from '../../source/source_files.ts'
import type {
  Generator,
  MenuEntry,
  Recognition,
  Redirect,
  Site,
  SiteContext,
  SitePage,
} from '../generator.ts'
import { nameAnchor } from './_anchor_names.ts'
import type { Line } from './_inline.ts'
import { mergeMenus } from './_menu.ts'
import { type HtmlPage, readHtmlPage } from './_pages.ts'
import { nameSite, type SiteNames } from './_site_names.ts'

const HTML = /\.html?$/i

/** A website of which only the pages are there, whatever made it. */
export const html: Generator = {
  name: 'HTML',
  recognise: recogniseHtml,
  readSite: readHtmlSite,
}

/** More pages of HTML than of Markdown, and one at the root of the site. */
function recogniseHtml({ files }: SourceFolder): Recognition | undefined {
  const pages = files.filter((file) => HTML.test(file))
  const texts = files.filter((file) => /\.(?:mdx?|markdown|rst|adoc)$/i.test(file))
  if (pages.length === 0 || texts.length >= pages.length) return undefined
  const depthOf = (file: string) => file.split('/').length
  const roots = pages.filter((file) => /(?:^|\/)(?:index|contents|toc)\.html?$/i.test(file))
  const [root = pages[0]] = roots.sort((a, b) => depthOf(a) - depthOf(b))
  if (root === undefined) return undefined
  const folder = posix.dirname(root) === '.' ? '' : posix.dirname(root)
  return { marker: root, folder: pages.every((file) => file.startsWith(folder)) ? folder : '' }
}

function readHtmlSite(
  source: SourceFolder,
  { marker, folder }: Recognition,
  context: SiteContext,
): Site {
  const files = source.files.filter((file) => HTML.test(file))
  const linked = findLinkedAnchors(source, files)
  const find = createFileFinder(files, folder)
  const all = files.flatMap(
    (file) =>
      readHtmlPage(source, file, { linked, find, root: marker, report: context.report }) ?? [],
  )
  const names = nameSite(all, { marker, folder })
  const read = keepPages(all, names, { source, context })
  const kept = new Set(read.map(({ file }) => file))
  const menu = findMenu(all, kept, source, folder)
  const texts = new Map<string, readonly Line[]>(read.map(({ file, lines }) => [file, lines]))
  const order = orderPages(read, menu)
  const moved = readRedirects(all, find, source, folder)
  return {
    title: names.title,
    language: names.language,
    license: names.license,
    baseAddress: names.baseAddress,
    pages: order.map((page) => makePage(page, folder, names, moved.aliases)),
    menu,
    redirects: moved.redirects.filter(({ to }) => to !== ''),
    anchors: 'none',
    markup: 'html',
    cutsNumbers: false,
    prepare: (_, { file }) => (texts.get(file) ?? []).map((line) => ({ ...line, file })),
    fileRoots: [folder],
  }
}

function makePage(
  page: HtmlPage,
  folder: string,
  names: SiteNames,
  aliases: ReadonlyMap<string, readonly string[]>,
): SitePage {
  const address = posix.relative(folder, page.file)
  const { description, updated } = page.metadata
  const title = page.hasTitle ? undefined : names.cutTitle(page.metadata.title)
  return {
    file: page.file,
    named: address.replace(HTML, '.md'),
    oldAddress: address,
    aliases: aliases.get(page.file) ?? [],
    ...(title === undefined || title === '' ? {} : { title }),
    ...(description === undefined ? {} : { description }),
    ...(updated === undefined ? {} : { updated }),
  }
}

/** Anchors that any page of the site links to; a rough match is enough to keep one. */
function findLinkedAnchors(source: SourceFolder, files: readonly string[]): ReadonlySet<string> {
  const linked = new Set<string>()
  for (const file of files) {
    const found = (source.read(file) ?? '').matchAll(
      /\bhref\s*=\s*["']?[^"'\s>#]{0,500}#([^"'\s>]+)/gi,
    )
    for (const [, anchor = ''] of found) linked.add(nameAnchor(decodePercentLeniently(anchor)))
  }
  return linked
}

/** The file of the site that an address on a page leads to. */
type FindFile = (href: string, from: string) => string | undefined

function createFileFinder(files: readonly string[], folder: string): FindFile {
  const known = new Map(files.map((file) => [keyOf(file), file]))
  return (href, from) => {
    const path = decodePercentLeniently(href.replace(/[?#].*$/s, ''))
    if (path === '' || /^[a-z][a-z0-9+.-]*:|^\/\//i.test(path)) return undefined
    const base = path.startsWith('/')
      ? posix.join(folder, path)
      : posix.join(posix.dirname(from), path)
    return known.get(keyOf(base))
  }
}

function keyOf(path: string): string {
  return (
    path
      .replace(/^\.?\/+|\/+$/g, '')
      .replace(HTML, '')
      .replace(/(?:^|\/)index$/i, '') || '.'
  )
}

/** Pages with text of one language; what is hidden, moved or empty is told. */
function keepPages(
  all: readonly HtmlPage[],
  names: SiteNames,
  { source, context }: { readonly source: SourceFolder; readonly context: SiteContext },
): readonly HtmlPage[] {
  const { report, wishes } = context
  const languages = names.languages
  const chosen =
    languages.length > 1
      ? choose({ what: 'language', found: languages, shown: source.root }, wishes.language, report)
      : undefined
  return all.filter(({ file, metadata, lines, kind }) => {
    const place = startOfFile(source.show(file))
    if (metadata.redirect !== undefined) return false
    if (chosen !== undefined && (metadata.language ?? languages[0]) !== chosen) return false
    if (metadata.isHidden) {
      report.addNote(
        place,
        'the page says "noindex" and is left out',
        'remove it to import the page',
      )
      return false
    }
    if (kind === 'generated' || lines.length === 0) {
      const what =
        kind === 'generated' ? 'the page is made for its old site' : 'the page has no text'
      report.addNote(place, `${what} and is left out`, 'nothing, or write its text as a page')
      return false
    }
    return true
  })
}

/** The menu that pages show; other pages in the order in which they lead on, or of the sitemap. */
function findMenu(
  all: readonly HtmlPage[],
  kept: ReadonlySet<string>,
  source: SourceFolder,
  folder: string,
): readonly MenuEntry[] {
  const menu = keepEntries(mergeMenus(all.flatMap(({ menus }) => menus)), kept)
  const listed = new Set(listPages(menu))
  if (listed.size === kept.size) return menu
  const chain = followPages(all)
  const order = chain.length * 2 >= kept.size ? chain : readSitemap(source, folder, all)
  const rest = order.filter((file) => kept.has(file) && !listed.has(file))
  return [...menu, ...rest.map((file): MenuEntry => ({ kind: 'page', file }))]
}

/** Pages in the order in which each leads to the next, the way of the first page first. */
function followPages(all: readonly HtmlPage[]): readonly string[] {
  const next = new Map(all.map(({ file, next: after }) => [file, after]))
  const targets = new Set(next.values())
  const starts = all.filter(({ file, next: after }) => after !== undefined && !targets.has(file))
  const depthOf = (file: string) => file.split('/').length
  const chain = new Set<string>()
  for (const { file } of starts.toSorted((a, b) => depthOf(a.file) - depthOf(b.file))) {
    for (let at: string | undefined = file; at !== undefined && !chain.has(at); at = next.get(at)) {
      chain.add(at)
    }
  }
  return [...chain]
}

function readSitemap(
  source: SourceFolder,
  folder: string,
  all: readonly HtmlPage[],
): readonly string[] {
  const text = source.read(posix.join(folder, 'sitemap.xml')) ?? ''
  const addresses = [...text.matchAll(/<loc>\s*([^<\s]+)\s*<\/loc>/g)].map(([, loc = '']) => {
    return keyOf(decodePercentLeniently(loc.replace(/^[a-z]+:\/\/[^/]+/i, '')))
  })
  const keys = all.map(({ file }) => ({ file, key: keyOf(posix.relative(folder, file)) }))
  // The site may lie below a path of its host.
  return addresses.flatMap((address) => {
    const found = keys.filter(({ key }) => address === key || address.endsWith(`/${key}`))
    return found.sort((a, b) => b.key.length - a.key.length)[0]?.file ?? []
  })
}

function keepEntries(
  entries: readonly MenuEntry[],
  kept: ReadonlySet<string>,
): readonly MenuEntry[] {
  return entries.flatMap((entry): readonly MenuEntry[] => {
    if (entry.kind === 'link') return []
    if (entry.kind === 'page') return kept.has(entry.file) ? [entry] : []
    const { file, title } = entry
    const inner = keepEntries(entry.entries, kept)
    const isPage = file !== undefined && kept.has(file)
    if (inner.length === 0) return isPage ? [{ kind: 'page', file, title }] : []
    return [{ kind: 'group', title, entries: inner, ...(isPage ? { file } : {}) }]
  })
}

function listPages(entries: readonly MenuEntry[]): readonly string[] {
  return entries.flatMap((entry): readonly string[] => {
    if (entry.kind === 'link') return []
    if (entry.kind === 'page') return [entry.file]
    return [...(entry.file === undefined ? [] : [entry.file]), ...listPages(entry.entries)]
  })
}

function orderPages(pages: readonly HtmlPage[], menu: readonly MenuEntry[]): readonly HtmlPage[] {
  const places = new Map([...new Set(listPages(menu))].map((file, at) => [file, at]))
  const placeOf = ({ file }: HtmlPage) => places.get(file) ?? places.size
  return [...pages].sort((a, b) => placeOf(a) - placeOf(b))
}

type Moves = {
  /** Addresses that pages took over, by the file of the page. */
  readonly aliases: ReadonlyMap<string, readonly string[]>
  readonly redirects: readonly Redirect[]
}

/** Pages that only lead on become old addresses of the page where they lead. */
function readRedirects(
  all: readonly HtmlPage[],
  find: FindFile,
  source: SourceFolder,
  folder: string,
): Moves {
  const aliases = new Map<string, string[]>()
  const redirects: Redirect[] = []
  for (const { file, metadata } of all) {
    const { redirect } = metadata
    if (redirect === undefined) continue
    const from = `/${posix.relative(folder, file)}`
    const target = find(redirect, file)
    if (target !== undefined && !redirect.includes('#')) {
      aliases.set(target, [...(aliases.get(target) ?? []), from])
      continue
    }
    const anchor = /#.*$/s.exec(redirect)?.[0] ?? ''
    const to = target === undefined ? redirect : `/${posix.relative(folder, target)}${anchor}`
    redirects.push({ from, to, place: startOfFile(source.show(file)) })
  }
  return { aliases, redirects }
}
