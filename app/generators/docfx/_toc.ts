import { posix } from 'node:path'
import { decodePercentLeniently } from '../../contract/percent_encoding.ts'
import { quote, startOfFile } from '../../contract/problem.ts'
import { stripMarkdown } from '../../foreign_markup/plain_text.ts'
import type { MenuEntry } from '../../foreign_source/generator.ts'
import type { Report } from '../../foreign_source/report/report.ts'
import { readConfigFile } from '../../foreign_source/source/config_files.ts'
import { type ConfigValue, readConfigValue } from '../../foreign_source/source/config_values.ts'
import type { SourceFolder } from '../../foreign_source/source/source_files.ts'
import { isToc, join } from './_content.ts'

type TocContext = {
  readonly source: SourceFolder
  readonly report: Report
  /** The folder of `docfx.json`, which `~/` means. */
  readonly root: string
  /** Pages by their `uid`. */
  readonly uids: ReadonlyMap<string, string>
}

/** Reads tables of contents: the first is the menu, those it does not lead to follow it. */
export function readTocs(tocs: readonly string[], context: TocContext): readonly MenuEntry[] {
  const reader = new TocReader(context)
  const byDepth = tocs.toSorted((a, b) => depthOf(a) - depthOf(b))
  // One that another leads to is read where that one says.
  const inner = new Set(byDepth.flatMap((toc) => reader.listInner(toc)))
  const roots = byDepth.filter((toc) => !inner.has(toc))
  const menus = (roots.length === 0 ? byDepth.slice(0, 1) : roots).map((toc) => ({
    toc,
    entries: reader.read(toc, []),
  }))
  const [first, ...others] = menus.filter(({ entries }) => entries.length > 0)
  const named = others.map(({ toc, entries }): MenuEntry => {
    return { kind: 'group', title: titleOf(posix.basename(posix.dirname(toc))), entries }
  })
  return [...(first?.entries ?? []), ...named]
}

function depthOf(file: string): number {
  return file.split('/').length
}

