import { CODINGS } from '../../contract/build.ts'
import { chooseCoding, compress } from '../../contract/content_coding.ts'
import { namesEntityTag } from '../../contract/http_headers.ts'
import { LIMITS } from '../../contract/limits.ts'
import type { JsonAnswer } from './_answer_cache.ts'

/**
 * Answers in the form that the client asks for (RFC 9110 section 12.5.3). A compressed form has an
 * entity tag of its own, because its bytes differ (section 8.8.3). A client that refuses all forms
 * gets the plain one: an answer is better than a refusal.
 */
export async function toResponse(request: Request, answer: JsonAnswer): Promise<Response> {
  const form = formFor(request.headers.get('accept-encoding'), answer)
  const ifNoneMatch = request.headers.get('if-none-match')
  if (ifNoneMatch !== null && namesEntityTag(ifNoneMatch, form.etag)) {
    // 304 repeats the validator and the caching headers (RFC 9110 section 15.4.5).
    const headers = new Headers(form.headers)
    headers.delete('content-type')
    headers.delete('content-encoding')
    return new Response(null, { status: 304, headers })
  }
  return new Response(await form.read(), { headers: form.headers })
}

/** One form of an answer; it is compressed once, when it is first read. */
type Form = {
  readonly etag: string
  readonly headers: Headers
  read(): string | Promise<Uint8Array<ArrayBuffer>>
}

const formsOf = new WeakMap<JsonAnswer, Map<string, Form>>()

function formFor(acceptEncoding: string | null, answer: JsonAnswer): Form {
  const { json, etag, headers } = answer
  const coding =
    json.length < LIMITS.compressedFromBytes ? 'identity' : chooseCoding(acceptEncoding, CODINGS)
  if (coding === 'identity' || coding === 'none') return { etag, headers, read: () => json }
  const forms = formsOf.get(answer) ?? new Map<string, Form>()
  formsOf.set(answer, forms)
  const known = forms.get(coding)
  if (known !== undefined) return known
  let bytes: Promise<Uint8Array<ArrayBuffer>> | undefined
  const read = () => {
    bytes ??= compress(coding, new TextEncoder().encode(json))
    return bytes
  }
  const own = { etag: `${etag.slice(0, -1)}-${coding}"`, headers: new Headers(headers), read }
  own.headers.set('etag', own.etag)
  own.headers.set('content-encoding', coding)
  forms.set(coding, own)
  return own
}
