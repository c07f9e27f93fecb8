import { type Static, Type } from '@sinclair/typebox'
import { closed, languageTag, line, patternText } from './registry_words.ts'

/** Sites that a reader can choose from. */
const SISTERS_MAX = 100

const SisterSchema = Type.Object(
  {
    /** What a list of all of them calls it. */
    label: line,
    /** Its base address: another deployment, never a path or a parameter of this one. */
    address: patternText('^https?://[^\\s?#]+$', 'a base address such as https://v2.example.com'),
    version: Type.Optional(line),
    language: Type.Optional(languageTag),
    /** Whether it is the newest version in its language. */
    latest: Type.Optional(Type.Boolean()),
    /** Whether search engines leave it out. */
    noindex: Type.Optional(Type.Boolean()),
    /** Its manifest as a file, from the folder of the registry, where a build asks no network. */
    manifest: Type.Optional(
      patternText(
        '^[^/\\s][^\\u0000-\\u001f]*\\.json$',
        'a path such as ../v2/dist/docs-manifest.json',
      ),
    ),
  },
  closed,
)

/** Other versions and languages of a documentation, and this one among them. */
export const SistersSchema = Type.Array(SisterSchema, { maxItems: SISTERS_MAX })

type SisterEntry = Static<typeof SisterSchema>

/** A site among its sisters; what its entry leaves out is as on the site that lists it. */
export type Sister = {
  readonly label: string
  /** Base address without a slash at its end. */
  readonly address: string
  readonly version: string
  readonly language: string
  readonly isLatest: boolean
  readonly isHidden: boolean
  /** Whether it is this site. */
  readonly isOwn: boolean
}

type OwnFacts = {
  readonly service: { readonly version: string; readonly language: string }
  readonly sisters?: readonly SisterEntry[]
}

/**
 * The site and its sisters, the one for readers without a language of theirs first. A site finds
 * itself by its address, and in a preview by what it is.
 */
export function listSisters(
  { service, sisters = [] }: OwnFacts,
  baseUrl: string,
): readonly Sister[] {
  if (sisters.length === 0) return []
  const base = baseUrl.replace(/\/+$/, '')
  const listed = sisters.map(({ label, address, version, language, latest, noindex }) => ({
    label,
    address: address.replace(/\/+$/, ''),
    version: version ?? service.version,
    language: language ?? service.language,
    isLatest: latest === true,
    isHidden: noindex === true,
    isOwn: false,
  }))
  const byAddress = listed.findIndex(({ address }) => address === base)
  const own = byAddress === -1 ? listed.findIndex((each) => isAlike(each, service)) : byAddress
  if (own !== -1) {
    return listed.map((each, at) => (at === own ? { ...each, address: base, isOwn: true } : each))
  }
  const { version, language } = service
  const label = sisters.some((each) => each.version !== undefined) ? version : language
  const facts = { label, version, language, isLatest: false, isHidden: false, isOwn: true }
  // Nobody says which is first, so that all of them have to find the same one.
  return [...listed, { ...facts, address: base }].sort((a, b) => (a.address < b.address ? -1 : 1))
}

function isAlike(sister: Pick<Sister, 'version' | 'language'>, own: OwnFacts['service']): boolean {
  const { version, language } = own
  const isVersion = version === sister.version || version.startsWith(`${sister.version}.`)
  return isVersion && sister.language === language
}

/** The newest version in the language of a site, if that is another one. */
export function findLatest(sisters: readonly Sister[]): Sister | undefined {
  const own = sisters.find(({ isOwn }) => isOwn)
  if (own === undefined || own.isLatest) return undefined
  return sisters.find(
    ({ isLatest, language, version }) =>
      isLatest && language === own.language && version !== own.version,
  )
}
