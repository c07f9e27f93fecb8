import { posix } from 'node:path'
import type { ConfigValue } from '../../source/files/config_values.ts'
import type { MenuEntry } from '../../source/generator.ts'
import type { Report } from '../../source/report/report.ts'
import { type FindPage, reportAbsent, reportComputed } from '../../source/site_addresses.ts'

type Menu = {
  readonly find: FindPage
  /** Names of the parts of the site in the bar at the top, by their first addresses. */
  readonly names: readonly (readonly [address: string, title: string])[]
  readonly report: Report
  readonly shown: string
}

/** A sidebar is one list, or a list for each part of the site by the start of its addresses. */
export function readSidebar(sidebar: ConfigValue, menu: Menu): readonly MenuEntry[] {
  reportComputed(sidebar, menu.report, menu.shown)
  const list = sidebar.list()
  if (list.length > 0) return readItems(list, '', menu)
  const parts = sidebar.entries()
  return parts.flatMap(([prefix, value]): readonly MenuEntry[] => {
    const items = value.list().length > 0 ? value.list() : value.at('items').list()
    const entries = readItems(items, value.at('base').text() ?? '', menu)
    const title = menu.names.find(([address]) => address.startsWith(prefix))?.[1]
    if (parts.length === 1 || title === undefined || entries.length === 0) return entries
    const [only] = entries
    // A list that is one group with this title needs no second one.
    if (entries.length === 1 && only?.kind === 'group' && only.title === title) return entries
    return [{ kind: 'group', title, entries }]
  })
}

function readItems(items: readonly ConfigValue[], base: string, menu: Menu): readonly MenuEntry[] {
  return items.flatMap((item): readonly MenuEntry[] => {
    const title = item.at('text').text()
    const inner = item.at('base').text() ?? base
    const link = item.at('link').text()
    const entries = readItems(item.at('items').list(), inner, menu)
    const href = link === undefined ? undefined : join(inner, link)
    const file = href === undefined || isOutside(href) ? undefined : menu.find(href)
    if (href !== undefined && file === undefined) {
      if (isOutside(href)) return [...entries, { kind: 'link', title: title ?? href, href }]
      reportAbsent(menu.report, menu.shown, href)
    }
    if (entries.length > 0) {
      return title === undefined ? entries : [{ kind: 'group', title, entries, file }]
    }
    return file === undefined ? [] : [{ kind: 'page', file, title }]
  })
}

function join(base: string, link: string): string {
  return isOutside(link) || base === ''
    ? link
    : posix.normalize(`${base}${link.replace(/^\//, '')}`)
}

function isOutside(href: string): boolean {
  return /^[a-z][a-z0-9+.-]*:|^\/\//i.test(href)
}
