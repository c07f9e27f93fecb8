import { posix } from 'node:path'
import { quote } from '../../../contract/problem.ts'
import type { SlugFamily } from '../../source/dialects/slugs.ts'
import { type Face, readFaceLinks } from '../../source/face.ts'
import type { ConfigValue } from '../../source/files/config_values.ts'
import type { SourceFolder } from '../../source/files/source_files.ts'
import type {
  Generator,
  MenuEntry,
  Recognition,
  Redirect,
  Site,
  SiteReading,
} from '../../source/generator.ts'
import { findMarker } from '../../source/marker_files.ts'
import type { Report } from '../../source/report/report.ts'
import { readFolderMenu } from './_awesome.ts'
import type { MkdocsConfig } from './_config.ts'
import { readEdition } from './_languages.ts'
import { findPlace, type MenuSource, readLiterateNav, readNav } from './_nav.ts'
import { completePage, indexMenu, keepPublished } from './_pages.ts'
import { makePrepare } from './_prepare.ts'

/** MkDocs with Material and the extensions of pymdownx. */
export const mkdocs: Generator = {
  name: 'MkDocs',
  recognise: recogniseMkdocs,
  readSite: readMkdocs,
}

const MARKER = /(?:^|\/)mkdocs\.ya?ml$/

/** Of several languages beside each other, English is what the others are translated from. */
function recogniseMkdocs(source: SourceFolder): Recognition | undefined {
  const first = findMarker(source, MARKER)
  if (first === undefined) return undefined
  const folder = posix.join(posix.dirname(first.folder), 'en')
  const marker = posix.join(folder, posix.basename(first.marker))
  const isLanguage = /^[a-z]{2}(?:[-_]\w+)?$/.test(posix.basename(first.folder))
  return isLanguage && source.has(marker) ? { marker, folder } : first
}

/** Keys that only decorate, or that a reader does not see. */
const KNOWN_KEYS =
  'hide icon template search comments social tags authors categories readtime pin status'.split(' ')

function readMkdocs(reading: SiteReading): Site {
  const { source, report } = reading
  const edition = readEdition(reading)
  const { config, root } = edition
  const pages = keepPublished(edition.pages, config, report)
  const menuSource: MenuSource = {
    ...{ source, report, file: config.file },
    pages: new Map(pages.map((page) => [page.named, page])),
    literate: findLiterateNav(config),
  }
  const menu = readMenu(config, root, menuSource)
  reportUnread(config, report)
  const anchors = findSlugFamily(config)
  const { titles, rank } = indexMenu(menu)
  return {
    title: config.root.at('site_name').text(),
    language: edition.language,
    baseAddress: config.root.at('site_url').text(),
    pagesFolder: root,
    pages: [...pages]
      .sort((a, b) => rank(a) - rank(b))
      .map((page) => {
        return completePage(page, config, { source, title: titles.get(page.file) })
      }),
    menu,
    redirects: readRedirects(config, menuSource),
    anchors,
    markup: 'markdown',
    isLiteral: hasNoTemplates(config),
    cutsNumbers: false,
    prepare: makePrepare(config, root, { source, report }),
    knownKeys: KNOWN_KEYS,
    face: readFace(config.root, root, source),
    fileRoots: edition.fileRoots,
  }
}

function findSlugFamily({ extension }: MkdocsConfig): SlugFamily {
  const toc = extension(/^(?:markdown\.extensions\.)?toc$/)
  const family = toc?.at('slugify').value === undefined ? 'python' : 'pymdownx'
  return extension(/^pymdownx\.emoji$/) === undefined ? family : `${family}-emoji`
}

function readMenu(config: MkdocsConfig, root: string, context: MenuSource): readonly MenuEntry[] {
  const nav = config.root.at('nav')
  if (nav.list().length > 0) return readNav(nav, context)
  const literate = context.literate === undefined ? undefined : readLiterateNav('', context)
  return literate ?? readFolderMenu(root, context)
}

function findLiterateNav({ plugin }: MkdocsConfig): MenuSource['literate'] {
  const options = plugin(/^literate-nav$/)
  if (options === undefined) return undefined
  const withIndex = options.at('implicit_index').value === true
  return { name: options.at('nav_file').text() ?? 'SUMMARY.md', withIndex }
}

/** Redirects of the plugin, from page to page or to an address. */
function readRedirects(config: MkdocsConfig, context: MenuSource): readonly Redirect[] {
  const maps = config.plugin(/^redirects$/)?.at('redirect_maps')
  return (maps?.entries() ?? []).flatMap(([from, value]): readonly Redirect[] => {
    const to = value.text()
    if (to === undefined) return []
    const isWhole = /^[a-z][a-z0-9+.-]*:/i.test(to)
    const target = isWhole ? to : addressOf(to)
    return [{ from: addressOf(from), to: target, place: findPlace(from, context) }]
  })
}

