import { posix } from 'node:path'
import type { MenuEntry, SitePage } from '../../foreign_source/generator.ts'
import type { Report } from '../../foreign_source/report/report.ts'
import { reportComputed, wordsOf } from '../../foreign_source/site_addresses.ts'
import { readConfigFile } from '../../foreign_source/source/config_files.ts'
import type { ConfigValue } from '../../foreign_source/source/config_values.ts'
import type { SourceFolder } from '../../foreign_source/source/source_files.ts'

type Menu = {
  readonly source: SourceFolder
  readonly report: Report
  readonly root: string
  readonly pages: readonly SitePage[]
}

/**
 * What a folder holds, by the keys of its `_meta` file; what is not listed comes where `*` stands,
 * or last, by name.
 */
export function readMenu(folder: string, menu: Menu): readonly MenuEntry[] {
  const { source, report, root, pages } = menu
  const below = folder === '' ? '' : `${folder}/`
  const names = new Set(
    pages
      .filter(({ named }) => named.startsWith(below))
      .map(({ named }) => named.slice(below.length).replace(/\.\w+$|\/.*$/s, '')),
  )
  const meta = ['js', 'ts', 'json', 'jsx', 'tsx']
    .map((ending) => posix.join(root, folder, `_meta.${ending}`))
    .find((file) => source.has(file))
  const settings = readConfigFile(source, meta ?? '', report)
  reportComputed(settings, report, source.show(meta ?? root))
  const keys = settings.entries().map(([key]) => key)
  const rest = [...names].filter((name) => !keys.includes(name)).sort()
  const order = keys.includes('*') ? keys : [...keys, '*']
  return order.flatMap((key): readonly MenuEntry[] => {
    if (key !== '*') return readEntry(key, settings.at(key), below, menu)
    return rest.flatMap((name) => readEntry(name, settings.at('*'), below, menu))
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
  if (inside.length > 0) {
    const entries = readMenu(path, menu).filter((entry) => {
      return entry.kind !== 'page' || entry.file !== own?.file
    })
    const file = own === undefined ? {} : { file: own.file }
    const words = title ?? (own === undefined ? wordsOf(name) : '')
    return [{ kind: 'group', title: words, entries, ...file }]
  }
  if (page === undefined) return []
  return [{ kind: 'page', file: page.file, ...(title === undefined ? {} : { title }) }]
}
