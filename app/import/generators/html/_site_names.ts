import { posix } from 'node:path'
import type { HtmlPage } from './_pages.ts'

/** What the heads of all pages say of their site. */
export type SiteNames = {
  readonly title: string | undefined
  readonly language: string | undefined
  /** All languages of pages, the most frequent first. */
  readonly languages: readonly string[]
  readonly license: string | undefined
  readonly baseAddress: string | undefined
  /** The title of a page without the name of its site. */
  readonly cutTitle: (title: string) => string
}

type SiteFolder = { readonly marker: string; readonly folder: string }

export function nameSite(pages: readonly HtmlPage[], { marker, folder }: SiteFolder): SiteNames {
  const root = pages.find(({ file }) => file === marker) ?? pages[0]
  const others = pages.filter(({ metadata }) => metadata.redirect === undefined)
  const shared = findSharedPart(others.map(({ metadata }) => metadata.title))
  const languages = rank(
    others.map(({ metadata }) => metadata.language?.trim().replaceAll('_', '-')),
  )
  const named = root?.metadata.siteName ?? rank(others.map(({ metadata }) => metadata.siteName))[0]
  const [license] = rank(others.map(({ metadata }) => readLicense(metadata.license)))
  const title = named ?? shared ?? root?.metadata.title
  return {
    title: title === undefined ? undefined : shortenName(title),
    language: languages[0],
    languages,
    license,
    baseAddress: findBaseAddress(others, folder),
    cutTitle: (text) => cutPart(text, [shared, named]),
  }
}

/** Values by how often they are there. */
function rank(values: readonly (string | undefined)[]): readonly string[] {
  const counts = new Map<string, number>()
  for (const value of values) {
    if (value !== undefined && value !== '') counts.set(value, (counts.get(value) ?? 0) + 1)
  }
  return [...counts].sort(([, a], [, b]) => b - a).map(([value]) => value)
}

/** The last part may stand in brackets, as texinfo has it, and have brackets inside. */
const SEPARATOR = /\s+(?:[-–—|·•»/]|::)\s+|\s*\|\s*|\s*:\s+|\s+\((?=(?:[^()]|\([^()]*\))*\)$)/
/** A name of the site is in most titles; fewer pages say nothing. */
const SHARE = 0.6

function splitTitle(title: string): readonly string[] {
  const parts = title.split(SEPARATOR)
  const last = parts.at(-1) ?? ''
  const isOpen = last.split(')').length > last.split('(').length
  return isOpen ? [...parts.slice(0, -1), last.slice(0, -1)] : parts
}

/** The part at the end or the start of most titles: the name of the site. */
function findSharedPart(titles: readonly string[]): string | undefined {
  const parts = titles.map(splitTitle).filter(({ length }) => length > 1)
  for (const at of [-1, 0]) {
    const [found] = rank(parts.map((each) => each.at(at)))
    const count = parts.filter((each) => each.at(at) === found).length
    if (found !== undefined && count > 1 && count >= titles.length * SHARE) return found.trim()
  }
  return undefined
}

function cutPart(title: string, names: readonly (string | undefined)[]): string {
  const parts = splitTitle(title)
  const [first, last] = [parts[0], parts.at(-1)]
  if (parts.length < 2) return title
  if (names.includes(last?.trim()))
    return title.slice(0, title.lastIndexOf(last ?? '')).replace(/[\s\-–—|·•»:/(]+$/, '')
  if (names.includes(first?.trim()))
    return title.slice(first?.length ?? 0).replace(/^[\s\-–—|·•»:/]+/, '')
  return title
}

/** A name without the version and the word for what it is: `Flask Documentation (3.1.x)`. */
function shortenName(title: string): string {
  const bare = title
    .replace(/\s*\(?\bv?\d+(?:\.(?:\d+|x))+[\w.-]*\)?/g, '')
    .replace(/\s+(?:documentation|docs|home ?page)$/i, '')
    .replace(/[\s,:–—|-]+$/, '')
    .trim()
  return bare === '' ? title : bare
}

const CREATIVE_COMMONS =
  /creativecommons\.org\/(?:licenses\/([a-z-]+)\/([\d.]+)|publicdomain\/zero\/([\d.]+))/i
const SPDX_ADDRESS =
  /(?:spdx|opensource|choosealicense)\.(?:org|com)\/licen[sc]es?\/([\w.-]+?)(?:\.html|\/)?$/i

function readLicense(value: string | undefined): string | undefined {
  if (value === undefined) return undefined
  const [, kind, version, zero] = CREATIVE_COMMONS.exec(value) ?? []
  if (zero !== undefined) return `CC0-${zero}`
  if (kind !== undefined && version !== undefined) return `CC-${kind.toUpperCase()}-${version}`
  const named = SPDX_ADDRESS.exec(value)?.[1]
  return named === undefined ? undefined : (NAMES[named.toLowerCase()] ?? named)
}

/** Addresses have these in small letters. */
const NAMES: Readonly<Record<string, string>> = { mit: 'MIT', 'apache-2.0': 'Apache-2.0' }

/** The address of the site, as pages name themselves. */
function findBaseAddress(pages: readonly HtmlPage[], folder: string): string | undefined {
  const bases = pages.map(({ file, metadata }) => {
    const { canonical } = metadata
    if (canonical === undefined || !/^https?:\/\//i.test(canonical)) return undefined
    const path = posix
      .relative(folder, file)
      .replace(/(?:^|\/)index\.html?$/i, '')
      .replace(/\.html?$/i, '')
    const bare = canonical
      .replace(/[?#].*$/s, '')
      .replace(/(?:\/index)?\.html?$/i, '')
      .replace(/\/+$/, '')
    return bare.endsWith(path)
      ? `${bare.slice(0, bare.length - path.length).replace(/\/+$/, '')}/`
      : undefined
  })
  return rank(bases)[0]
}
