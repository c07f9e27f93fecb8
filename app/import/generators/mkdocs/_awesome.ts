import { posix } from 'node:path'
import { compare, quote, startOfFile } from '../../../contract/problem.ts'
import { readConfigFile } from '../../source/files/config_files.ts'
import { type ConfigValue, readConfigValue } from '../../source/files/config_values.ts'
import type { MenuEntry } from '../../source/generator.ts'
import { wordsOf } from '../../source/site_addresses.ts'
import { createPathFilter } from './_config.ts'
import { findPlace, type MenuSource, makeSection } from './_nav.ts'

/** What a folder holds: names of pages and of folders with pages, in the order of MkDocs. */
type Folder = { readonly pages: readonly string[]; readonly folders: readonly string[] }

/**
 * The menu by folders: the order of file names, unless `.pages` or `.nav.yml` of a folder says
 * otherwise. The index comes first, and folders come after pages.
 */
export function readFolderMenu(root: string, context: MenuSource): readonly MenuEntry[] {
  return new FolderMenu(root, context).read('').entries
}

type Read = { readonly title: string | undefined; readonly entries: readonly MenuEntry[] }

const REST = /^\.\.\.(?:[ \t]*\|[ \t]*(?:(?:flat|regex|glob)[ \t]*[|=][ \t]*)?(.+))?$/

class FolderMenu {
  readonly #root: string
  readonly #context: MenuSource

  constructor(root: string, context: MenuSource) {
    this.#root = root
    this.#context = context
  }

