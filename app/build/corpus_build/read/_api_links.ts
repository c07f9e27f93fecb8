import { posix } from 'node:path'
import { decodePercentLeniently } from '../../../contract/percent_encoding.ts'
import { breakLinks, parseMarkdown } from '../../../text/source_text/markdown.ts'

/** Addresses of the whole web, and of the site itself, which are checked like any other. */
const WHOLE = /^(?:[a-z][a-z0-9+.-]*:|\/)/i

/**
 * Makes plain text of links that lead nowhere from a made page: the words of a description are
 * written for other programs, which have other headings and folders.
 */
export function breakDeadLinks(
  body: string,
  below: string,
  files: ReadonlySet<string>,
): { readonly text: string; readonly broken: ReadonlySet<string> } {
  const { body: text, broken } = breakLinks(body, parseMarkdown(body), ({ href }, { anchors }) => {
    if (WHOLE.test(href)) return false
    const [path = ''] = href.split(/[?#]/, 1)
    const anchor = decodePercentLeniently(/#(.*)$/s.exec(href)?.[1] ?? '')
    return path === ''
      ? anchor !== '' && !anchors.includes(anchor)
      : !files.has(posix.join(posix.dirname(below), decodePercentLeniently(path)))
  })
  return { text, broken: new Set(broken.flat()) }
}
