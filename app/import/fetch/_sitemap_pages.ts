import { gunzipSync } from 'node:zlib'
import { countOf } from '../../contract/problem.ts'
import { fileOf, resolveAddress, type Scope } from './_addresses.ts'
import type { Findings } from './_findings.ts'
import type { Requests } from './_requests.ts'
import type { Robots } from './_robots.ts'
import type { SiteCopy } from './_site_copy.ts'

/** Sitemaps of one site, with those that an index lists. */
const SITEMAPS_MAX = 50

type Asking = {
  readonly scope: Scope
  readonly robots: Robots
  readonly requests: Requests
  readonly copy: SiteCopy
  readonly findings: Findings
}

/** Pages that the sitemaps of a site list: those that robots.txt names, else the usual ones. */
export async function listSitemapPages(asking: Asking): Promise<readonly URL[]> {
  const { scope, robots, findings } = asking
  const named = robots.sitemaps.flatMap((each) => resolveAddress(each, `${scope.origin}/`) ?? [])
  const usual = [`${scope.base}sitemap.xml`, '/sitemap.xml'].map((path) => {
    return new URL(path, scope.origin)
  })
  const waiting = named.length > 0 ? named : usual
  const asked = new Set<string>()
  const pages: URL[] = []
  for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
    if (asked.has(next.href) || asked.size >= SITEMAPS_MAX) continue
    asked.add(next.href)
    if (next.origin !== scope.origin) {
      const what = `the sitemap "${next.href}" of another host is not read`
      findings.addNote(scope.start, what, `import ${next.origin}/ to have its pages`)
      continue
    }
    const bytes = await fetchSitemap(next, asking)
    const sitemap = bytes === undefined ? undefined : readSitemap(bytes)
    if (sitemap === undefined) continue
    const resolve = (each: string) => resolveAddress(each, `${scope.origin}/`) ?? []
    waiting.unshift(...sitemap.sitemaps.flatMap(resolve))
    pages.push(...sitemap.pages.flatMap(resolve))
    // The one of the folder is enough.
    if (named.length === 0 && sitemap.sitemaps.length === 0) break
  }
  const hosts = Map.groupBy(pages, ({ origin }) => origin)
  for (const [origin, foreign] of hosts) {
    if (origin === scope.origin) continue
    const count = countOf(foreign.length, 'page')
    const what = `the sitemap lists ${count} of "${origin}", left out here`
    findings.addNote(scope.start, what, `import ${origin}/ to have them`)
  }
  return hosts.get(scope.origin) ?? []
}

async function fetchSitemap(
  address: URL,
  { requests, copy, robots }: Asking,
): Promise<Uint8Array | undefined> {
  const file = fileOf(address, false)
  if (file === undefined || !robots.allows(address.pathname)) return undefined
  const known = await copy.validatorsOf(address.href)
  const answer = await requests.ask(address, { bytesMax: SITEMAP_BYTES_MAX, known })
  if (answer.kind === 'same') {
    await copy.keep(address.href)
    const entry = copy.entryOf(address.href)
    return entry === undefined ? undefined : await copy.read(entry)
  }
  if (answer.kind !== 'body' || answer.type === 'text/html') return undefined
  await copy.write(address.href, { file, ...answer.validators }, answer.bytes)
  return answer.bytes
}

/** What a sitemap lists: pages, or further sitemaps. */
type Sitemap = { readonly pages: readonly string[]; readonly sitemaps: readonly string[] }

/** Largest sitemap, unpacked (sitemaps.org). */
const SITEMAP_BYTES_MAX = 50 * 1024 * 1024

const ENTRIES_MAX = 50_000
const GZIP = [0x1f, 0x8b] as const

const NAMED: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
}

/** Reads a sitemap, packed or not; undefined for what is none. */
function readSitemap(bytes: Uint8Array): Sitemap | undefined {
  const text = unpack(bytes)
  if (text === undefined) return undefined
  const isIndex = /<(?:\w+:)?sitemapindex[\s>]/i.test(text)
  if (!isIndex && !/<(?:\w+:)?urlset[\s>]/i.test(text)) return undefined
  const found: string[] = []
  for (const [, loc = ''] of text.matchAll(/<(?:\w+:)?loc>\s*([^<\s]{1,2048})\s*</gi)) {
    if (found.length >= ENTRIES_MAX) break
    found.push(loc.replace(/&(amp|lt|gt|quot|apos);/g, (_, name: string) => NAMED[name] ?? ''))
  }
  return isIndex ? { pages: [], sitemaps: found } : { pages: found, sitemaps: [] }
}

function unpack(bytes: Uint8Array): string | undefined {
  if (!GZIP.every((byte, at) => bytes[at] === byte)) return new TextDecoder().decode(bytes)
  try {
    return new TextDecoder().decode(gunzipSync(bytes, { maxOutputLength: SITEMAP_BYTES_MAX }))
  } catch {
    // Broken, or far larger than it looked.
    return undefined
  }
}
