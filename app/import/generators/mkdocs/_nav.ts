import { posix } from 'node:path'
import { type Place, quote } from '../../../contract/problem.ts'
import { parseYaml } from '../../../text/source_text/yaml.ts'
import type { ConfigValue } from '../../source/files/config_values.ts'
import { isMarkdownName, type SourceFolder } from '../../source/files/source_files.ts'
import { readPageTitle } from '../../source/files/titles.ts'
import type { MenuEntry, SitePage } from '../../source/generator.ts'
import type { Report } from '../../source/report/report.ts'
import { readSummary } from '../../source/summary_file.ts'

/** What a menu is made from. */
export type MenuSource = {
  readonly source: SourceFolder
  readonly report: Report
  /** Files by their paths below the documentation. */
  readonly pages: ReadonlyMap<string, SitePage>
  /** The configuration file that has the menu. */
  readonly file: string
  /** What the plugin "literate-nav" reads in a folder that the menu names. */
  readonly literate?: { readonly name: string; readonly withIndex: boolean } | undefined
}

/** The menu that `nav` writes: pages, titles, sections and links. */
export function readNav(nav: ConfigValue, context: MenuSource): readonly MenuEntry[] {
  return nav.list().flatMap((item) => readItem(item, context))
}

function readItem(item: ConfigValue, context: MenuSource): readonly MenuEntry[] {
  const path = item.text()
  if (path !== undefined) return readTarget(path, undefined, context)
  return item.entries().flatMap(([title, value]) => {
    const target = value.text()
    if (target !== undefined) return readTarget(target, title, context)
    return makeSection(
      title,
      value.list().flatMap((each) => readItem(each, context)),
      context,
    )
  })
}

function readTarget(
  target: string,
  title: string | undefined,
  context: MenuSource,
): readonly MenuEntry[] {
  if (/^[a-z][a-z0-9+.-]*:|^[/#]/i.test(target)) {
    return [{ kind: 'link', title: title ?? target, href: target }]
  }
  const page = context.pages.get(posix.normalize(target))
  if (page !== undefined) {
    const named = title === undefined || title.trim() === '' ? {} : { title: title.trim() }
    return [{ kind: 'page', file: page.file, ...named }]
  }
  if (/\/$/.test(target) && context.literate !== undefined) {
    const entries = readLiterateNav(target, context)
    if (entries !== undefined) return makeSection(title ?? '', entries, context)
  }
  // A picture or another file is no page of the menu.
  if (context.source.has(target) && !isMarkdownName(target)) return []
  const what = `the menu names ${quote(target)}, which is not in the folder`
  context.report.addLoss(findPlace(target, context), what, 'add the file, or remove the entry')
  return []
}

/** The list of links that a folder has in a file of its own. */
export function readLiterateNav(
  folder: string,
  { source, report, pages, literate }: MenuSource,
): readonly MenuEntry[] | undefined {
  const list = pages.get(posix.join(folder, literate?.name ?? ''))
  if (list === undefined) return undefined
  const entries = readSummary(source, list.file, report)
  return literate?.withIndex === true ? [{ kind: 'page', file: list.file }, ...entries] : entries
}

/** The line of a configuration that holds a text. */
export function findPlace(text: string, { source, file }: MenuSource): Place {
  const shown = source.show(file)
  const { locatePiece } = parseYaml(shown, source.read(file) ?? '').source
  return locatePiece([], text)
}

/** A section whose first page is the index of a folder has that page for its own. */
export function makeSection(
  title: string,
  entries: readonly MenuEntry[],
  context: MenuSource,
): readonly MenuEntry[] {
  const [first, ...rest] = entries
  if (first === undefined) return []
  const isIndex = first.kind === 'page' && /(?:^|\/)(?:index|readme)\.\w+$/i.test(first.file)
  const own = isIndex && first.kind === 'page' ? first.file : undefined
  const named = own === undefined ? 'More' : readPageTitle(context.source, own)
  const words = title.trim() || named
  if (own === undefined) return [{ kind: 'group', title: words, entries }]
  return [{ kind: 'group', title: words, file: own, entries: rest }]
}
