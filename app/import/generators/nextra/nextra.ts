import { posix } from 'node:path'
import { resolveImports } from '../../source/dialects/imported_files.ts'
import { chooseFor } from '../../source/files/choice.ts'
import { readConfigFile } from '../../source/files/config_files.ts'
import type { ConfigValue } from '../../source/files/config_values.ts'
import { findFirst } from '../../source/files/source_files.ts'
import type { Generator, MenuEntry, Site, SitePage, SiteReading } from '../../source/generator.ts'
import { findMarker } from '../../source/marker_files.ts'
import { reportComputed, wordsOf } from '../../source/site_addresses.ts'
import { isPart, keepLanguage, listPagesBelow } from '../../source/site_pages.ts'

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
const SCRIPTS = ['jsx', 'tsx', 'js', 'ts']

function readNextra(reading: SiteReading): Site {
  const { source, marker, folder, report } = reading
  const config = readConfigFile(source, marker, report)
  const folders = config.at('i18n', 'locales').texts()
  const main = config.at('i18n', 'defaultLocale').text()
  const found = [main ?? [], folders.filter((each) => each !== main)].flat()
  const language = chooseFor(reading, 'language', found)
  const roots = ROOTS.map((each) => posix.join(folder, each))
  const top = roots.find((each) => listPagesBelow(source, each, isPart).length > 0)
  const root = top ?? posix.join(folder, 'content')
  const listed = listPagesBelow(source, root, isPart).map(nameByRoute)
  const pages = keepLanguage(listed, folders, language ?? '')
  const isInside = pages.some(({ file }) => file.startsWith(`${root}/${language}/`))
  const themes = SCRIPTS.map((each) => `theme.config.${each}`)
  const theme = readConfigFile(source, findFirst(source, folder, themes) ?? '', report)
  return {
    language,
    pages,
    menu: readMenu('', { ...reading, pages, root: isInside ? `${root}/${language}` : root }),
    redirects: [],
    pagesFolder: root,
    anchors: 'github',
    markup: 'guess',
    cutsNumbers: false,
    prepare: (lines) => resolveImports(lines, { '@/': folder, '~/': folder }, reading),
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

/** Below `app`, a page is `name/page.mdx`, and names in parentheses are no part of addresses. */
function nameByRoute(page: SitePage): SitePage {
  const bare = page.named.replace(/\([^/()]+\)\//g, '')
  return { ...page, named: bare.replace(/(^|\/)page(\.\w+)$/, '$1index$2') }
}

type Menu = SiteReading & { readonly root: string; readonly pages: readonly SitePage[] }

/**
 * What a folder holds, by the keys of its `_meta` file; what is not listed comes where `*` stands,
 * or last, by name.
 */
function readMenu(folder: string, menu: Menu): readonly MenuEntry[] {
  const { source, report, root, pages } = menu
  const below = folder === '' ? '' : `${folder}/`
  const inside = pages.filter(({ named }) => named.startsWith(below))
  const names = inside.map(({ named }) => named.slice(below.length).replace(/\.\w+$|\/.*$/s, ''))
  const metas = ['js', 'ts', 'json', 'jsx', 'tsx'].map((ending) => `_meta.${ending}`)
  const meta = findFirst(source, posix.join(root, folder), metas)
  const settings = readConfigFile(source, meta ?? '', report)
  reportComputed(settings, report, source.show(meta ?? root))
  const keys = settings.entries().map(([key]) => key)
  const rest = [...new Set(names)].filter((name) => !keys.includes(name)).sort()
  const order = keys.includes('*') ? keys : [...keys, '*']
  return order.flatMap((key): readonly MenuEntry[] => {
    const listed = key === '*' ? rest : [key]
    return listed.flatMap((name) => readEntry(name, settings.at(key), below, menu))
  })
}

function readEntry(
  name: string,
  item: ConfigValue,
  below: string,
  menu: Menu,
): readonly MenuEntry[] {
  const title = item.text() ?? item.at('title').text()
  const href = item.at('href').text()
  if (href !== undefined) return [{ kind: 'link', title: title ?? href, href }]
  if (item.at('display').text() === 'hidden' || item.at('type').text() === 'separator') return []
  const path = `${below}${name}`
  const page = menu.pages.find(({ named }) => named.replace(/\.\w+$/, '') === path)
  const inside = menu.pages.filter(({ named }) => named.startsWith(`${path}/`))
  const own = page ?? inside.find(({ named }) => /^index\.\w+$/.test(named.slice(path.length + 1)))
  if (inside.length === 0) {
    return page === undefined ? [] : [{ kind: 'page', file: page.file, title }]
  }
  const entries = readMenu(path, menu).filter((entry) => {
    return entry.kind !== 'page' || entry.file !== own?.file
  })
  const words = title ?? (own === undefined ? wordsOf(name) : '')
  return [{ kind: 'group', title: words, entries, file: own?.file }]
}
