import { AGENT_CARD_FILE, LEGACY_CARD_FILE } from '../../contract/a2a.ts'
import {
  CACHE_NEVER,
  CACHE_SHORT,
  CORS_HEADERS,
  NOSNIFF_HEADERS,
} from '../../contract/http_headers.ts'
import {
  AI_CATALOG_FILE,
  AI_CATALOG_TYPE,
  ARD_FILE,
  SERVER_CARD_FILE,
  SERVER_CARD_TYPE,
} from '../../contract/identity.ts'
import {
  API_CATALOG_FILE,
  API_CATALOG_TYPE,
  SKILLS_FOLDER,
  SKILLS_INDEX_FILE,
  SPECULATION_RULES_FILE,
} from '../../contract/mcp_discovery.ts'
import { mediaTypeOfName } from '../../contract/media_types.ts'
import { contentSignalOf } from '../../contract/signals.ts'
import type { Snapshot, StoredFile, StoredForm } from '../../docs/public_docs/mod.ts'
import type { Validators } from './_conditional.ts'
import { absoluteUrl, pageOfTwin, pageUrl } from './_paths.ts'

/** File names in it have a digest of the content, so the files never change. */
export const ASSETS_FOLDER = 'assets/'

const CACHE_FOREVER = 'public, max-age=31536000, immutable'

/**
 * For everything that a browser may show as a document. Our pages load their own style sheet and
 * script, take pictures from hosts and call APIs that the registry names, and nothing else; nothing
 * may frame or rebase them.
 */
export function documentHeadersOf({
  registry: { pages, theme },
}: Pick<Snapshot, 'registry'>): Readonly<Record<string, string>> {
  const hosts = (pages?.image_hosts ?? []).map((host) => ` https://${host}`)
  const policy = [
    "default-src 'none'",
    "style-src 'self'",
    `img-src 'self' data:${hosts.join('')}`,
    `media-src 'self'${hosts.join('')}`,
    ...(theme?.fonts === undefined ? [] : ["font-src 'self'"]),
    "script-src 'self'",
    ["connect-src 'self'", ...(pages?.api_origins ?? [])].join(' '),
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ]
  return {
    'content-security-policy': policy.join('; '),
    'referrer-policy': 'strict-origin-when-cross-origin',
  }
}

/**
 * A picture of the corpus, or a file of a skill, may hold a script. Shown on a page it does not
 * run; opened by itself it would, on our origin.
 */
const PICTURE_HEADERS = {
  'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; sandbox",
} as const

/** What SEP-2127 asks of the answer itself, and how long a card may be kept. */
const SERVER_CARD_HEADERS = {
  'access-control-allow-methods': 'GET',
  'access-control-allow-headers': 'Content-Type, If-None-Match',
  'cache-control': 'public, max-age=3600',
} as const

/** What a page shows or needs; any other asset is saved under its name without the digest. */
const SHOWN = /\.(?:avif|css|gif|jpe?g|js|mp4|pdf|png|speculationrules|svg|webm|webp|woff2)$/

/** The headers of one form of a file, made once for each snapshot. */
type FileHeaders = {
  readonly validators: Validators
  readonly headers: Readonly<Record<string, string>>
}

const made = new WeakMap<StoredFile | StoredForm, FileHeaders>()

/**
 * Headers of an answer with a file, for 200 and 304, GET and HEAD. A compressed form has its own
 * entity tag, because its bytes differ (RFC 9110 section 8.8.3).
 */
export function headersOf(
  file: StoredFile,
  form: StoredForm | undefined,
  snapshot: Snapshot,
): FileHeaders {
  const known = made.get(form ?? file)
  if (known !== undefined) return known
  const validators = {
    etag: `"${(form ?? file).sha256.slice(0, 32)}"`,
    lastModified: new Date(file.modifiedMs).toUTCString(),
  }
  const type = mediaTypeOf(file.path)
  const headers = {
    'content-type': type,
    etag: validators.etag,
    'last-modified': validators.lastModified,
    'cache-control': isKeptForever(file.path) ? CACHE_FOREVER : CACHE_SHORT,
    ...(type.startsWith('text/html') ? documentHeadersOf(snapshot) : {}),
    ...(type === 'image/svg+xml' || isSkillFile(file.path) ? PICTURE_HEADERS : {}),
    ...speculationOf(file, snapshot),
    ...dispositionOf(file),
    ...varyOf(file),
    ...(form === undefined ? {} : { 'content-encoding': form.coding }),
    ...linksOf(file, snapshot),
    ...signalOf(snapshot),
    ...CORS_HEADERS,
    ...NOSNIFF_HEADERS,
    ...(file.path === SERVER_CARD_FILE ? SERVER_CARD_HEADERS : {}),
  }
  const result = { validators, headers }
  made.set(form ?? file, result)
  return result
}

function isSkillFile(path: string): boolean {
  return path.startsWith(SKILLS_FOLDER) && path !== SKILLS_INDEX_FILE
}

