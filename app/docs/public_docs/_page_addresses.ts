/** A page as a text names it: its path, and the heading that the address leads to. */
type PageAddress = {
  /** `''` is the front page. */
  readonly path: string
  readonly anchor: string
}

/** An address without its scheme: people copy it from a browser or from a proxy's log. */
const SCHEME = /^https?:\/\//
/** A name with a slash in front or within: `/run/settings`, `run/settings/`. */
const PATH = /^\/?[^/:\s]+\/|^\/[^/\s]/

/**
 * Reads the address of a page: absolute under the base address, or a path, with or without the base
 * path; of the HTML page, of its twin, or of its source file. Absent for any other text.
 */
export function readPageAddress(text: string, baseUrl: string): PageAddress | undefined {
  const base = baseUrl.replace(SCHEME, '').replace(/\/+$/, '')
  const bare = text.replace(SCHEME, '')
  const isOurs = bare !== text && (bare === base || /^[/?#]/.test(bare.slice(base.length)))
  if (isOurs && bare.startsWith(base)) return splitAddress(bare.slice(base.length))
  if (bare !== text || !PATH.test(text)) return undefined
  const prefix = base.includes('/') ? base.slice(base.indexOf('/')) : ''
  const isBelow = prefix !== '' && `${text}/`.startsWith(`${prefix}/`)
  return splitAddress(isBelow ? text.slice(prefix.length) : text)
}

function splitAddress(text: string): PageAddress | undefined {
  const [address = '', anchor = ''] = text.split('#')
  try {
    const path = decodeURI(address.replace(/\?.*$/s, ''))
      .replace(/(^|\/)index\.(md|html)$/, '$1')
      .replace(/\.(md|html)$/, '')
      .replace(/^\/+|\/+$/g, '')
    return { path, anchor: decodeURIComponent(anchor) }
  } catch {
    return undefined
  }
}
