import { posix } from 'node:path'
import { decodePercentLeniently } from '../../../contract/percent_encoding.ts'
import { quote } from '../../../contract/problem.ts'
import type { Place, ReportLoss } from '../../markdown/conversion.ts'
import { cutBaseAddress } from '../../source/site_addresses.ts'
import type { AssetFiles } from './asset_files.ts'
import type { Document } from './documents.ts'
import type { Routes } from './routes.ts'

type LinkParts = {
  readonly routes: Routes
  readonly assets: AssetFiles
  /** Address of the old site, whose links become links to pages. */
  readonly baseAddress: string | undefined
  /** The anchor to write for one on a page; undefined if there is none. */
  readonly findAnchor: (page: string, wanted: string) => string | undefined
}

/** A link of a source: where it is, and the address that it has there. */
export type SourceLink = { readonly href: string; readonly place: Place }

/** The address to write for a link on a page; undefined if it leads nowhere, which is reported. */
export function resolveLink(
  { href, place }: SourceLink,
  document: Document,
  { routes, assets, baseAddress, findAnchor }: LinkParts,
  reportLoss: ReportLoss,
): string | undefined {
  const address = cutBaseAddress(href.trim(), baseAddress)
  const from = place.base ?? place.file
  const scheme = /^([a-z][a-z0-9+.-]*):/i.exec(address)?.[1]?.toLowerCase()
  if (scheme !== undefined && !/^(javascript|vbscript|data|file)$/.test(scheme)) return href
  if (address.startsWith('//')) return `https:${address}`
  const anchor = decodePercentLeniently(/#(.*)$/s.exec(address)?.[1] ?? '')
  const path = address.replace(/[?#].*$/s, '')
  const name = path === '' ? document : routes.find(path, from)
  const file = name === undefined ? findFile(path, from, assets) : undefined
  if (file !== undefined) return assets.publish(file, document.page)
  // An address of the old site that is no page here is still one of the web.
  if (name === undefined && /^https?:/i.test(href.trim())) return href.trim()
  if (scheme !== undefined || address === '' || name === undefined) {
    const what = `the link to ${quote(address)} leads to no imported page and is now plain text`
    reportLoss(place, what, 'correct it, or use the https address of the page')
    return undefined
  }
  const found = findAnchor(name.page, anchor)
  if (found === undefined) {
    const what = `the anchor ${quote(`#${anchor}`)} is not on ${quote(name.page)}`
    reportLoss(place, what, 'link to a heading of that page')
  }
  const suffix = found === undefined || found === '' ? '' : `#${encodeURI(found)}`
  if (name.page !== document.page) {
    return `${posix.relative(posix.dirname(document.page), name.page)}${suffix}`
  }
  // A link to a missing anchor of its own page leads nowhere.
  if (found === undefined && path === '') return undefined
  return suffix === '' ? '#top' : suffix
}

/** A file for download that can be published. */
function findFile(path: string, from: string, assets: AssetFiles): string | undefined {
  const found = assets.find(path, from)
  return found === undefined || assets.explain(found) !== undefined ? undefined : found
}
