import { quote, startOfFile } from '../../contract/problem.ts'
import { RESERVED_SEGMENTS } from '../../contract/reserved_names.ts'
import type { Redirect, Site } from '../generators/generator.ts'
import type { Report } from '../report/report.ts'
import type { Document } from './documents.ts'
import { addressOf } from './page_names.ts'
import { cutBaseAddress, type Routes } from './routes.ts'

type OldAddress = { readonly from: string; readonly page: string; readonly redirect?: Redirect }

/**
 * Old addresses by the page that answers them. An address that a page has now, or that the service
 * keeps for itself, cannot redirect.
 */
export function collectRedirects(
  documents: readonly Document[],
  { redirects, baseAddress }: Site,
  routes: Routes,
  report: Report,
): ReadonlyMap<string, readonly string[]> {
  const addresses = new Map(documents.map(({ page }) => [addressOf(page).toLowerCase(), page]))
  const listed = redirects.flatMap((redirect): OldAddress[] => {
    const to = cutBaseAddress(redirect.to, baseAddress).replace(/[?#].*$/s, '')
    const page = isPath(to) ? routes.find(`/${to.replace(/^\/+/, '')}`, '')?.page : undefined
    if (page !== undefined) return [{ from: redirect.from, page, redirect }]
    const what = `the redirect of ${quote(redirect.from)} to ${quote(redirect.to)} is left out`
    report.addLoss(redirect.place, what, 'redirect it in front of the service')
    return []
  })
  const own = documents.flatMap(({ page, oldAddresses }) => {
    return oldAddresses.map((from): OldAddress => ({ from, page }))
  })
  const folders = findFolders(documents)
  const taken = new Map<string, string>()
  const kept = new Map<string, string[]>()
  const shown = new Map(documents.map((document) => [document.page, document.shown]))
  for (const { from, page, redirect } of [...own, ...listed]) {
    const place = redirect?.place ?? startOfFile(shown.get(page) ?? '')
    const path = readOldPath(cutBaseAddress(from, baseAddress))
    if (path === undefined) {
      const what = `the old address ${quote(from)} is no path of a page and is left out`
      report.addLoss(place, what, 'write a path such as /guides/old-name/')
      continue
    }
    const bare = toBarePath(path)
    const now = addresses.get(bare.toLowerCase()) ?? taken.get(bare)
    if (now === page) continue
    if (now !== undefined) {
      const what = `the old address ${quote(from)} is left out, because ${quote(now)} has it`
      report.addLoss(place, what, 'keep it on one page')
    } else if (folders.has(bare)) {
      const what = `the old address ${quote(from)} is left out, because pages are below it`
      report.addLoss(place, what, 'give that folder an index, which can say where to go')
    } else if (RESERVED_SEGMENTS.has(bare.split('/')[0] ?? '')) {
      const what = `the old address ${quote(from)} is left out, because the service reserves it`
      report.addLoss(place, what, 'redirect it in front of the service')
    } else {
      taken.set(bare, page)
      kept.set(page, [...(kept.get(page) ?? []), path])
    }
  }
  return kept
}

/** Folders without a page of their own: a build lists their pages at their addresses. */
function findFolders(documents: readonly Document[]): ReadonlySet<string> {
  const folders = documents.flatMap(({ page }) => {
    const parts = page.split('/').slice(0, -1)
    return parts.map((_, at) => parts.slice(0, at + 1).join('/'))
  })
  return new Set(folders)
}

function isPath(address: string): boolean {
  return !/^[a-z][a-z0-9+.-]*:|^\/\//i.test(address) && !address.includes('*')
}

/** The form in which front matter names an old address. */
function readOldPath(from: string): string | undefined {
  const path = `/${from.replace(/[?#].*$/s, '').replace(/^\/+/, '')}`
  if (!isPath(from) || /[\s\\\p{Cc}]|\/\/|:/u.test(path)) return undefined
  return path.split('/').some((part) => part === '.' || part === '..') ? undefined : path
}

function toBarePath(path: string): string {
  return path.slice(1).replace(/(?:^|\/)index\.(?:html|md)$|\/$/, '')
}
