import { posix } from 'node:path'
import { startOfFile } from '../../contract/problem.ts'
import type { SourceLine } from '../../foreign_markup/source_line.ts'
import type { MenuEntry, Site, SiteContext, SitePage } from '../../foreign_source/generator.ts'
import { readConfigValue } from '../../foreign_source/source/config_values.ts'
import { readSourceFrontMatter } from '../../foreign_source/source/front_matter.ts'
import type { SourceFolder } from '../../foreign_source/source/source_files.ts'
import { isExcluded, readTexts, type SphinxConfig } from './_config.ts'
import {
  INSTALL,
  makeContext,
  type Reading,
  type RstTexts,
  readDocumentation,
} from './_documents.ts'
import { readIncluded } from './_includes.ts'
import { writeMyst } from './_myst.ts'
import { reportLoss } from './_page.ts'
import { type Page, Targets } from './_targets.ts'
import { buildMenu } from './_toctrees.ts'

/** A documentation of Sphinx, or one of MyST with a menu of its own. */
type Documentation = {
  readonly source: SourceFolder
  readonly config: SphinxConfig
  readonly marker: string
  readonly root: string
  /** The menu, where a file of its own has it. */
  readonly readMenu?: (pages: ReadonlyMap<string, Page>) => readonly MenuEntry[]
  /** Only the pages of the menu are published. */
  readonly isMenuOnly?: boolean
  readonly context: SiteContext
  readonly pythons?: readonly string[]
}

/** Keys of the front matter that we read, or that only decorate. */
const KEYS = `orphan tocdepth nosearch nocomments myst html_meta sd_hide_title file_format jupytext
  kernelspec substitutions subject exports numbering authors author keywords tags short_title
  subtitle thumbnail license github label math abbreviations downloads banner settings`

export async function readSphinxSite(documentation: Documentation): Promise<Site> {
  const { source, config, root, marker, context, pythons } = documentation
  const pages = listPages(documentation)
  const reading: Reading = {
    ...{ source, config, root, marker, context, pages, pythons },
    targets: new Targets(config),
    titles: new Map(),
    descriptions: new Map(),
    trees: [],
  }
  const texts = await readDocumentation(reading)
  const menu = makeMenu(documentation, reading)
  const isPublished = choosePages(menu, documentation)
  const ordered = orderPages(pages, menu).filter(isPublished)
  reportUnlisted(
    pages.filter((page) => !isPublished(page)),
    documentation,
  )
  return {
    title: config.title,
    language: config.language,
    license: config.license,
    baseAddress: config.baseAddress,
    pages: ordered.flatMap((page) => makePage(page, reading, texts) ?? []),
    menu,
    redirects: config.redirects,
    anchors: 'docutils',
    markup: 'markdown',
    cutsNumbers: false,
    prepare: (lines, { file }) => {
      const page = pages.find((each) => each.file === file)
      return page === undefined ? lines : writeMystPage(page, lines, texts, reading)
    },
    knownKeys: KEYS.split(/\s+/),
    fileRoots: [root],
  }
}

function writeMystPage(
  page: Page,
  lines: readonly SourceLine[],
  texts: RstTexts,
  reading: Reading,
): readonly SourceLine[] {
  const { root, source } = reading
  const context = makeContext(page, reading)
  const report = (line: SourceLine, what: string, fix: string) => {
    reportLoss(context, line, what, fix)
  }
  return writeMyst(lines, context, {
    writeRst: (line) => {
      const write = texts.findPart(line)
      if (write === undefined) {
        report(line, 'reStructuredText that could not be read is left out', INSTALL)
      }
      return write?.()
    },
    readInclude: (path, options, line, stack) => {
      return readIncluded(path, options, line, stack, { root, source, report })
    },
  })
}

function listPages({ source, config, root }: Documentation): readonly Page[] {
  const above = root === '' || root === '.' ? '' : `${root}/`
  return source.files.flatMap((file): readonly Page[] => {
    if (!file.startsWith(above)) return []
    const local = file.slice(above.length)
    const ending = /\.[^./]+$/.exec(local)?.[0] ?? ''
    const markup = config.suffixes.get(ending)
    const isOwn = markup !== undefined && !/^_build\/|(?:^|\/)\.?venv\//.test(local)
    if (!isOwn || isExcluded(local, config.excluded)) return []
    return [{ file, name: local.slice(0, -ending.length), markup }]
  })
}

function makeMenu(
  { readMenu }: Documentation,
  { pages, config, root, trees, titles }: Reading,
): readonly MenuEntry[] {
  const byName = new Map(pages.map((page) => [page.name, page]))
  if (readMenu !== undefined) return readMenu(byName)
  return buildMenu({
    root,
    trees,
    pages: byName,
    names: new Set(byName.keys()),
    rootPage: config.rootPage,
    titleOf: (name) => titles.get(name) ?? posix.basename(name),
  })
}

function listFiles(entries: readonly MenuEntry[]): readonly string[] {
  return entries.flatMap((entry) => {
    if (entry.kind === 'page') return [entry.file]
    if (entry.kind === 'link') return []
    return [...(entry.file === undefined ? [] : [entry.file]), ...listFiles(entry.entries)]
  })
}

function orderPages(pages: readonly Page[], menu: readonly MenuEntry[]): readonly Page[] {
  const order = new Map(listFiles(menu).map((file, at) => [file, at]))
  const placeOf = (page: Page) => order.get(page.file) ?? order.size
  return pages.toSorted((a, b) => placeOf(a) - placeOf(b))
}

function choosePages(
  menu: readonly MenuEntry[],
  { isMenuOnly = false }: Documentation,
): (page: Page) => boolean {
  const listed = new Set(listFiles(menu))
  return ({ file }) => !isMenuOnly || listed.size === 0 || listed.has(file)
}

function reportUnlisted(pages: readonly Page[], { source, context }: Documentation): void {
  const what = 'the menu does not list the page, which is left out'
  for (const { file } of pages) {
    context.report.addNote(startOfFile(source.show(file)), what, 'list it in the menu')
  }
}

/** One in reStructuredText is made; without docutils it is left out, which is reported. */
function makePage(
  page: Page,
  { source, descriptions, config, pages }: Reading,
  texts: RstTexts,
): SitePage | undefined {
  const { file, name, markup } = page
  const isHome = name === config.rootPage && !pages.some((each) => each.name === 'index')
  const address = { file, named: `${isHome ? 'index' : name}.md`, oldAddress: `${name}.html` }
  if (markup === 'rst') {
    const write = texts.pages.get(name)
    const words = descriptions.get(name)
    const own = words === undefined ? {} : { description: words }
    return write === undefined ? undefined : { ...address, ...own, made: write() }
  }
  const front = readSourceFrontMatter(source.show(file), source.read(file) ?? '')
  const meta = readConfigValue(front.fields).at('myst', 'html_meta')
  const description = readTexts(meta)['description lang=en'] ?? readTexts(meta).description
  return { ...address, ...(description === undefined ? {} : { description }) }
}
