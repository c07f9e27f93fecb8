import { posix } from 'node:path'
import { decodePercentLeniently } from '../../../contract/percent_encoding.ts'
import { startOfFile } from '../../../contract/problem.ts'
import { createCollector } from '../../../foundation/files/garbage.ts'
import { nameAnchor } from '../../html/anchor_names.ts'
import { attributeOf, findAll, parsePage } from '../../html/tree.ts'
import type { SourceLine } from '../../markdown/source_line.ts'
import { splitLines } from '../../markdown/source_line.ts'
import { writeContainers } from '../../source/dialects/containers.ts'
import { readSourceFrontMatter } from '../../source/files/front_matter.ts'
import type { SourceFolder } from '../../source/files/source_files.ts'
import type {
  Generator,
  Recognition,
  Redirect,
  Site,
  SiteContext,
  SitePage,
} from '../../source/generator.ts'
import { compareSample } from './_around_text.ts'
import { chooseEdition } from './_editions.ts'
import { GAIN_BYTES_MAX, HTML, readHtml } from './_html_file.ts'
import { keepPages } from './_kept_pages.ts'
import { findKind, LOADED_MENUS, noteLeftOut } from './_kinds.ts'
import { type MenuItem, MergedMenu, readBox } from './_menu.ts'
import { findMenu, keyOf, orderPages, readSitemap, type Sitemap } from './_order.ts'
import { type HtmlPage, readHtmlPage } from './_pages.ts'
import { nameSite } from './_site_names.ts'
import { markTitle, namePages, type PageNames } from './_titles.ts'

/** A website of which only the pages are there, whatever made it. */
export const html: Generator = {
  name: 'HTML',
  recognise: recogniseHtml,
  readSite: (reading) => readHtmlSite(reading.source, reading, reading),
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

function readHtmlSite(source: SourceFolder, found: Recognition, context: SiteContext): Site {
  const { report } = context
  const start = { ...found, files: source.files.filter((file) => HTML.test(file)) }
  const { folder, marker, files: there, language } = chooseEdition(source, start, context)
  const loaded = new Set(there.filter((file) => isLoadedMenu(file, () => readHtml(source, file))))
  const kinds = Map.groupBy(there, (file) => {
    return loaded.has(file) ? LOADED_MENUS : findKind(posix.relative(folder, file))
  })
  for (const [reason, left] of kinds) {
    if (reason !== undefined) noteLeftOut({ reason, files: left }, source, report)
  }
  const files = kinds.get(undefined) ?? []
  const linked = findLinkedAnchors(source, files)
  const find = createFileFinder([...files, ...loaded], folder)
  const around = compareSample(source, files)
  const menus = new MergedMenu()
  for (const menu of readLoadedMenus(source, loaded, find)) menus.add(menu)
  const collect = createCollector(GAIN_BYTES_MAX)
  const all = files.flatMap((file) => {
    collect()
    return readHtmlPage(source, file, { linked, find, root: marker, around, menus, collect }) ?? []
  })
  around.report(report)
  const names = nameSite(all, { marker, folder })
  const read = keepPages(all, { source, context, names, language })
  for (const { losses } of read) {
    for (const { what, fix, ...place } of losses) report.addLoss(place, what, fix)
  }
  const sitemap = readSitemap(source, folder, files)
  const menu = findMenu(menus.entries(), all, new Set(read.map(({ file }) => file)), sitemap)
  const nameOf = namePages(read, names)
  const texts = new Map(
    read.map((page) => [
      page.file,
      { text: markTitle(page.text, nameOf(page).title), places: page.places },
    ]),
  )
  const originals = new Map(read.map(({ file, original }) => [file, original]))
  return {
    title: names.title,
    language: names.language,
    license: names.license,
    baseAddress: names.baseAddress,
    pages: orderPages(read, menu).map((page) => ({
      ...makePage(page, nameOf(page), { folder, sitemap }),
      ...(source.has(`${page.file}.md`) ? ({ markup: 'markdown' } as const) : {}),
    })),
    menu,
    redirects: readMoves(all, find, source, folder),
    anchors: 'none',
    markup: 'html',
    cutsNumbers: false,
    isRead: true,
    fileRoots: [folder, ''],
    ...serveTexts(source, texts, originals),
  }
}

/** Apart: functions made where the pages are read would keep all pages in memory. */
function serveTexts(source: SourceFolder, texts: Texts, originals: Map<string, Uint32Array>) {
  return {
    prepare: (_: unknown, { file }: SitePage) => {
      return readMarkdownText(source, file) ?? takeText(texts, file)
    },
    originalWords: (file: string) => originals.get(file),
  }
}

type Texts = Map<string, { readonly text: string; readonly places: Uint32Array }>

/** The text of a page is asked for once, and then part of its page. */
function takeText(texts: Texts, file: string): readonly SourceLine[] {
  const { text = '', places } = texts.get(file) ?? {}
  texts.delete(file)
  return text.split('\n').map((each, at) => ({ text: each, file, line: places?.[at] ?? 1 }))
}

type Facts = { readonly folder: string; readonly sitemap: Sitemap }

function makePage(
  { file, editAddress }: HtmlPage,
  { title, description, ...names }: PageNames,
  { folder, sitemap }: Facts,
): SitePage {
  const address = posix.relative(folder, file)
  const updated = names.updated ?? sitemap.get(file)
  return {
    file,
    named: address.replace(HTML, '.md'),
    oldAddress: address,
    ...(title === undefined ? {} : { title }),
    ...(description === undefined ? {} : { description }),
    ...(updated === undefined ? {} : { updated }),
    ...(editAddress === undefined ? {} : { editAddress }),
  }
}

/** Anchors that any page of the site links to; a rough match is enough to keep one. */
function findLinkedAnchors(source: SourceFolder, files: readonly string[]): ReadonlySet<string> {
  const linked = new Set<string>()
  for (const file of files) {
    const found = readHtml(source, file).matchAll(
      /\bhref\s*=\s*["']?[^"'\s>#]{0,500}#([^"'\s>]+)/gi,
    )
    for (const [, anchor = ''] of found) {
      // A copy: a part of a text keeps the whole of it in memory.
      linked.add(Buffer.from(nameAnchor(decodePercentLeniently(anchor))).toString())
    }
  }
  return linked
}

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