/** Its name is the same in every build. */
function isKeptForever(path: string): boolean {
  return path.startsWith(ASSETS_FOLDER) && path !== SPECULATION_RULES_FILE
}

/** A page says where the rules are; a build of an earlier version has none. */
function speculationOf(file: StoredFile, snapshot: Snapshot): Readonly<Record<string, string>> {
  if (!isPage(file) || snapshot.file(SPECULATION_RULES_FILE) === undefined) return {}
  const { pathname } = new URL(absoluteUrl(SPECULATION_RULES_FILE, snapshot))
  return { 'speculation-rules': `"${pathname}"` }
}

function dispositionOf({ path }: StoredFile): Readonly<Record<string, string>> {
  if (!path.startsWith(ASSETS_FOLDER) || SHOWN.test(path)) return {}
  const name = path.slice(ASSETS_FOLDER.length).replace(/\.[0-9a-f]{16}(?=\.)/, '')
  return { 'content-disposition': `attachment; filename="${name}"` }
}

/**
 * What decides between the forms at an address: the Accept header for a page, which is HTML or
 * Markdown, and the Accept-Encoding header for files that have compressed forms.
 */
function varyOf(file: StoredFile): Readonly<Record<string, string>> {
  const names = [
    ...(isPage(file) || pageOfTwin(file.path) !== undefined ? ['Accept'] : []),
    ...(file.forms.length > 0 ? ['Accept-Encoding'] : []),
  ]
  return names.length === 0 ? {} : { vary: names.join(', ') }
}

/**
 * A page and its twin link to each other and to the index (RFC 8288, llms.txt), and a page to what
 * programs find the interfaces by; the catalog links to itself (RFC 9727). The card at the legacy
 * path links to the current one as canonical (contract 4.3).
 */
function linksOf(file: StoredFile, snapshot: Snapshot): Readonly<Record<string, string>> {
  const index = `<${absoluteUrl('llms.txt', snapshot)}>; rel="describedby"; type="text/plain"`
  const twinOf = pageOfTwin(file.path)
  if (twinOf !== undefined) {
    return { link: `<${pageUrl(twinOf, snapshot)}>; rel="canonical", ${index}` }
  }
  if (file.path === API_CATALOG_FILE) return { link: catalogLink(snapshot) }
  if (file.path === LEGACY_CARD_FILE) {
    return { link: `<${absoluteUrl(AGENT_CARD_FILE, snapshot)}>; rel="canonical"` }
  }
  if (!isPage(file)) return {}
  const folder = file.path.slice(0, -PAGE_NAME.length)
  const around = [index, ...listDiscoveryLinks(snapshot)].join(', ')
  if (snapshot.file(`${folder}index.md`) === undefined) return { link: around }
  const twin = `<${pageUrl(folder, snapshot)}index.md>; rel="alternate"; type="text/markdown"`
  return { link: `${twin}, ${around}` }
}

/** What the owner lets automated clients do with the text; robots.txt says the same. */
export function signalOf({
  registry,
}: Pick<Snapshot, 'registry'>): Readonly<Record<string, string>> {
  const signal = contentSignalOf(registry.signals)
  return signal === undefined ? {} : { 'content-signal': signal }
}

/** What programs find the interfaces by; a build of an earlier version lacks some files. */
function listDiscoveryLinks(snapshot: Snapshot): readonly string[] {
  return DISCOVERY.filter(([path]) => snapshot.file(path) !== undefined).map(
    ([path, relation]) => `<${absoluteUrl(path, snapshot)}>; ${relation}`,
  )
}

const DISCOVERY = [
  [API_CATALOG_FILE, 'rel="api-catalog"'],
  [SKILLS_INDEX_FILE, 'rel="service-meta"; type="application/json"'],
  [ARD_FILE, 'rel="ard"'],
  [AI_CATALOG_FILE, 'rel="ai-catalog"'],
] as const

function catalogLink(snapshot: Snapshot): string {
  return `<${absoluteUrl(API_CATALOG_FILE, snapshot)}>; rel="api-catalog"`
}

const PAGE_NAME = 'index.html'

function isPage(file: StoredFile): boolean {
  return file.path === PAGE_NAME || file.path.endsWith(`/${PAGE_NAME}`)
}

/** For refusals, which no cache may keep. */
export const REFUSAL_HEADERS = {
  'cache-control': CACHE_NEVER,
  ...CORS_HEADERS,
  ...NOSNIFF_HEADERS,
} as const

/** Files whose paths a standard or the contract fixes, and whose names do not show their type. */
const FIXED_TYPES: ReadonlyMap<string, string> = new Map([
  ['changelog/feed.xml', 'application/atom+xml; charset=utf-8'],
  [API_CATALOG_FILE, API_CATALOG_TYPE],
  [AI_CATALOG_FILE, AI_CATALOG_TYPE],
  [SERVER_CARD_FILE, SERVER_CARD_TYPE],
])

export function mediaTypeOf(path: string): string {
  return FIXED_TYPES.get(path) ?? mediaTypeOfName(path)
}
