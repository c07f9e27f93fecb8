import { posix } from 'node:path'
import { decodePercentLeniently } from '../../contract/percent_encoding.ts'
import { startOfFile } from '../../contract/problem.ts'
import { createCollector } from '../../files/garbage.ts'
import type {
  Generator,
  Recognition,
  Redirect,
  Site,
  SiteContext,
  SitePage,
} from '../../foreign_source/generator.ts'
import { choose } from '../../foreign_source/source/choice.ts'
import type { SourceFolder } from '../../foreign_source/source/source_files.ts'
import { nameAnchor } from '../../html_pages/anchor_names.ts'
import { isMarkdownOfPage, readMarkdownText } from './_markdown_text.ts'
import { findMenu, keyOf, orderPages } from './_order.ts'
import { type HtmlPage, readHtml, readHtmlPage } from './_pages.ts'
import { nameSite, type SiteNames } from './_site_names.ts'

const HTML = /\.html?$/i

/** Trees of pages leave more garbage than all that is kept of them. */
const GAIN_BYTES_MAX = 48_000_000

/** A website of which only the pages are there, whatever made it. */
export const html: Generator = {
  name: 'HTML',
  recognise: recogniseHtml,
  readSite: readHtmlSite,
}

/** More pages of HTML than of Markdown, and one at the root of the site. */
function recogniseHtml({ files }: SourceFolder): Recognition | undefined {
  const pages = files.filter((file) => HTML.test(file))
  const texts = files.filter((file) => {
    return /\.(?:mdx?|markdown|rst|adoc)$/i.test(file) && !isMarkdownOfPage(file)
  })
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
  const collect = createCollector(GAIN_BYTES_MAX)
  const all = files.flatMap((file) => {
    // The tree of a page takes a hundred times its bytes.
    collect()
    return readHtmlPage(source, file, { linked, find, root: marker, report: context.report }) ?? []
  })
  const names = nameSite(all, { marker, folder })
  const read = keepPages(all, names, { source, context })
  const kept = new Set(read.map(({ file }) => file))
  const menu = findMenu(all, kept, source, folder)
  const texts = new Map(read.map(({ file, text, places }) => [file, { text, places }]))
  const order = orderPages(read, menu)
  const moved = readRedirects(all, find, source, folder)
  return {
    title: names.title,
    language: names.language,
    license: names.license,
    baseAddress: names.baseAddress,
    pages: order.map((page) => ({
      ...makePage(page, folder, names, moved.aliases),
      ...(source.has(`${page.file}.md`) ? ({ markup: 'markdown' } as const) : {}),
    })),
    menu,
    redirects: moved.redirects.filter(({ to }) => to !== ''),
    anchors: 'none',
    markup: 'html',
    cutsNumbers: false,
    prepare: (_, { file }) => {
      const markdown = readMarkdownText(source, file)
      if (markdown !== undefined) return markdown
      const { text = '', places } = texts.get(file) ?? {}
      // A text is asked for once, and then part of its page.
      texts.delete(file)
      return text.split('\n').map((each, at) => ({ text: each, file, line: places?.[at] ?? 1 }))
    },
    isRead: true,
    fileRoots: [folder, ''],
  }
}

/** What Sphinx writes where a page has none. */
const NO_TITLE = '<no title>'

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
    ...(title === undefined || title === '' || title === NO_TITLE ? {} : { title }),
    ...(description === undefined ? {} : { description }),
    ...(updated === undefined ? {} : { updated }),
  }
}

/** Anchors that any page of the site links to; a rough match is enough to keep one. */
function findLinkedAnchors(source: SourceFolder, files: readonly string[]): ReadonlySet<string> {
  const linked = new Set<string>()
  for (const file of files) {
    const found = readHtml(source, file).matchAll(
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
    // The folder may be below the path of the site, or have that path itself.
    if (path.startsWith('/'))
      return known.get(keyOf(posix.join(folder, path))) ?? known.get(keyOf(path))
    return known.get(keyOf(posix.join(posix.dirname(from), path)))
  }
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
  return all.filter(({ file, metadata, text, kind }) => {
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
    if (kind === 'generated' || text === '') {
      const what =
        kind === 'generated' ? 'the page was generated for the old site' : 'the page has no text'
      const fix = 'write its text as a page if readers need it'
      report.addNote(place, `${what} and is left out`, fix)
      return false
    }
    return true
  })
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
