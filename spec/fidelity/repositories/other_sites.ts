import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { parse } from 'yaml'
import { slugOfGithub } from '../dialects/slugs.ts'
import {
  bare,
  type MenuRow,
  type OldPage,
  type OldSite,
  plain,
  readOldPage,
  readOldPages,
} from './old_pages.ts'
import { at, listOf, runScript, textOf } from './script_values.ts'

export async function readVitepressSite(marker: string): Promise<OldSite> {
  const config = await runScript(marker)
  const root = join(marker.replace(/\/\.vitepress\/.*$/, ''), textOf(at(config, 'srcDir')) ?? '')
  const locales = at(config, 'locales')
  const folders = Object.keys(Object(locales)).filter((name) => name !== 'root')
  const main = at(config, 'themeConfig')
  const theme =
    at(locales, 'root', 'themeConfig', 'sidebar') === undefined
      ? main
      : at(locales, 'root', 'themeConfig')
  const sidebar = at(theme, 'sidebar')
  const lists = Array.isArray(sidebar) ? [sidebar] : Object.values(Object(sidebar))
  const readItem = (item: unknown): readonly MenuRow[] => {
    const [text, link] = [textOf(at(item, 'text')), textOf(at(item, 'link'))]
    const inner = listOf(at(item, 'items')).flatMap(readItem)
    // A heading without anything below it leads nowhere.
    if (text === undefined || (link === undefined && inner.length === 0)) return inner
    return [{ label: plain(text), address: link === undefined ? undefined : bare(link) }, ...inner]
  }
  const pages = readOldPages(root).filter(({ path }) => {
    return !folders.some((folder) => path.startsWith(`${folder}/`)) && !path.includes('[')
  })
  return {
    rows: lists.flatMap((list) => listOf(at(list, 'items') ?? list).flatMap(readItem)),
    addresses: pages.map(({ path }) => bare(path)),
    hasLogo: at(main, 'logo') !== undefined || at(theme, 'logo') !== undefined,
  }
}

type StarlightPage = OldPage & {
  readonly address: string
  readonly label: string
  readonly order: number
}

export async function readStarlightSite(marker: string): Promise<OldSite> {
  const config = await runScript(marker)
  const settings = listOf(at(config, 'integrations')).find(
    (each) => at(each, 'sidebar') !== undefined,
  )
  const locales = Object.keys(Object(at(settings, 'locales'))).map((name) => name.toLowerCase())
  const pages = readOldPages(join(dirname(marker), 'src/content/docs'))
    .filter(
      ({ path }) => path !== '404' && !locales.includes((path.split('/')[0] ?? '').toLowerCase()),
    )
    .map((page): StarlightPage => {
      const slug =
        textOf(at(page.fields, 'slug')) ??
        page.path
          .split('/')
          .map((part) => slugOfGithub(part))
          .join('/')
      const order = Number(at(page.fields, 'sidebar', 'order') ?? Number.POSITIVE_INFINITY)
      const label = textOf(at(page.fields, 'sidebar', 'label')) ?? page.title
      return { ...page, address: bare(slug), label, order }
    })
  const readItem = (item: unknown): readonly MenuRow[] => {
    const label = textOf(at(item, 'label'))
    const path = textOf(item) ?? textOf(at(item, 'slug'))
    const link = textOf(at(item, 'link')) ?? path
    if (link !== undefined) {
      const page = pages.find(({ address }) => address === bare(link))
      return [{ label: label ?? page?.label ?? '', address: bare(link) }]
    }
    const folder = textOf(at(item, 'autogenerate', 'directory'))
    const made = pages
      .filter(({ address }) => folder !== undefined && `${address}/`.startsWith(`${bare(folder)}/`))
      .sort(
        (a, b) =>
          (a.order === b.order ? 0 : a.order - b.order) || a.address.localeCompare(b.address),
      )
    const inner = [
      ...made.map((page) => ({ label: page.label, address: page.address })),
      ...listOf(at(item, 'items')).flatMap(readItem),
    ]
    return label === undefined || inner.length === 0
      ? inner
      : [{ label, address: undefined }, ...inner]
  }
  return {
    rows: listOf(at(settings, 'sidebar')).flatMap(readItem),
    addresses: pages.map(({ address }) => address),
    hasLogo: at(settings, 'logo') !== undefined,
  }
}

export async function readMkdocsSite(marker: string): Promise<OldSite> {
  const config: unknown = parse(readFileSync(marker, 'utf8'), { logLevel: 'silent' })
  const root = join(dirname(marker), textOf(at(config, 'docs_dir')) ?? 'docs')
  const readTarget = (label: string | undefined, target: string): readonly MenuRow[] => {
    if (!target.endsWith('/')) {
      const isPage = existsSync(join(root, target))
      const own = label ?? (isPage ? readOldPage(root, target).title : target)
      return [{ label: plain(own), address: bare(target) }]
    }
    const index = readFileSync(join(root, target, 'README.md'), 'utf8')
    const links = index.matchAll(/^[-*] \[([^\]]*)\]\(([^)]*)\)$/gm)
    return [
      { label: label ?? '', address: undefined },
      ...readTarget(undefined, `${target}README.md`),
      ...[...links].flatMap(([, text, path = '']) => readTarget(text, `${target}${path}`)),
    ]
  }
  const readItem = (item: unknown): readonly MenuRow[] => {
    if (typeof item === 'string') return readTarget(undefined, item)
    return Object.entries(Object(item)).flatMap(([label, value]) => {
      if (typeof value === 'string') return readTarget(label, value)
      return [{ label, address: undefined }, ...listOf(value).flatMap(readItem)]
    })
  }
  return {
    rows: listOf(at(config, 'nav')).flatMap(readItem),
    addresses: readOldPages(root).map(({ path }) => bare(path)),
    hasLogo: at(config, 'theme', 'logo') !== undefined,
  }
}

export async function readMdbookSite(marker: string): Promise<OldSite> {
  const config: unknown = Bun.TOML.parse(readFileSync(marker, 'utf8'))
  const root = join(dirname(marker), textOf(at(config, 'book', 'src')) ?? 'src')
  const summary = readFileSync(join(root, 'SUMMARY.md'), 'utf8').replace(/<!--[\s\S]*?-->/g, '')
  const rows = summary
    .split('\n')
    .slice(1)
    .flatMap((line): readonly MenuRow[] => {
      const part = /^#+ (.*)$/.exec(line)?.[1]
      if (part !== undefined) return [{ label: plain(part), address: undefined }]
      const [, label = '', target = ''] =
        /^\s*(?:[-*+] )?\[(.*)\]\(<?([^)>]*)>?\)\s*$/.exec(line) ?? []
      return target === '' ? [] : [{ label: plain(label), address: bare(target) }]
    })
  const addresses = rows.flatMap(({ address }) => (address === undefined ? [] : [address]))
  return { rows, addresses: [...new Set(addresses)], hasLogo: false }
}
