import { posix } from 'node:path'
import { startOfFile } from '../../contract/problem.ts'
import type {
  Generator,
  Recognition,
  Redirect,
  Site,
  SiteContext,
  SitePage,
} from '../../foreign_source/generator.ts'
import { findMarker } from '../../foreign_source/marker_files.ts'
import { readConfigFile } from '../../foreign_source/source/config_files.ts'
import type { ConfigValue } from '../../foreign_source/source/config_values.ts'
import type { SourceFolder } from '../../foreign_source/source/source_files.ts'
import { writeBlocks, writeSmallText, writeTabs } from './_blocks.ts'
import { type ContentFile, isToc, isYaml, listContent, readContent } from './_content.ts'
import { includeFiles } from './_includes.ts'
import { type LinkTargets, writeAddresses } from './_links.ts'
import { isDecoration, readMetadata } from './_metadata.ts'
import { keepMoniker } from './_monikers.ts'
import { type DocfxPage, readPage, readZoneTitles } from './_pages.ts'
import { cutExtension, type MovedFile, REDIRECT_LIST, readRedirects } from './_redirects.ts'
import { readTocs } from './_toc.ts'
import { chooseVersion, keepVersion } from './_versions.ts'
import { writeYamlPage } from './_yaml_pages.ts'

/** Documentation of docfx, also that of Microsoft Learn: `docfx.json` names its files. */
export const docfx: Generator = {
  name: 'docfx',
  recognise: (source) => findMarker(source, /(?:^|\/)docfx\.json$/),
  readSite: (reading) => readDocfx(reading.source, reading, reading),
}

function readDocfx(source: SourceFolder, recognition: Recognition, context: SiteContext): Site {
  const { report } = context
  const { marker, folder } = recognition
  const config = readConfigFile(source, marker, report)
  const entries = readContent(config, folder)
  const all = listContent(source, entries)
  const version = chooseVersion(config, all, source, marker, context)
  const files = keepVersion(all, version)
  const metadata = readMetadata(config.at('build'), folder)
  const read = files
    .filter(({ file }) => !isToc(file))
    .flatMap((file) => readPage(file, { source, metadata, version: version?.name, context }) ?? [])
  const global = config.at('build', 'globalMetadata')
  const mount = findMount(global, files)
  const host = isLearn(global, source) ? 'https://learn.microsoft.com' : undefined
  const listed = readRedirects(source, entries, report)
  const targets = makeTargets(read, [...listed, ...listMoved(read, mount, source)], mount, {
    source,
    report,
    host,
    root: folder,
  })
  const uids = new Map([...targets.uids].map(([uid, { file }]) => [uid, file]))
  const zones = readZoneTitles(source, context)
  const pages = read.filter(({ redirect }) => redirect === undefined).map(({ page }) => page)
  return {
    title: firstText(global, ['_appTitle', '_appName', 'titleSuffix']),
    language: firstText(global, ['_lang', 'lang']),
    baseAddress: config.at('build', 'sitemap', 'baseUrl').text() ?? mount,
    pages: host === undefined ? pages.map(withHtml) : pages,
    menu: readTocs(files.map(({ file }) => file).filter(isToc), {
      source,
      report,
      root: folder,
      uids,
    }),
    redirects: targets.redirects,
    anchors: 'docfx',
    markup: 'markdown',
    cutsNumbers: false,
    prepare: (lines, page) => {
      const text = isYaml(page.file) ? writeYamlPage(lines, source.show(page.file)) : lines
      const whole = includeFiles(keepMoniker(text, version?.name), folder, { source, report })
      const kept = keepMoniker(whole, version?.name)
      return writeTabs(writeAddresses(writeBlocks(writeSmallText(kept), zones), targets))
    },
    knownKeys: [...new Set(read.flatMap(({ keys }) => keys))].filter(isDecoration),
  }
}

function firstText(value: ConfigValue, keys: readonly string[]): string | undefined {
  return keys.flatMap((key) => value.at(key).text() ?? [])[0]
}

function withHtml(page: SitePage): SitePage {
  return { ...page, oldAddress: `${page.named.replace(/\.\w+$/, '')}.html` }
}

/** Documentation that shares one host with others, and whose addresses begin at that host. */
function isLearn(global: ConfigValue, { files }: SourceFolder): boolean {
  const marks = ['uhfHeaderId', 'breadcrumb_path', 'archive_url']
  return firstText(global, marks) !== undefined || files.some((file) => REDIRECT_LIST.test(file))
}

/** The path before all addresses: what an address in the configuration has before its file. */
function findMount(global: ConfigValue, files: readonly ContentFile[]): string | undefined {
  const path = global
    .at('breadcrumb_path')
    .text()
    ?.replace(/\.\w+$/, '')
  if (path === undefined || !path.startsWith('/')) return undefined
  const own = files
    .map(({ published }) => `/${published.replace(/\.\w+$/, '')}`)
    .filter((published) => path.toLowerCase().endsWith(published.toLowerCase()))
    .sort((a, b) => b.length - a.length)[0]
  return own === undefined || own.length === path.length
    ? undefined
    : path.slice(0, path.length - own.length)
}

function makeTargets(
  read: readonly DocfxPage[],
  files: readonly MovedFile[],
  mount: string | undefined,
  targets: Omit<LinkTargets, 'uids' | 'isOwn' | 'moved'>,
): LinkTargets & { readonly redirects: readonly Redirect[] } {
  const addresses = read.map(({ page }) => `/${cutExtension(page.named)}`.replace(/\/$/, ''))
  const own = new Set(addresses.map((address) => address.toLowerCase()))
  const pages = new Set(
    read.flatMap(({ page, redirect }) => (redirect === undefined ? page.file.toLowerCase() : [])),
  )
  const start = mount?.toLowerCase() ?? ''
  const isOwn = (path: string) => {
    const low = cutExtension(path.toLowerCase()).replace(/\/$/, '')
    return low.startsWith(start) && own.has(low.slice(start.length))
  }
  const redirects = files.map((each) => {
    const isElsewhere = each.to.startsWith('/') && !isOwn(each.to.replace(/[?#].*$/s, ''))
    const { host } = targets
    return isElsewhere && host !== undefined ? { ...each, to: host + each.to } : each
  })
  return {
    ...targets,
    redirects,
    moved: new Map(
      redirects
        .flatMap(({ files: paths, to }) => paths.map((path) => [path.toLowerCase(), to] as const))
        .filter(([path]) => !pages.has(path)),
    ),
    uids: new Map(
      read.flatMap(({ uid, title, page }) => {
        return uid === undefined ? [] : [[uid.toLowerCase(), { file: page.file, title }] as const]
      }),
    ),
    isOwn,
  }
}

/** Pages that are nothing but a redirect. */
function listMoved(
  read: readonly DocfxPage[],
  mount: string | undefined,
  source: SourceFolder,
): readonly MovedFile[] {
  return read.flatMap(({ page, redirect }) => {
    if (redirect === undefined) return []
    const place = startOfFile(source.show(page.file))
    const isWhole = /^(?:\/|[a-z]+:)/i.test(redirect)
    const below = posix.join('/', posix.dirname(page.named), redirect)
    const to = isWhole ? redirect : (mount ?? '') + below.replace(/\.(?:md|html)(?=$|[?#])/, '')
    return [{ from: `/${cutExtension(page.named)}`, to, place, files: [page.file] }]
  })
}