function titleOf(name: string): string {
  const words = name.replace(/[-_]+/g, ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}

class TocReader {
  readonly #context: TocContext
  readonly #trees = new Map<string, ConfigValue>()
  /** Files by their path without case, which the generator does not tell apart. */
  readonly #files: ReadonlyMap<string, string>

  constructor(context: TocContext) {
    this.#context = context
    this.#files = new Map(context.source.files.map((file) => [file.toLowerCase(), file]))
  }

  listInner(toc: string): readonly string[] {
    const visit = (items: readonly ConfigValue[]): readonly string[] =>
      items.flatMap((item) => {
        const hrefs = [item.at('href').text(), item.at('tocHref').text()]
        const own = hrefs.flatMap((href) => this.#findToc(href, toc) ?? [])
        return [...own.filter((each) => each !== toc), ...visit(item.at('items').list())]
      })
    return visit(itemsOf(this.#load(toc)))
  }

  read(toc: string, above: readonly string[]): readonly MenuEntry[] {
    if (above.includes(toc)) {
      const what = `the table of contents ${quote(toc)} contains itself`
      this.#context.report.addLoss(startOfFile(this.#context.source.show(toc)), what, 'remove it')
      return []
    }
    return this.#readItems(itemsOf(this.#load(toc)), toc, [...above, toc])
  }

  #load(toc: string): ConfigValue {
    const known = this.#trees.get(toc)
    if (known !== undefined) return known
    const { source, report } = this.#context
    const isMarkdown = /\.md$/i.test(toc)
    const tree = isMarkdown
      ? readConfigValue(readMarkdownToc(source.read(toc) ?? ''))
      : readConfigFile(source, toc, report)
    this.#trees.set(toc, tree)
    return tree
  }

  #readItems(
    items: readonly ConfigValue[],
    toc: string,
    above: readonly string[],
  ): readonly MenuEntry[] {
    const entries: MenuEntry[] = []
    let header: Extract<MenuEntry, { kind: 'group' }> | undefined
    for (const item of items) {
      if (isBreadcrumb(item)) continue
      const title = item.at('name').text() ?? item.at('displayName').text()
      if (title !== undefined && isHeader(item)) {
        // A name alone is the title of those that follow.
        header = { kind: 'group', title, entries: [] }
        entries.push(header)
        continue
      }
      const entry = this.#readItem(item, title, toc, above)
      if (entry === undefined) continue
      if (header === undefined) entries.push(entry)
      else header = replaceLast(entries, { ...header, entries: [...header.entries, entry] })
    }
    return entries.filter((entry) => entry.kind !== 'group' || entry.entries.length > 0)
  }

  #readItem(
    item: ConfigValue,
    title: string | undefined,
    toc: string,
    above: readonly string[],
  ): MenuEntry | undefined {
    const href = item.at('href').text() ?? item.at('tocHref').text()
    const inner = this.#findToc(href, toc)
    const own = item.at('topicHref').text() ?? item.at('homepage').text()
    const uid = item.at('uid').text() ?? item.at('topicUid').text() ?? item.at('homepageUid').text()
    const page =
      this.#findPage(own ?? (inner === undefined ? href : undefined), toc) ??
      (uid === undefined ? undefined : this.#context.uids.get(uid.toLowerCase()))
    const entries = [
      ...(inner === undefined ? [] : this.read(inner, above)),
      ...this.#readItems(item.at('items').list(), toc, above),
    ]
    if (entries.length > 0) {
      const name = title ?? titleOf(posix.basename(posix.dirname(inner ?? page ?? toc)))
      return { kind: 'group', title: name, entries, ...(page === undefined ? {} : { file: page }) }
    }
    if (page !== undefined) {
      return { kind: 'page', file: page, ...(title === undefined ? {} : { title }) }
    }
    return href !== undefined && isElsewhere(href)
      ? { kind: 'link', title: title ?? href, href }
      : undefined
  }

  /** The table of contents that an address means: the file, or that of a folder. */
  #findToc(href: string | undefined, toc: string): string | undefined {
    const path = href === undefined ? undefined : this.#locate(href, toc)
    if (path === undefined || href === undefined) return undefined
    if (isToc(path)) return this.#files.get(path.toLowerCase())
    if (!href.replace(/[?#].*$/s, '').endsWith('/')) return undefined
    const paths = ['toc.yml', 'toc.yaml', 'toc.md'].map((name) => join(path, name).toLowerCase())
    return paths.flatMap((each) => this.#files.get(each) ?? [])[0]
  }

  #findPage(href: string | undefined, toc: string): string | undefined {
    const path = href === undefined ? undefined : this.#locate(href, toc)
    if (path === undefined || href === undefined) return undefined
    const { source, report } = this.#context
    const found = this.#files.get(path.toLowerCase())
    if (found !== undefined) return found
    const line = (source.read(toc) ?? '').split('\n').findIndex((each) => each.includes(href))
    const place = { file: source.show(toc), line: Math.max(line, 0) + 1, column: 1 }
    const what = `the menu names ${quote(href)}, which is not in the folder`
    report.addLoss(place, what, 'add the file, or remove the entry')
    return undefined
  }

  #locate(href: string, toc: string): string | undefined {
    if (isElsewhere(href)) return undefined
    const path = decodePercentLeniently(href.replace(/[?#].*$/s, ''))
    if (path === '') return undefined
    return path.startsWith('~/')
      ? join(this.#context.root, path.slice(2))
      : join(posix.dirname(toc), path)
  }
}

function replaceLast(
  entries: MenuEntry[],
  group: Extract<MenuEntry, { kind: 'group' }>,
): Extract<MenuEntry, { kind: 'group' }> {
  entries[entries.length - 1] = group
  return group
}

function itemsOf(tree: ConfigValue): readonly ConfigValue[] {
  return Array.isArray(tree.value) ? tree.list() : tree.at('items').list()
}

/** An entry of the path above a page, which is no menu. */
function isBreadcrumb(item: ConfigValue): boolean {
  return item.at('tocHref').text()?.startsWith('/') === true
}

function isHeader(item: ConfigValue): boolean {
  const keys = ['href', 'items', 'uid', 'topicHref', 'topicUid', 'tocHref', 'homepage']
  return keys.every((key) => item.at(key).value === undefined)
}

function isElsewhere(href: string): boolean {
  return /^(?:[a-z][a-z0-9+.-]*:|\/)/i.test(href)
}

type Item = { name: string; href?: string; items: Item[] }

/** `# [Name](href)` with as many marks as its level. */
function readMarkdownToc(text: string): readonly Item[] {
  const top: Item[] = []
  const open: { readonly level: number; readonly items: Item[] }[] = [{ level: 0, items: top }]
  for (const line of text.split('\n')) {
    const found = /^(#{1,6})[ \t]+(.*?)[ \t]*#*$/.exec(line)
    if (found === null) continue
    const [, marks = '', words = ''] = found
    const link = /^\[((?:\\.|[^\]\\])*)\]\(\s*([^)\s]*)[^)]*\)$/.exec(words)
    const item: Item = { name: stripMarkdown(link?.[1] ?? words), items: [] }
    if (link?.[2] !== undefined && link[2] !== '') item.href = link[2]
    while ((open.at(-1)?.level ?? 0) >= marks.length) open.pop()
    open.at(-1)?.items.push(item)
    open.push({ level: marks.length, items: item.items })
  }
  return top
}