/** Whether a file is a piece of a page, as docfx keeps the menu of each folder. */
function isLoadedMenu(name: string, read: () => string): boolean {
  return /(?:^|\/)toc\.html$/i.test(name) && !/<(?:html|body|title)[\s>]/i.test(read())
}

/** The menus of such files, that of the site first: its entries name the files of their parts. */
function readLoadedMenus(
  source: SourceFolder,
  files: ReadonlySet<string>,
  find: FindFile,
): readonly (readonly MenuItem[])[] {
  const waiting = new Set(files)
  const read = (file: string): readonly MenuItem[] => {
    const root = waiting.delete(file) ? parsePage(readHtml(source, file)) : undefined
    if (root === undefined) return []
    const parts = new Map<string, string>()
    for (const link of findAll(root, ({ tagName }) => tagName === 'a')) {
      const target = find(attributeOf(link, 'href') ?? '', file)
      const part = find(attributeOf(link, 'name') ?? '', file)
      if (target !== undefined && part !== undefined) parts.set(target, part)
    }
    return readBox(root, (href) => find(href, file)).map((item) => {
      const part = parts.get(item.file ?? '')
      if (part === undefined) return item
      // The entry leads to any page of the part, which stands in its own place there.
      return { title: item.title, file: undefined, items: [...item.items, ...read(part)] }
    })
  }
  const depthOf = (file: string) => file.split('/').length
  return [...files].sort((a, b) => depthOf(a) - depthOf(b)).map(read)
}

/** Whether a file is the Markdown of a page of HTML that is beside it (llmstxt.org). */
function isMarkdownOfPage(file: string): boolean {
  return /\.html?\.md$/i.test(file)
}

/** The text of a page as its site gives it in Markdown, where that is beside the page. */
function readMarkdownText(source: SourceFolder, file: string): readonly SourceLine[] | undefined {
  const beside = `${file}.md`
  const text = source.read(beside)
  if (text === undefined) return undefined
  const { body, bodyLine } = readSourceFrontMatter(source.show(beside), text)
  if (body.trim() === '') return undefined
  const lines = splitLines(beside, body, bodyLine).map((line) => ({ ...line, base: file }))
  return writeContainers(lines, ['colons', 'indented'])
}

/** The file of the site that an address on a page leads to. */
type FindFile = (href: string, from: string) => string | undefined

/** Pages that only lead on are old addresses of where they lead. */
function readMoves(
  all: readonly HtmlPage[],
  find: FindFile,
  source: SourceFolder,
  folder: string,
): readonly Redirect[] {
  return all.flatMap(({ file, metadata: { redirect } }) => {
    const from = `/${posix.relative(folder, file)}`
    // The root of a site is no old address: every site has one.
    if (redirect === undefined || redirect === '' || keyOf(from) === '.') return []
    const target = find(redirect, file)
    const anchor = /#.*$/s.exec(redirect)?.[0] ?? ''
    const to = target === undefined ? redirect : `/${posix.relative(folder, target)}${anchor}`
    return [{ from, to, place: startOfFile(source.show(file)) }]
  })
}
