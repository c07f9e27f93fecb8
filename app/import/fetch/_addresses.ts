import { decodePercent } from '../../contract/percent_encoding.ts'

/** The part of a host that is fetched: one origin, below one path. */
export type Scope = {
  /** The page that was named, without query and fragment. */
  readonly start: string
  /** `https://docs.example.com` */
  readonly origin: string
  /** Path below which the site lies, with a slash at both ends. */
  readonly base: string
}

const PAGE_NAME = /\.(?:x?html?|php|aspx?|jsp)$/i
const INDEX_NAME = /^index\.html?$/i
/** `1.2` in an address is a version, not the name of a file. */
const FILE_NAME = /\.[a-z][a-z0-9]{0,9}$/i

/** Deeper or longer addresses are made by programs that never end, such as calendars. */
const SEGMENTS_MAX = 24
const PATH_CHARACTERS_MAX = 1000
const SEGMENT_BYTES_MAX = 200

/** The site at an address: what lies below its path. */
export function scopeOf(address: URL): Scope {
  const { origin, pathname } = address
  const cut = PAGE_NAME.test(pathname) ? pathname.slice(0, pathname.lastIndexOf('/')) : pathname
  return { start: `${origin}${pathname}`, origin, base: cut.endsWith('/') ? cut : `${cut}/` }
}

/** The address that a page refers to, without query and fragment; undefined if it is none. */
export function resolveAddress(href: string, from: string): URL | undefined {
  const text = href.trim()
  if (text === '' || text.length > PATH_CHARACTERS_MAX || !URL.canParse(text, from))
    return undefined
  const url = new URL(text, from)
  if (url.protocol !== 'https:' && url.protocol !== 'http:') return undefined
  if (url.username !== '' || url.password !== '') return undefined
  url.search = ''
  url.hash = ''
  return url
}

export function isInScope({ origin, pathname, href }: URL, scope: Scope): boolean {
  return origin === scope.origin && (pathname.startsWith(scope.base) || href === scope.start)
}

/** Whether an address is that of a page by its name, and not of a picture or another file. */
export function isPageAddress({ pathname }: URL): boolean {
  const name = pathname.slice(pathname.lastIndexOf('/') + 1)
  return PAGE_NAME.test(name) || !FILE_NAME.test(name)
}

/**
 * The file of the copy that holds what is at an address: its path, with `index.html` for a folder
 * and `.html` after a page without an ending, so that relative links lead where they did. Undefined
 * for what no file can be called.
 */
export function fileOf({ pathname }: URL, isPage = true): string | undefined {
  const segments = pathname.slice(1).split('/')
  if (segments.length > SEGMENTS_MAX) return undefined
  const names: string[] = []
  for (const segment of segments) {
    const name = decodePercent(segment)
    if (name === undefined || Buffer.byteLength(name) > SEGMENT_BYTES_MAX) return undefined
    if (/^\.|[/\\\p{Cc}]/u.test(name)) return undefined
    names.push(name)
  }
  const last = names.pop() ?? ''
  if (names.includes('')) return undefined
  const named = last === '' || INDEX_NAME.test(last) ? 'index.html' : last
  const needsEnding = isPage && !/\.html?$/i.test(named)
  return [...names, needsEnding ? `${named}.html` : named].join('/')
}

/** The file name of a host, also where colons are not allowed in one. */
export function nameHost(origin: string): string {
  return new URL(origin).host.replace(/[[\]]/g, '').replaceAll(':', '-')
}
