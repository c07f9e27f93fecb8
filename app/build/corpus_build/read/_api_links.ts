import { posix } from 'node:path'
import { decodePercentLeniently } from '../../../contract/percent_encoding.ts'
import { parseMarkdown } from '../../../text/source_text/markdown.ts'

/** Addresses of the whole web, and of the site itself, which are checked like any other. */
const WHOLE = /^(?:[a-z][a-z0-9+.-]*:|\/)/i

/** A link can be in the words of another. */
const ROUNDS_MAX = 5

/**
 * Makes plain text of links that lead nowhere from a made page: the words of a description are
 * written for other programs, which have other headings and folders.
 */
export function breakDeadLinks(
  body: string,
  below: string,
  files: ReadonlySet<string>,
): { readonly text: string; readonly broken: ReadonlySet<string> } {
  const broken = new Set<string>()
  let text = body
  for (let round = 0; round < ROUNDS_MAX; round++) {
    const { targets, anchors } = parseMarkdown(text)
    const dead = targets.filter(({ href }) => {
      if (WHOLE.test(href)) return false
      const [path = ''] = href.split(/[?#]/, 1)
      const anchor = decodePercentLeniently(/#(.*)$/s.exec(href)?.[1] ?? '')
      return path === ''
        ? anchor !== '' && !anchors.includes(anchor)
        : !files.has(posix.join(posix.dirname(below), decodePercentLeniently(path)))
    })
    if (dead.length === 0) break
    const pieces: string[] = []
    let from = 0
    for (const { start, href } of dead.toSorted((a, b) => a.start - b.start)) {
      broken.add(href)
      // The address follows `](` of a link, or `]: ` of a definition.
      const bracket = text.lastIndexOf(']', start) + 1
      pieces.push(text.slice(from, bracket))
      from = bracket
    }
    text = [...pieces, text.slice(from)].join(' ')
  }
  return { text, broken }
}
