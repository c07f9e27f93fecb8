import { HTTP_API_PREFIX } from '../../contract/operations/mod.ts'
import { decodePercentLeniently } from '../../contract/percent_encoding.ts'
import type { Check } from './findings.ts'
import { findMarkdownLinks } from './llms_files.ts'
import { pathOf, type Reading } from './reading.ts'

/**
 * Follows every link of the llms files that stays within the service; returns the number of links
 * to other services, which are not checked.
 */
export async function compareLinks(reading: Reading, check: Check): Promise<number> {
  const { client, llms, fullText = '' } = reading
  const lists = [
    ['llms.txt', llms?.links ?? []],
    ['llms-full', findMarkdownLinks(fullText)],
  ] as const
  const seen = new Map<string, string>()
  const foreign = new Set<string>()
  for (const [where, urls] of lists) {
    for (const url of urls) {
      if (pathOf(reading, url) === undefined) foreign.add(url)
      else if (!seen.has(url)) seen.set(url, where)
    }
  }
  const byPath = Map.groupBy(seen.keys(), (url) => pathOf(reading, url) ?? '')
  await Promise.all(
    [...byPath].map(async ([path, urls]) => {
      const anchors = urls.flatMap((url) => anchorOf(url) ?? [])
      const answer = await client.call(path, {
        ...(anchors.length === 0 ? { method: 'HEAD' } : { headers: { accept: 'text/html' } }),
        ...(path.startsWith(HTTP_API_PREFIX) ? { limit: 'public' } : {}),
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
  // "top" is the top of every page (HTML, select the indicated part).
  if (anchor === undefined || anchor === 'top') return
  const isThere = html.includes(`id="${anchor.replaceAll('&', '&amp;').replaceAll('"', '&quot;')}"`)
  check.equal(where, `link ${url}`, 'its heading', isThere ? 'its heading' : 'no such heading')
}
