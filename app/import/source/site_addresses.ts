import { decodePercentLeniently } from '../../contract/percent_encoding.ts'
import { quote, startOfFile } from '../../contract/problem.ts'
import type { ConfigValue } from './files/config_values.ts'
import type { SitePage } from './generator.ts'
import type { Report } from './report/report.ts'

/** Finds the file of the page that a menu names by its address or its path. */
export type FindPage = (address: string) => string | undefined

export function indexPages(pages: readonly SitePage[]): FindPage {
  const files = new Map(pages.map(({ file, named }) => [keyOf(named), file]))
  return (address) => files.get(keyOf(decodePercentLeniently(address.replace(/[?#].*$/s, ''))))
}

/** The address of a page without extension, slashes at its ends and the name of an index. */
export function keyOf(path: string): string {
  return path
    .replace(/^\.?\/+|\/+$/g, '')
    .replace(/\.(?:mdx?|markdown|html)$/i, '')
    .replace(/(?:^|\/)index$/i, '')
    .toLowerCase()
}

export function reportAbsent(report: Report, shown: string, address: string): void {
  const what = `the menu names ${quote(address)}, which is not a page of the folder`
  report.addLoss(startOfFile(shown), what, 'add the page, or remove the entry')
}

/** `getting-started.md` is "Getting started"; `v1.2` is no name with an extension. */
export function wordsOf(name: string): string {
  const words = name
    .replace(/\.[a-z]\w*$/i, '')
    .replace(/[-_]+/g, ' ')
    .trim()
  return words === words.toLowerCase() ? words.charAt(0).toUpperCase() + words.slice(1) : words
}

/** A menu of which a program makes parts: what is written out is taken. */
export function reportComputed(menu: ConfigValue, report: Report, shown: string): void {
  if (!menu.isComputed()) return
  const what = 'a part of the menu is computed by a program that is not run'
  report.addLoss(startOfFile(shown), what, 'write it out, or add it to _folder.yaml')
}

/** An address on the site itself as a path of it; any other address stays. */
export function cutBaseAddress(address: string, base: string | undefined): string {
  if (base === undefined) return address
  const [, origin = '', pathname = ''] = /^(https?:\/\/[^/?#]+)?([^?#]*)/i.exec(base) ?? []
  const mount = pathname.replace(/\/+$/, '')
  const isWhole = origin !== '' && `${address}/`.startsWith(`${origin}/`)
  const path = isWhole ? address.slice(origin.length) : address
  if (mount === '') return path === '' ? '/' : path
  const isBelow = path === mount || /^[/?#]/.test(path.slice(mount.length))
  // Another part of the same host is another site.
  return path.startsWith(mount) && isBelow ? path.slice(mount.length) || '/' : address
}
