import { compare, type Problem, problemAt, quote } from '../../../contract/problem.ts'
import {
  followRedirects,
  type RedirectEnd,
  type RedirectRules,
} from '../../../contract/redirects.ts'
import { ANY_NAME } from '../../../contract/reserved_names.ts'
import { placeReadmes, urlPathOf } from '../../../docs/model/addresses.ts'
import type { CorpusPage } from '../../../docs/model/corpus.ts'
import { writeRedirects } from '../../../docs/model/redirect.ts'
import type { Field, Source, SourcePage, SourceRedirect } from '../../../docs/model/source.ts'
import { explainAbsentAnchor } from './_anchors.ts'
import { explainReservedFolder, explainTakenAddress } from './_old_addresses.ts'
import { guessFile, type SiteIndex, writeAddress } from './links.ts'

/** Checks that each old address is free, and leads to one page. */
export function checkRedirects(pages: readonly SourcePage[], site: SiteIndex): readonly Problem[] {
  const taken = new Map<string, SourcePage>()
  return pages.flatMap((page) =>
    page.redirectFrom.flatMap((address) => {
      const { text } = address
      const rival = taken.get(text)
      taken.set(text, rival ?? page)
      const leads = rival && `the page ${quote(rival.file)}`
      return explainTakenAddress(address, site) ?? explainRival(address, `/${text}`, leads) ?? []
    }),
  )
}

function explainRival(
  { place }: Field,
  text: string,
  leads: string | undefined,
): Problem | undefined {
  if (leads === undefined) return undefined
  return problemAt(place, `${quote(text)} already leads to ${leads}`, 'keep it in one place')
}

/** Pages that have moved since the last build, and whose readers would miss them. */
export function findLostAddresses(
  { pages, lock, redirects }: Source,
  built: readonly CorpusPage[],
): readonly Problem[] {
  const entries = lock.entries.map(({ id, path }) => ({ id, file: path, path: urlPathOf(path) }))
  const oldPaths = new Map(placeReadmes(entries).map(({ id, path }) => [id, path]))
  const idByPath = new Map(built.map(({ path, record }) => [path, record.id]))
  const own = pages.flatMap(({ redirectFrom }) => redirectFrom.map(({ text }) => text))
  const kept = new Set([...own, ...redirects.map(({ from }) => from)])
  return pages
    .flatMap(({ path, place }) => {
      const address = oldPaths.get(idByPath.get(path) ?? '') ?? path
      if (address === path || address === '' || kept.has(address)) return []
      // Another page may have taken the place of this one.
      if (idByPath.has(address)) return []
      const what = `the page was at ${quote(`/${address}/`)}, which leads nowhere now`
      const fix = `add "redirect_from: /${address}/" if readers may know the address`
      return [problemAt(place, what, fix)]
    })
    .sort((a, b) => compare(a.file, b.file))
}

/** Checks that each entry of `redirects.yaml` is seen, says something new and leads somewhere. */
export function checkRedirectList(
  redirects: readonly SourceRedirect[],
  pages: readonly SourcePage[],
  site: SiteIndex,
): readonly Problem[] {
  if (redirects.length === 0) return []
  const moved = pages.flatMap(({ path, redirectFrom }) =>
    redirectFrom.map(({ text }) => [text, path] as const),
  )
  const rules = writeRedirects(moved, redirects)
  const taken = new Map<string, string>()
  return redirects.flatMap((redirect) => {
    const { from, isFolder, fields } = redirect
    const old = { text: from, place: fields.from.place }
    const key = `${from}${isFolder ? '/*' : ''}`
    const rival = taken.get(key) ?? (isFolder ? undefined : site.byOldPath.get(from)?.file)
    const wrong =
      (isFolder ? explainReservedFolder(old) : explainTakenAddress(old, site)) ??
      explainRival(fields.from, fields.from.text, rival && quote(rival))
    taken.set(key, taken.get(key) ?? fields.to.text)
    return wrong ?? explainEnd(redirect, followFrom(redirect, rules, site), site) ?? []
  })
}

function followFrom(
  { from, isFolder }: SourceRedirect,
  rules: RedirectRules,
  site: SiteIndex,
): RedirectEnd | undefined {
  const path = isFolder ? joinPaths(from, ANY_NAME) : from
  return followRedirects(rules, path, (each) => isThere(each, site))
}

function isThere(path: string, { byPath, generated }: SiteIndex): boolean {
  return byPath.has(path) || generated.has(path)
}

function explainEnd(
  { fields: { to } }: SourceRedirect,
  end: RedirectEnd | undefined,
  site: SiteIndex,
): Problem | undefined {
  switch (end?.kind) {
    case undefined:
    case 'address':
      return undefined
    case 'circle':
      return problemAt(to.place, `${quote(to.text)} leads back to where it came from`, PAGE_FIX)
    case 'path': {
      const page = site.byPath.get(end.path)
      return page === undefined ? undefined : explainAbsentAnchor(to.place, end.anchor, page)
    }
    case 'missing': {
      const path = end.path.split(ANY_NAME)[0]?.replace(/\/$/, '') ?? ''
      const isFolder = site.firstBelow.has(path) || site.byPath.has(path)
      if (end.path.includes(ANY_NAME) && isFolder) return undefined
      return explainMissing(to, path, site)
    }
  }
}

const PAGE_FIX = 'write the address of a page'

function explainMissing(
  { text, place }: SourceRedirect['fields']['to'],
  path: string,
  site: SiteIndex,
): Problem {
  const meant = site.byFile.get(guessFile(path, site) ?? '')?.path
  const fix = meant === undefined ? PAGE_FIX : `write ${quote(writeAddress(meant))}`
  const what = `${quote(text)} leads to ${quote(writeAddress(path))}, where no page is`
  return problemAt(place, what, fix)
}

function joinPaths(folder: string, name: string): string {
  return folder === '' ? name : `${folder}/${name}`
}
