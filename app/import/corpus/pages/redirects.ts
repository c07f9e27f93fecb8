import { quote, startOfFile } from '../../../contract/problem.ts'
import { isReservedAddress, isReservedFolder } from '../../../contract/reserved_names.ts'
import { parseMarkdown } from '../../../text/source_text/markdown.ts'
import type { Redirect, Site } from '../../source/generator.ts'
import type { Report } from '../../source/report/report.ts'
import { cutBaseAddress } from '../../source/site_addresses.ts'
import type { Document } from './documents.ts'
import { addressOf } from './page_names.ts'
import { REST, type Routes, STEPS_MAX } from './routes.ts'

/** Where an old address leads: a page or its part, an address elsewhere, or a folder of pages. */
type Target = { readonly to: string; readonly page?: string; readonly anchor?: string }

type OldAddress = { readonly from: string; readonly target: Target; readonly redirect?: Redirect }

/** An entry of `redirects.yaml`; `page` and `anchor` say what is there, if it is a page. */
type ListedRedirect = Target & { readonly from: string }

type CollectedRedirects = {
  /** Old addresses that pages name themselves, by page. */
  readonly byPage: ReadonlyMap<string, readonly string[]>
  /** What a page cannot say: parts of pages, other sites, whole folders. */
  readonly listed: readonly ListedRedirect[]
}

/**
 * Old addresses by the page that answers them, and those that lead elsewhere. An address that a
 * page has now, or that the service keeps for itself, cannot redirect.
 */
export function collectRedirects(
  documents: readonly Document[],
  site: Site,
  routes: Routes,
  report: Report,
): CollectedRedirects {
  const { redirects, baseAddress } = site
  const addresses = new Map(documents.map(({ page }) => [addressOf(page).toLowerCase(), page]))
  const find = createTargetFinder(documents, site, routes)
  const all = redirects.flatMap((redirect): OldAddress[] => {
    const target = find(redirect)
    if (!('reason' in target)) return [{ from: redirect.from, target, redirect }]
    const { from, to, place } = redirect
    const what = `the redirect of ${quote(from)} to ${quote(to)} is left out`
    report.addLoss(place, `${what}, because ${target.reason}`, target.fix)
    return []
  })
  const own = documents.flatMap(({ page, oldAddresses }) => {
    return oldAddresses.map((from): OldAddress => ({ from, target: { to: '', page } }))
  })
  const taken = new Map<string, string>()
  const kept = new Map<string, string[]>()
  const listed: ListedRedirect[] = []
  const shown = new Map(documents.map((document) => [document.page, document.shown]))
  for (const { from, target, redirect } of [...own, ...all]) {
    const { page, anchor } = target
    const place = redirect?.place ?? startOfFile(shown.get(page ?? '') ?? '')
    const rest = REST.exec(from)?.[0] ?? ''
    const path = readOldPath(cutBaseAddress(from.slice(0, from.length - rest.length), baseAddress))
    if (path === undefined) {
      const what = `the old address ${quote(from)} is not the path of a page and is left out`
      report.addLoss(place, what, 'write a path such as /guides/old-name/')
      continue
    }
    const bare = toBarePath(path)
    const key = rest === '' ? bare : `${bare}/*`
    const now = (rest === '' ? addresses.get(bare.toLowerCase()) : undefined) ?? taken.get(key)
    if (now !== undefined && now === page) continue
    if (now !== undefined) {
      const what = `the old address ${quote(from)} is left out, because ${quote(now)} has it`
      report.addLoss(place, what, 'keep it on one page')
    } else if (rest === '' ? isReservedAddress(bare) : isReservedFolder(bare)) {
      const what = `the old address ${quote(from)} is left out, because the service reserves it`
      report.addLoss(place, what, 'redirect it in front of the service')
    } else {
      taken.set(key, page ?? target.to)
      if (rest !== '') listed.push({ ...target, from: `/${bare}${bare === '' ? '' : '/'}:rest*` })
      else if (page === undefined || anchor !== undefined) listed.push({ ...target, from: path })
      else kept.set(page, [...(kept.get(page) ?? []), path])
    }
  }
  return { byPage: kept, listed }
}

function createTargetFinder(
  documents: readonly Document[],
  { redirects, baseAddress }: Site,
  routes: Routes,
): (redirect: Redirect) => Target | Refusal {
  const next = new Map(redirects.map(({ from, to }) => [from.replace(/\/$/, ''), to]))
  const hasPages = (folder: string) => {
    return documents.some(({ page }) => folder === '' || page.startsWith(`${folder}/`))
  }
  return ({ from, to: written }) => {
    let to = cutBaseAddress(written, baseAddress)
    const rest = REST.exec(to)?.[0]
    if (rest !== undefined && REST.test(from)) {
      const folder = to.slice(0, to.length - rest.length).replace(/^\/+/, '')
      if (/^https?:\/\//i.test(to)) return { to: `${to.slice(0, -rest.length)}/:rest*` }
      if (/[:*]/.test(folder)) return refuse('pattern')
      if (!hasPages(folder)) return refuse('folder')
      return { to: `/${folder}${folder === '' ? '' : '/'}:rest*` }
    }
    for (let step = 0; step < STEPS_MAX; step++) {
      if (/^https?:\/\//i.test(to))
        return /[\s*]/.test(to) || !URL.canParse(to) ? refuse('pattern') : { to }
      const path = to.replace(/[?#].*$/s, '')
      const page = isPath(path) ? routes.find(`/${path.replace(/^\/+/, '')}`, '')?.page : undefined
      if (page !== undefined) {
        const anchor = /#(.+)$/s.exec(to)?.[1]
        const address = addressOf(page)
        const there = { to: `/${address}${address === '' ? '' : '/'}`, page }
        return anchor === undefined ? there : { ...there, anchor }
      }
      const further = next.get(path.replace(/\/$/, ''))
      if (further === undefined) return refuse(/[*]|\/:\w/.test(path) ? 'pattern' : 'page')
      to = cutBaseAddress(further, baseAddress)
    }
    return refuse('circle')
  }
}

type Refusal = { readonly reason: string; readonly fix: string }

const OUTSIDE = 'or redirect it in front of the service'
const REFUSALS = {
  circle: { reason: 'it leads in a circle', fix: 'let it lead to a page' },
  folder: { reason: 'no imported page is below its target', fix: `correct the target, ${OUTSIDE}` },
  page: { reason: 'its target is no imported page', fix: `correct the target, ${OUTSIDE}` },
  pattern: {
    reason: 'its target has a pattern that is not "*" at the end of both addresses',
    fix: `list its addresses one by one, ${OUTSIDE}`,
  },
} as const satisfies Readonly<Record<string, Refusal>>

function refuse(reason: keyof typeof REFUSALS): Refusal {
  return REFUSALS[reason]
}

/** `redirects.yaml`, an entry a line; undefined where there is nothing to list. */
export function writeRedirectList(
  listed: readonly ListedRedirect[],
  pages: readonly { readonly page: string; readonly body: string }[],
): string | undefined {
  if (listed.length === 0) return undefined
  const texts = new Map(pages.map(({ page, body }) => [page, body]))
  const lines = listed.map(({ from, to, page, anchor }) => {
    const isThere = parseMarkdown(texts.get(page ?? '') ?? '').anchors.includes(anchor ?? '')
    const target = anchor !== undefined && isThere ? `${to}#${anchor}` : to
    return `- { from: ${JSON.stringify(from)}, to: ${JSON.stringify(target)} }\n`
  })
  return lines.join('')
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