  read(below: string): Read {
    const { source, report } = this.#context
    const at = (name: string) => posix.join(this.#root, below, name)
    const file = [at('.nav.yml'), at('.nav.yaml'), at('.pages')].find((each) => source.has(each))
    const config =
      file === undefined ? readConfigValue(undefined) : readConfigFile(source, file, report)
    const title = config.at('title').text()
    if (config.at('hide').value === true) return { title, entries: [] }
    const ignored = createPathFilter(textsOf(config.at('ignore')).join('\n'))
    const names = sortNames(this.#list(below), config).filter((name) => !ignored(name))
    const nav = config.at('nav').list()
    if (nav.length === 0) {
      return { title, entries: names.flatMap((name) => this.#take(below, name)) }
    }
    const place = { ...this.#context, file: file ?? this.#context.file }
    return { title, entries: this.#readItems(nav, { below, names, config }, place) }
  }

  /** Names in a folder: pages with the index first, then folders. */
  #list(below: string): Folder {
    const prefix = below === '' ? '' : `${below}/`
    const pages: string[] = []
    const folders = new Set<string>()
    for (const named of this.#context.pages.keys()) {
      if (!named.startsWith(prefix)) continue
      const [name = '', ...rest] = named.slice(prefix.length).split('/')
      if (rest.length === 0) pages.push(name)
      else folders.add(name)
    }
    const isIndex = (name: string) => (/^(?:index|readme)\.\w+$/i.test(name) ? 0 : 1)
    pages.sort((a, b) => isIndex(a) - isIndex(b) || compare(a, b))
    return { pages, folders: [...folders].sort(compare) }
  }

  #take(below: string, name: string, title?: string): readonly MenuEntry[] {
    const path = posix.join(below, name)
    const page = this.#context.pages.get(path)
    if (page !== undefined) {
      return [{ kind: 'page', file: page.file, title }]
    }
    const inner = this.read(path)
    return makeSection(title ?? inner.title ?? wordsOf(name), inner.entries, this.#context)
  }

  #readItems(
    nav: readonly ConfigValue[],
    folder: { below: string; names: readonly string[]; config: ConfigValue },
    context: MenuSource,
  ): readonly MenuEntry[] {
    const { below, names, config } = folder
    const named = new Set(nav.flatMap((item) => this.#namesOf(item, names)))
    const rest = names.filter((name) => !named.has(name))
    const entries = nav.flatMap((item) => this.#readItem(item, rest, folder, context))
    if (config.at('append_unmatched').value !== true) return entries
    return [...entries, ...rest.flatMap((name) => this.#take(below, name))]
  }

  /** Names that an item takes for itself, so that `...` leaves them out. */
  #namesOf(item: ConfigValue, names: readonly string[]): readonly string[] {
    const inner = item.entries().flatMap(([, value]) => [value, ...value.list()])
    return [item, ...inner].flatMap((each) => {
      const path = each.text()?.replace(/\/$/, '') ?? ''
      if (path === '' || path.startsWith('...')) return []
      if (!path.includes('*')) return [path.split('/')[0] ?? '']
      const glob = new Bun.Glob(path)
      return names.filter((name) => glob.match(name))
    })
  }

  #readItem(
    item: ConfigValue,
    rest: readonly string[],
    folder: { below: string; names: readonly string[] },
    context: MenuSource,
  ): readonly MenuEntry[] {
    const text = item.text()
    if (text !== undefined) return this.#readPath(text, undefined, rest, folder, context)
    const glob = item.at('glob').text()
    if (glob !== undefined) return this.#readPath(glob, undefined, rest, folder, context)
    return item.entries().flatMap(([title, value]) => {
      const path = value.text()
      if (path !== undefined) return this.#readPath(path, title, rest, folder, context)
      const entries = value.list().flatMap((each) => this.#readItem(each, rest, folder, context))
      return makeSection(title, entries, this.#context)
    })
  }

  #readPath(
    path: string,
    title: string | undefined,
    rest: readonly string[],
    { below, names }: { below: string; names: readonly string[] },
    context: MenuSource,
  ): readonly MenuEntry[] {
    if (/^[a-z][a-z0-9+.-]*:/i.test(path))
      return [{ kind: 'link', title: title ?? path, href: path }]
    const others = REST.exec(path)
    if (others !== null) {
      const glob = new Bun.Glob(others[1]?.trim() ?? '*')
      return rest.filter((name) => glob.match(name)).flatMap((name) => this.#take(below, name))
    }
    if (path.includes('*')) {
      const glob = new Bun.Glob(path)
      return names.filter((name) => glob.match(name)).flatMap((name) => this.#take(below, name))
    }
    const name = path.replace(/\/$/, '')
    const wanted = posix.join(below, name)
    const isFolder = [...this.#context.pages.keys()].some((each) => each.startsWith(`${wanted}/`))
    if (this.#context.pages.has(wanted) || isFolder) return this.#take(below, name, title)
    const what = `the menu names ${quote(path)}, which is not in the folder`
    const place =
      path === '' ? startOfFile(context.source.show(context.file)) : findPlace(path, context)
    this.#context.report.addLoss(place, what, 'add the file, or remove the entry')
    return []
  }
}

function textsOf(value: ConfigValue): readonly string[] {
  const one = value.text()
  return one === undefined ? value.texts() : [one]
}

/** `order: desc`, or `sort: { direction: desc, type: natural, sections: first }`. */
function sortNames({ pages, folders }: Folder, config: ConfigValue): readonly string[] {
  const direction = config.at('order').text() ?? config.at('sort', 'direction').text()
  const sections = config.at('sort', 'sections').text()
  const isNatural = config.at('sort', 'type').text() === 'natural'
  const collator = new Intl.Collator('en', { numeric: true })
  const sort = (names: readonly string[]): readonly string[] => {
    if (direction === undefined && !isNatural) return names
    const order = [...names].sort(isNatural ? collator.compare : compare)
    return direction === 'desc' ? order.reverse() : order
  }
  const arranged = textsOf(config.at('arrange'))
  const all =
    sections === 'first' ? [...sort(folders), ...sort(pages)] : [...sort(pages), ...sort(folders)]
  return [
    ...arranged.filter((name) => all.includes(name)),
    ...all.filter((name) => !arranged.includes(name)),
  ]
}
