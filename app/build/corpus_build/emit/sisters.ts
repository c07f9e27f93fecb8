import { findLatest, listSisters, type Sister } from '../../../contract/registry_sisters.ts'
import { baseOf } from '../../../docs/model/addresses.ts'
import type { Corpus } from '../../../docs/model/corpus.ts'
import { matchPages, nameSisterPage } from '../../../docs/model/sister_pages.ts'
import { fillText, nameLanguage, type SiteTexts } from '../../../docs/site/texts.ts'
import type { SisterLinks, SisterMenu } from '../theme/site.ts'
import { listRedirects } from './redirects.ts'

/** A sister, and which of its pages are ours. */
type MatchedSister = Sister & {
  readonly has: (path: string) => boolean
  /** Their page, by ours. */
  readonly there: ReadonlyMap<string, string>
  /** Our page, by theirs. */
  readonly back: ReadonlyMap<string, string>
}

/** What pages say of the sister sites; absent where there are none. */
export function createSisterLinks(corpus: Corpus, texts: SiteTexts): SisterLinks | undefined {
  const sisters = listSisters(corpus.registry, corpus.baseUrl)
  const own = sisters.find(({ isOwn }) => isOwn)
  if (own === undefined) return undefined
  const matched = matchSisters(corpus, sisters)
  const byAddress = new Map(matched.map((each) => [each.address, each]))
  const linkTo = (sister: Sister, path: string | undefined): string => {
    const known = byAddress.get(sister.address)
    const page = known === undefined || path === undefined ? undefined : findNearest(known, path)
    return hrefOf(sister, page ?? '')
  }
  const samePage = ({ address }: Sister, path: string): string | undefined => {
    const known = byAddress.get(address)
    const page = known?.there.get(path)
    return known === undefined || page === undefined ? undefined : hrefOf(known, page)
  }
  const latest = findLatest(sisters)
  const menus = listMenus(sisters, own)
  return {
    isHidden: own.isHidden,
    menus: (path) =>
      menus.map(({ kind, entries, nameOf }) => {
        const links = entries.map((sister) => ({
          title: nameOf(sister),
          href: sister.isOwn ? undefined : linkTo(sister, path),
          language: kind === 'language' ? sister.language : undefined,
        }))
        return { kind, title: texts[`sister.${kind}`], links }
      }),
    canonical: (path) => latest && samePage(latest, path),
    alternates: (path) => listAlternates(matched, sisters, own, path),
    old: (path) =>
      latest && {
        here: fillText(texts['sister.own'], { version: own.version }),
        there: fillText(texts['sister.latest'], { version: latest.version }),
        href: linkTo(latest, path),
      },
  }
}

type Menu = {
  readonly kind: SisterMenu['kind']
  readonly entries: readonly Sister[]
  readonly nameOf: (sister: Sister) => string
}

/** A menu of versions and one of languages, each where there is a choice. */
function listMenus(sisters: readonly Sister[], own: Sister): readonly Menu[] {
  const versionOf = ({ version }: Sister) => version
  const languageOf = ({ language }: Sister) => language
  const versions = choosePerKey(sisters, own, versionOf, languageOf)
  const languages = choosePerKey(sisters, own, languageOf, versionOf)
  // A label tells all of them apart, so that of a version may name its language, too.
  const nameVersion = languages.length > 1 ? versionOf : ({ label }: Sister) => label
  const nameOwnLanguage = (sister: Sister) => nameLanguage(sister.language)
  const menus: readonly Menu[] = [
    { kind: 'version', entries: versions, nameOf: nameVersion },
    { kind: 'language', entries: languages, nameOf: nameOwnLanguage },
  ]
  return menus.filter(({ entries }) => entries.length > 1)
}

function matchSisters(corpus: Corpus, sisters: readonly Sister[]): readonly MatchedSister[] {
  const pages = corpus.pages.map(({ path, record }) => {
    return [path, nameSisterPage(record.id, record.title)] as const
  })
  const own = { names: new Map(pages), redirects: listRedirects(corpus) }
  return sisters.flatMap((sister) => {
    const read = corpus.sisters.get(sister.address)
    if (read === undefined || sister.isOwn) return []
    const [there, back] = [matchPages(own, read), matchPages(read, own)]
    return [{ ...sister, has: (path: string) => read.names.has(path), there, back }]
  })
}

/** The same page, else the nearest above it. */
function findNearest({ there, has }: MatchedSister, path: string): string | undefined {
  for (let at = path; at !== ''; at = at.slice(0, Math.max(0, at.lastIndexOf('/')))) {
    const page = there.get(at) ?? (has(at) ? at : undefined)
    if (page !== undefined) return page
  }
  return undefined
}

function hrefOf({ address }: Sister, path: string): string {
  return path === '' ? `${address}/` : `${address}/${encodeURI(path)}/`
}

/** One sister for each version, or for each language: the one that is otherwise like this site. */
function choosePerKey(
  sisters: readonly Sister[],
  own: Sister,
  keyOf: (sister: Sister) => string,
  otherOf: (sister: Sister) => string,
): readonly Sister[] {
  return [...Map.groupBy(sisters, keyOf)].flatMap(([key, group]) => {
    if (key === keyOf(own)) return [own]
    const alike = group.find((each) => otherOf(each) === otherOf(own))
    return alike ?? group.find(({ isLatest }) => isLatest) ?? group.slice(0, 1)
  })
}

/**
 * The page in other languages of the same version, and which one is for all other readers. Only
 * pages that lead back count: search engines ignore a pair that names each other one way.
 */
function listAlternates(
  matched: readonly MatchedSister[],
  sisters: readonly Sister[],
  own: Sister,
  path: string,
): ReturnType<SisterLinks['alternates']> {
  const found = sisters
    .filter(({ version }) => version === own.version)
    .flatMap((sister) => {
      if (sister.isOwn) return [{ language: sister.language, href: hrefOf(sister, path) }]
      const known = matched.find(({ address }) => address === sister.address)
      const page = known?.there.get(path)
      if (known === undefined || page === undefined || known.back.get(page) !== path) return []
      return [{ language: sister.language, href: hrefOf(sister, page) }]
    })
  const [first] = found
  return first === undefined || found.length < 2
    ? []
    : [...found, { language: 'x-default', href: first.href }]
}

/** The lines of llms.txt about the sister sites. */
export function listSisterIndexes({ registry, baseUrl }: Corpus): readonly string[] {
  return listSisters(registry, baseUrl)
    .filter(({ isOwn }) => !isOwn)
    .map(({ label, address, language, version, isLatest }) => {
      const facts = `version ${version}${isLatest ? ', the latest' : ''}, language ${language}`
      return `- ${label} (${facts}): ${baseOf(address)}/llms.txt`
    })
}
