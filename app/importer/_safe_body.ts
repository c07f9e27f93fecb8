import { posix } from 'node:path'
import { decodePercentLeniently } from '../contract/percent_encoding.ts'
import { type ParsedMarkdown, parseMarkdown } from '../source_text/markdown.ts'

const SCHEME = /^[a-z][a-z0-9+.-]*:/i
const UNSAFE = /\]\((?=\s*<?\s*(?:javascript|vbscript|file|data):)/gi
const ROUNDS_MAX = 5

/**
 * The build decides what is a link, with its own parser. A link that it finds and that has no
 * target is broken by a space after its bracket, so that every import can be built.
 */
export function makeSafeBody(
  body: string,
  parsed: ParsedMarkdown,
  page: string,
  isKnown: (page: string, anchor: string) => boolean,
): { readonly body: string; readonly broken: readonly string[] } {
  let safe = body.replace(UNSAFE, '] (')
  let seen = safe === body ? parsed : parseMarkdown(safe)
  const broken: string[] = []
  for (let round = 0; round < ROUNDS_MAX; round++) {
    const bad = seen.targets.filter(({ href, image }) => {
      if (SCHEME.test(href)) return false
      return image || !isKnown(...targetOf(href, page))
    })
    if (bad.length === 0) break
    for (const { start, href } of [...bad].sort((a, b) => b.start - a.start)) {
      broken.push(href)
      // The address follows `](` of a link, or `]: ` of a definition.
      const bracket = safe.lastIndexOf(']', start)
      safe = `${safe.slice(0, bracket + 1)} ${safe.slice(bracket + 1)}`
    }
    seen = parseMarkdown(safe)
  }
  return { body: safe, broken }
}

function targetOf(href: string, page: string): [page: string, anchor: string] {
  const path = decodePercentLeniently(href.replace(/[?#].*$/s, ''))
  const anchor = decodePercentLeniently(/#(.*)$/s.exec(href)?.[1] ?? '')
  const there = path === '' ? page : posix.join(posix.dirname(page), path)
  return [there, anchor === 'top' ? '' : anchor]
}
