import { type Problem, problemAt, quote } from '../../../contract/problem.ts'
import { UNSAFE_SCHEMES } from '../../../docs/model/addresses.ts'
import type { Source, SourceLink } from '../../../docs/model/source.ts'
import { findNearest } from '../../../text/source_text/nearest_word.ts'

const FOREIGN = /^(?:[a-z][a-z0-9+.-]*:|\/\/)/i

/** Reported with the links. */
const UNSAFE = new RegExp(`^(?:${UNSAFE_SCHEMES}):`, 'i')

/** Pictures of other sites that the policy of every page would keep a browser from showing. */
export function checkImages({ registry, pages, changes }: Source): readonly Problem[] {
  const { imageHosts } = registry
  if (imageHosts === undefined) return []
  const links = [...pages, ...changes].flatMap((each) => each.links)
  return links.flatMap((link) => (link.image ? checkImage(link, imageHosts) : []))
}

function checkImage({ href, place }: SourceLink, hosts: readonly string[]): readonly Problem[] {
  if (!FOREIGN.test(href) || UNSAFE.test(href)) return []
  const name = `the image ${quote(href)}`
  const address = /^https:\/\/([^/?#]+)/i.exec(href)
  if (address === null) {
    return [problemAt(place, `${name} is not on https`, 'write its https address')]
  }
  const host = (address[1] ?? '').toLowerCase()
  if (hosts.includes(host)) return []
  const near = findNearest(host, hosts)
  const fix =
    near === undefined
      ? `put the picture beside the page, or add ${host} to "image_hosts" below "pages"`
      : `write ${near}, or add ${host} to "image_hosts" below "pages"`
  return [problemAt(place, `${name} is on a host that the registry does not name`, fix)]
}
