import {
  CACHE_NEVER,
  CACHE_SHORT,
  CORS_HEADERS,
  NOSNIFF_HEADERS,
} from '../contract/http_headers.ts'
import type { Generation, StoredFile } from '../public_docs/mod.ts'
import type { Validators } from './_conditional.ts'
import { mediaTypeOf } from './_media_types.ts'
import { absolute, pageOfTwin, pageUrl } from './_paths.ts'

/** Names of files below it carry a digest of their content, so they never change. */
export const ASSETS_FOLDER = 'assets/'

const CACHE_FOREVER = 'public, max-age=31536000, immutable'

/** Our pages load their own stylesheet and script, and nothing may frame or rebase them. */
const CONTENT_POLICY = [
  "default-src 'none'",
  "style-src 'self'",
  "img-src 'self' data: https:",
  "script-src 'self'",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
].join('; ')

/** On whatever a browser may show as a document. */
export const DOCUMENT_HEADERS = {
  'content-security-policy': CONTENT_POLICY,
  'referrer-policy': 'strict-origin-when-cross-origin',
} as const

/** The headers of a file, made once for each generation. */
export type FileHeaders = {
  readonly validators: Validators
  readonly headers: Readonly<Record<string, string>>
}

const made = new WeakMap<StoredFile, FileHeaders>()

/** What a file's answer carries, whether 200 or 304 and whether GET or HEAD. */
export function headersOf(file: StoredFile, generation: Generation): FileHeaders {
  const known = made.get(file)
  if (known !== undefined) return known
  const validators = {
    etag: `"${file.sha256.slice(0, 32)}"`,
    lastModified: new Date(file.modifiedMs).toUTCString(),
  }
  const type = mediaTypeOf(file.path)
  const headers = {
    'content-type': type,
    etag: validators.etag,
    'last-modified': validators.lastModified,
    'cache-control': file.path.startsWith(ASSETS_FOLDER) ? CACHE_FOREVER : CACHE_SHORT,
    ...(type.startsWith('text/html') || type === 'image/svg+xml' ? DOCUMENT_HEADERS : {}),
    ...pageHeaders(file, generation),
    ...CORS_HEADERS,
    ...NOSNIFF_HEADERS,
  }
  const result = { validators, headers }
  made.set(file, result)
  return result
}

/**
 * A page and its twin point at each other and at the index (RFC 8288, llms.txt). Both say that
 * the Accept header decides, for the page's address gives either.
 */
function pageHeaders(file: StoredFile, generation: Generation): Readonly<Record<string, string>> {
  const index = `<${absolute('llms.txt', generation)}>; rel="describedby"; type="text/plain"`
  const twinOf = pageOfTwin(file.path)
  if (twinOf !== undefined) {
    return { vary: 'Accept', link: `<${pageUrl(twinOf, generation)}>; rel="canonical", ${index}` }
  }
  if (!file.path.endsWith('index.html')) return {}
  const folder = file.path.slice(0, -'index.html'.length)
  if (generation.file(`${folder}index.md`) === undefined) return { vary: 'Accept', link: index }
  const twin = `<${pageUrl(folder, generation)}index.md>; rel="alternate"; type="text/markdown"`
  return { vary: 'Accept', link: `${twin}, ${index}` }
}

/** On refusals, which no cache may keep. */
export const REFUSAL_HEADERS = {
  'cache-control': CACHE_NEVER,
  ...CORS_HEADERS,
  ...NOSNIFF_HEADERS,
} as const
