import { posix } from 'node:path'
import { resolveImports } from '../../foreign_source/dialects/imported_files.ts'
import type {
  Generator,
  Recognition,
  Site,
  SiteContext,
  SitePage,
} from '../../foreign_source/generator.ts'
import { findMarker } from '../../foreign_source/marker_files.ts'
import { keepLanguage, listPagesBelow } from '../../foreign_source/site_pages.ts'
import { choose } from '../../foreign_source/source/choice.ts'
import { readConfigFile } from '../../foreign_source/source/config_files.ts'
import type { SourceFolder } from '../../foreign_source/source/source_files.ts'
import { readMenu } from './_menu.ts'

/** A site of Nextra: `next.config.*` that uses it, pages in `content`, `pages` or `app`. */
export const nextra: Generator = {
  name: 'Nextra',
  recognise: (source) => {
    return findMarker(source, /(?:^|\/)next\.config\.[cm]?[jt]s$/, 3, (file) => {
      return /['"]nextra['"]/.test(source.read(file) ?? '')
    })
  },
  readSite: readNextra,
}

const ROOTS = ['content', 'src/content', 'pages', 'src/pages', 'app', 'src/app']

function readNextra(
  source: SourceFolder,
  { marker, folder }: Recognition,
  { report, wishes }: SiteContext,
): Site {
  const config = readConfigFile(source, marker, report)
  const locales = config.at('i18n', 'locales').list()
  const folders = locales.flatMap((each) => each.text() ?? [])
  const main = config.at('i18n', 'defaultLocale').text()
  const found = [...(main === undefined ? [] : [main]), ...folders.filter((each) => each !== main)]
  const shown = source.show(marker)
  const language = choose({ what: 'language', found, shown }, wishes.language, report)
  const top = ROOTS.map((each) => posix.join(folder, each)).find(
    (each) => listPagesBelow(source, each, isPart).length > 0,
  )
  const root = top ?? posix.join(folder, 'content')
  const listed = listPagesBelow(source, root, isPart).map(nameByRoute)
  const pages = keepLanguage(listed, folders, language ?? '')
  const isInside = pages.some(({ file }) => file.startsWith(`${root}/${language}/`))
  const themes = ['jsx', 'tsx', 'js', 'ts'].map((each) =>
    posix.join(folder, `theme.config.${each}`),
  )
  const theme = readConfigFile(source, themes.find((each) => source.has(each)) ?? '', report)
  return {
    language,
    pages,
    menu: readMenu('', { source, report, pages, root: isInside ? `${root}/${language}` : root }),
    redirects: [],
    pagesFolder: root,
    anchors: 'github',
    markup: 'guess',
    cutsNumbers: false,
    prepare: (lines) => {
      return resolveImports(lines, { aliases: { '@/': folder, '~/': folder }, source, report })
    },
    knownKeys: ['sidebarTitle', 'asIndexPage', 'searchable'],
    face: {
      header: ['Project', 'Chat'].flatMap((title) => {
        const href = theme.at(title.toLowerCase(), 'link').text()
        return href === undefined ? [] : [{ title, href }]
      }),
      edit: theme.at('docsRepositoryBase').text(),
    },
    fileRoots: [posix.join(folder, 'public')],
  }
}

/** What begins with a line is a part of other pages. */
function isPart(named: string): boolean {
  return /(?:^|\/)_/.test(named)
}

/** Below `app`, a page is `name/page.mdx`, and names in parentheses are no part of addresses. */
function nameByRoute(page: SitePage): SitePage {
  const bare = page.named.replace(/\([^/()]+\)\//g, '')
  return { ...page, named: bare.replace(/(^|\/)page(\.\w+)$/, '$1index$2') }
}