/** `a/b.md#c` is `/a/b/#c`. */
function addressOf(path: string): string {
  const [, file = '', anchor = ''] = /^([^#]*)(#.*)?$/s.exec(path) ?? []
  const bare = file.replace(/^\//, '').replace(/\.(?:md|markdown)$/i, '/')
  const address = bare.replace(/(^|\/)(?:index|readme)\/$/i, '$1')
  return `/${address}${anchor}`
}

/** Plugins that read or write the words of pages and that are not run. */
const UNREAD = /^(?:gen-files|mkdocs-jupyter|table-reader|swagger-ui-tag|render_swagger)$/

/** Plugins that leave braces alone; any other one may put values in. */
const WITHOUT_TEMPLATES = new Set(
  `autorefs awesome-nav awesome-pages blog gh-admonitions git-revision-date-localized glightbox
  group meta minify mkdocstrings offline optimize privacy redirects rss search section-index
  social tags`.split(/\s+/),
)

function hasNoTemplates(config: MkdocsConfig): boolean {
  const names = listPlugins(config).map((name) => name.replace(/^material\//, ''))
  const isPlain = names.every((name) => WITHOUT_TEMPLATES.has(name))
  return isPlain && config.extension(/macros$/) === undefined
}

function listPlugins({ root }: MkdocsConfig): readonly string[] {
  const plugins = root.at('plugins')
  const listed = plugins.list().flatMap((each) => each.text() ?? each.entries().map(([key]) => key))
  const named = plugins.entries().map(([key]) => key)
  return [
    ...listed,
    ...named,
    ...root
      .at('hooks')
      .list()
      .map(() => 'hooks'),
  ]
}

function reportUnread(config: MkdocsConfig, report: Report): void {
  const { root, file } = config
  const note = (what: string, fix = 'write what it adds to the pages as Markdown') =>
    report.note(file, what, fix)
  for (const hook of root.at('hooks').list()) {
    note(`the hook ${quote(hook.text() ?? '')} is a program and is not run`)
  }
  for (const name of listPlugins(config).filter((each) => UNREAD.test(each))) {
    note(`the plugin ${quote(name)} is a program and is not run`)
  }
  if (root.at('extra', 'version', 'provider').text() !== 'mike') return
  const what =
    'mike keeps other versions on a branch of their own; the one in the folder is imported'
  note(what, 'check out the version that you want')
}

/** Colours of Material by their names; a page of its own explains them. */
const COLORS: Readonly<Record<string, string>> = {
  red: '#ef5552',
  pink: '#e92063',
  purple: '#ab47bd',
  'deep purple': '#7e56c2',
  indigo: '#4051b5',
  blue: '#2094f3',
  'light blue': '#02a6f2',
  cyan: '#00bdd6',
  teal: '#009485',
  green: '#4cae4f',
  'light green': '#8bc34b',
  lime: '#cbdc38',
  yellow: '#ffec3d',
  amber: '#ffc105',
  orange: '#ffa724',
  'deep orange': '#ff6e42',
  brown: '#795649',
  grey: '#757575',
  'blue grey': '#546d78',
}

/** Logo, links and colour of a site of MkDocs; `root` is the folder of the pages. */
function readFace(config: ConfigValue, root: string, source: SourceFolder): Face {
  const theme = config.at('theme')
  const palettes = [theme.at('palette'), ...theme.at('palette').list()]
  const names = palettes.flatMap((each) => each.at('primary').text() ?? [])
  const repository = config.at('repo_url').text()
  const host = /^https?:\/\/(?:www\.)?(github|gitlab)\./.exec(repository ?? '')?.[1]
  const name = host === 'github' ? 'GitHub' : host === 'gitlab' ? 'GitLab' : 'Repository'
  const edit = config.at('edit_uri').text()
  const stylesheets = config.at('extra_css').texts()
  return {
    logo: theme.at('logo').text(),
    favicon: theme.at('favicon').text() ?? findDefaultIcon(root, source),
    header: repository === undefined ? [] : [{ title: name, href: repository }],
    footer: readFaceLinks(config.at('extra', 'social').list()),
    accent: { light: names.map((each) => COLORS[each]).find((color) => color !== undefined) },
    edit: edit === undefined ? undefined : `${repository ?? ''}${edit}`,
    stylesheets: stylesheets.map((path) => posix.join(root, path)),
  }
}

/** The icon that themes look for where the configuration names none. */
function findDefaultIcon(root: string, source: SourceFolder): string | undefined {
  return source.has(posix.join(root, 'img/favicon.ico')) ? 'img/favicon.ico' : undefined
}
