import { type Place, type Problem, problemAt, quote } from '../../contract/problem.ts'
import type { CorpusPage } from './corpus.ts'

/** Base address without a slash at its end. */
export function baseOf(baseUrl: string): string {
  return baseUrl.replace(/\/+$/, '')
}

/** Path of the base address, which links within the site start with; '' for an origin. */
export function prefixOf(baseUrl: string): string {
  return new URL(baseUrl).pathname.replace(/\/+$/, '')
}

/** Address within the site of a page: `/guides/start/`. */
export function pageHref(page: CorpusPage, baseUrl: string): string {
  return prefixOf(baseUrl) + page.record.url.slice(baseOf(baseUrl).length)
}

/** Folder of a page below the build folder: '' or `guides/start/`. */
export function pageFolder(page: CorpusPage): string {
  return page.path === '' ? '' : `${page.path}/`
}

/** Path of the source below the folder of the pages: `guides/start.md`. */
export function sourcePath(page: CorpusPage): string {
  return page.file.replace(/^pages\//, '')
}

/** URL path of a page file: `a/b.md` is at `a/b`, and `index.md` stands for its folder. */
export function urlPathOf(below: string): string {
  return below.replace(/\.md$/, '').replace(/(^|\/)index$/, '')
}

/** A README is the page of its folder where that has no `index.md`, as on sites for code. */
export function placeReadmes<Page extends { readonly file: string; readonly path: string }>(
  pages: readonly Page[],
): readonly Page[] {
  const taken = new Set(pages.map(({ path }) => path))
  return pages.map((page) => {
    const folder = page.path.replace(/(^|\/)readme$/i, '')
    if (folder === page.path || taken.has(folder)) return page
    taken.add(folder)
    return { ...page, path: folder }
  })
}

/** Schemes whose addresses run code, or reach into the reader's machine. */
export const UNSAFE_SCHEMES = 'javascript|vbscript|file|data'

/** Reports a link to an address with an unsafe scheme. */
export function explainUnsafeAddress(place: Place, address: string): Problem {
  const scheme = address.slice(0, address.indexOf(':') + 1).toLowerCase()
  const what = `the address begins with ${quote(scheme)}`
  return problemAt(place, what, 'link to an https address or to a page')
}
