import { A2A_MODES } from '../../contract/a2a.ts'
import { bareMediaType } from '../../contract/http_headers.ts'
import { isJsonObject, type JsonObject, quoteInput } from '../../contract/json_rpc.ts'
import { err, ok, type Result } from '../../contract/result.ts'
import { memberOf } from './_fields.ts'
import type { A2aRefusal } from './_refusal.ts'

/** One part of a message; the name of its member gives its kind (A2A 1.0, 4.1.6). */
export type Part = { readonly mediaType: string } & (
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'data'; readonly data: unknown }
  | { readonly kind: 'file' }
)

const KINDS = ['text', 'data', 'url', 'raw'] as const

const DEFAULT_TYPE = {
  text: 'text/plain',
  data: 'application/json',
  file: 'application/octet-stream',
} as const

/** Reads a part; the error is one clause that says what is wrong with it. */
export function readPart(part: unknown): Result<Part, string> {
  if (!isJsonObject(part)) return err('is not an object')
  // Null is a valid value of data; elsewhere it means absent.
  const named = KINDS.filter((kind) =>
    kind === 'data' ? Object.hasOwn(part, 'data') : memberOf(part, kind) !== undefined,
  )
  const [kind] = named
  if (kind === undefined || named.length > 1) {
    return err(`does not have exactly one of ${KINDS.map((name) => `"${name}"`).join(', ')}`)
  }
  const mediaType = memberOf(part, 'mediaType') ?? ''
  if (typeof mediaType !== 'string') return err('has a "mediaType" that is not a string')
  if (kind !== 'data' && typeof part[kind] !== 'string')
    return err(`has a "${kind}" that is not a string`)
  return ok(partOf(kind, part, mediaType))
}

function partOf(kind: (typeof KINDS)[number], part: JsonObject, mediaType: string): Part {
  const withType = (usual: string) => ({ mediaType: bareMediaType(mediaType) || usual })
  switch (kind) {
    case 'text':
      return { kind, text: String(part.text), ...withType(DEFAULT_TYPE.text) }
    case 'data':
      return { kind, data: part.data, ...withType(DEFAULT_TYPE.data) }
    case 'url':
    case 'raw':
      return { kind: 'file', ...withType(DEFAULT_TYPE.file) }
  }
}

/**
 * Files are not accepted, and an address is never fetched (A2A 1.0, section 14.1.1). A type that
 * the card does not declare is refused even if its text could be read.
 */
export function checkPart({ kind, mediaType }: Part): A2aRefusal | undefined {
  const declared = A2A_MODES.some((mode) => mode === mediaType)
  if (declared && kind !== 'file') return undefined
  const what = kind === 'file' ? 'a file' : `a part of type "${quoteInput(mediaType)}"`
  const state = `Cannot read ${what}: send text/plain, or application/json as data`
  return { reason: 'content_unsupported', mediaType, state }
}
