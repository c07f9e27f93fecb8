import { HTTP_API_PREFIX } from '../contract/operations.ts'
import { decodePercentLeniently } from '../contract/percent_encoding.ts'
import type { Check } from './findings.ts'
import { pathOf, type Site } from './site.ts'

type LinkList = readonly [where: string, urls: readonly string[]]

/**
 * Follows every link of the llms files that stays within the service; returns the number of links
 * to other services, which are not checked.
 */
export async function compareLinks(
  lists: readonly LinkList[],
  site: Site,
  check: Check,
): Promise<number> {
  const seen = new Map<string, string>()
  const foreign = new Set<string>()
  for (const [where, urls] of lists) {
    for (const url of urls) {
      const clean = url.replace(/[.,;:]$/, '')
      if (pathOf(site, clean) === undefined) foreign.add(clean)
      else if (!seen.has(clean)) seen.set(clean, where)
    }
  }
  const byPath = Map.groupBy(seen.keys(), (url) => pathOf(site, url) ?? '')
  await Promise.all(
    [...byPath].map(async ([path, urls]) => {
      const anchors = urls.flatMap((url) => anchorOf(url) ?? [])
      const isApi = path.startsWith(HTTP_API_PREFIX)
      const method = anchors.length === 0 ? 'HEAD' : 'GET'
      const headers = anchors.length === 0 ? {} : { accept: 'text/html' }
      const answer = await site.client.call(path, {
        method,
        headers,
        ...(isApi ? { limit: 'public' } : {}),
      })
      const where = seen.get(urls[0] ?? '') ?? 'llms.txt'
      if (!check.equal(where, `link ${urls[0]}`, 200, answer.status)) return
      for (const url of urls) compareAnchor(seen.get(url) ?? where, url, answer.text, check)
    }),
  )
  return foreign.size
}

function anchorOf(url: string): string | undefined {
  const anchor = /#(.+)$/.exec(url)?.[1]
  return anchor === undefined ? undefined : decodePercentLeniently(anchor)
}

function compareAnchor(where: string, url: string, html: string, check: Check): void {
  const anchor = anchorOf(url)
  if (anchor === undefined) return
  const isThere = html.includes(`id="${anchor.replaceAll('&', '&amp;').replaceAll('"', '&quot;')}"`)
  check.equal(where, `link ${url}`, 'its heading', isThere ? 'its heading' : 'no such heading')
}
