import { posix } from 'node:path'
import { decodePercentLeniently } from '../contract/percent_encoding.ts'
import { type ParsedMarkdown, parseMarkdown } from '../source_text/markdown.ts'

const SCHEME = /^[a-z][a-z0-9+.-]*:/i
const UNSAFE = /\]\((?=\s*<?\s*(?:javascript|vbscript|file|data):)/gi
const ROUNDS_MAX = 5

/**
 * The reader of the corpus has the last word on what is a link. One that it sees and that has no
 * target is broken open, so that every import can be built; a blank behind the bracket is enough.
 */
export function makeSafeBody(
  body: string,
  parsed: ParsedMarkdown,
  page: string,
  known: (page: string, anchor: string) => boolean,
): { readonly body: string; readonly broken: readonly string[] } {
  let safe = body.replace(UNSAFE, '] (')
  let seen = safe === body ? parsed : parseMarkdown(safe)
  const broken: string[] = []
  for (let round = 0; round < ROUNDS_MAX; round++) {
    const bad = seen.targets.filter(({ href, image }) => {
      if (SCHEME.test(href)) return false
      return image || !known(...targetOf(href, page))
    })
    if (bad.length === 0) break
    for (const { start, href } of [...bad].sort((a, b) => b.start - a.start)) {
      broken.push(href)
      // Before the address stands `](` of a link, or `]: ` of a definition.
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
