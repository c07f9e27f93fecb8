import { posix } from 'node:path'
import { createSlugNamer } from '../../source/dialects/slugs.ts'
import { type ConfigValue, readConfigValue } from '../../source/files/config_values.ts'
import { readFront, readTextField } from '../../source/files/front_matter.ts'
import type { MenuEntry, SitePage, SiteReading } from '../../source/generator.ts'
import type { Report } from '../../source/report/report.ts'
import { keyOf, reportAbsent, reportComputed, wordsOf } from '../../source/site_addresses.ts'

/** A page with what the sidebar needs of it. */
export type StarlightPage = SitePage & {
  readonly label: string | undefined
  readonly order: number
  readonly isHidden: boolean
}

/** Pages by their addresses: the slug of each part of the path, or the one that the page names. */
export function readStarlightPages(
  pages: readonly SitePage[],
  { source, report }: SiteReading,
): readonly StarlightPage[] {
  return pages.flatMap((page): readonly StarlightPage[] => {
    if (/^404\.\w+$/.test(page.named)) {
      const what = 'the page of addresses that do not exist is left out'
      report.note(page.file, what, 'the service has one of its own')
      return []
    }
    const { fields } = readFront(source, page.file)
    const sidebar = readConfigValue(fields).at('sidebar')
    const order = sidebar.at('order').text()
    const entry = {
      named: nameByAddress(page.named, readTextField(fields, ['slug'])),
      label: sidebar.at('label').text(),
      order: order === undefined ? Number.POSITIVE_INFINITY : Number(order),
      isHidden: sidebar.at('hidden').value === true,
      status: sidebar.at('badge').text() ?? sidebar.at('badge', 'text').text(),
    }
    return [{ ...page, ...entry }]
  })
}

function nameByAddress(named: string, slug: string | undefined): string {
  const ending = posix.extname(named)
  if (slug !== undefined) return `${slug.replace(/^\/+|\/+$/g, '') || 'index'}${ending}`
  const parts = named.slice(0, named.length - ending.length).split('/')
  return `${parts.map((part) => createSlugNamer('github')(part) || part).join('/')}${ending}`
}

type Menu = {
  readonly pages: readonly StarlightPage[]
  /** The tag of the language, by which labels are translated. */
  readonly language: string
  readonly report: Report
  readonly shown: string
}

/** The sidebar of the configuration; without one, all pages by their folders. */
export function readSidebar(sidebar: ConfigValue, menu: Menu): readonly MenuEntry[] {
  reportComputed(sidebar, menu.report, menu.shown)
  const items = sidebar.list()
  return items.length === 0 ? generate('', menu) : items.flatMap((item) => readItem(item, menu))
}

function readItem(item: ConfigValue, menu: Menu): readonly MenuEntry[] {
  const path = item.text() ?? item.at('slug').text()
  const label = item.at('translations', menu.language).text() ?? readLabel(item.at('label'), menu)
  if (path !== undefined) return readPage(path, label, menu)
  const link = item.at('link').text()
  if (link !== undefined) {
    const isOutside = /^[a-z][a-z0-9+.-]*:|^\/\//i.test(link)
    return isOutside
      ? [{ kind: 'link', title: label ?? link, href: link }]
      : readPage(link.replace(/[?#].*$/s, ''), label, menu)
  }
  const directory = item.at('autogenerate', 'directory').text()
  const items = item.at('items').list()
  const entries =
    directory === undefined
      ? items.flatMap((each) => readItem(each, menu))
      : generate(keyOf(directory), menu)
  // What a plugin makes of its options has a label alone.
  if (label !== undefined && directory === undefined && item.at('items').value === undefined) {
    reportAbsent(menu.report, menu.shown, label)
  }
  if (label === undefined || entries.length === 0) return entries
  return [{ kind: 'group', title: label, entries }]
}

/** A label is one text, or one for each language. */
function readLabel(label: ConfigValue, { language }: Menu): string | undefined {
  return label.text() ?? label.at(language).text() ?? label.entries()[0]?.[1].text()
}

function readPage(path: string, label: string | undefined, menu: Menu): readonly MenuEntry[] {
  const page = menu.pages.find(({ named }) => keyOf(named) === keyOf(path))
  if (page === undefined) {
    reportAbsent(menu.report, menu.shown, path)
    return []
  }
  return [showPage(page, label)]
}

function showPage(page: StarlightPage, label = page.label): MenuEntry {
  return { kind: 'page', file: page.file, title: label }
}

type MenuPlace = { readonly order: number; readonly name: string; readonly entry: MenuEntry }

/** What a folder holds, by the order that pages give, then by name; a folder has its lowest. */
function generate(folder: string, menu: Menu): readonly MenuEntry[] {
  const below = folder === '' ? '' : `${folder}/`
  const placed: MenuPlace[] = []
  const folders = new Set<string>()
  for (const page of menu.pages) {
    const key = keyOf(page.named)
    if (page.isHidden || !(key === folder || key.startsWith(below))) continue
    const rest = key === folder ? '' : key.slice(below.length)
    const isIndex = /(?:^|\/)index\.\w+$/i.test(page.named)
    if (rest.includes('/') || (isIndex && rest !== '')) folders.add(rest.split('/')[0] ?? '')
    else placed.push({ order: page.order, name: rest, entry: showPage(page) })
  }
  for (const name of folders) {
    const entries = generate(`${below}${name}`, menu)
    const inside = menu.pages.filter(({ named }) => keyOf(named).startsWith(`${below}${name}`))
    const order = Math.min(...inside.map((page) => page.order))
    placed.push({ order, name, entry: { kind: 'group', title: wordsOf(name), entries } })
  }
  const collator = new Intl.Collator(menu.language || 'en')
  const byOrder = (a: MenuPlace, b: MenuPlace) =>
    a.order === b.order ? collator.compare(a.name, b.name) : a.order < b.order ? -1 : 1
  return placed.sort(byOrder).map(({ entry }) => entry)
}
