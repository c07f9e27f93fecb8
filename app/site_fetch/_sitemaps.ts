import { gunzipSync } from 'node:zlib'

/** What a sitemap lists: pages, or further sitemaps. */
type Sitemap = { readonly pages: readonly string[]; readonly sitemaps: readonly string[] }

/** Largest sitemap, unpacked (sitemaps.org). */
export const SITEMAP_BYTES_MAX = 50 * 1024 * 1024

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
export function readSitemap(bytes: Uint8Array): Sitemap | undefined {
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
