import { bareMediaType } from '../../../contract/http_headers.ts'
import { LIMITS } from '../../../contract/limits.ts'
import { readCapped } from '../../../foundation/limits/body_limit.ts'
import type { OauthPorts } from '../protocol/ports.ts'

/** The fields of a form on one of our pages, each sent once. */
export type Form = ReadonlyMap<string, string>

/** Answers a request of a page: with its query for GET, with its form for POST. */
export type AnswerPage = (request: Request, fields: Form, ports: OauthPorts) => Promise<Response>

/** Reads a posted form; absent if none of our pages could have sent it. */
export async function readForm(request: Request): Promise<Form | undefined> {
  const type = bareMediaType(request.headers.get('content-type') ?? '')
  if (type !== 'application/x-www-form-urlencoded') return undefined
  const coding = request.headers.get('content-encoding')
  if (coding !== null && coding !== 'identity') return undefined
  const body = await readCapped(request, LIMITS.oauthBytesMax)
  return body.ok ? readFields(new TextDecoder().decode(body.value)) : undefined
}

/** Reads parameters; absent if one is repeated, because nobody can say which one was meant. */
export function readFields(encoded: string): Form | undefined {
  const fields = [...new URLSearchParams(encoded)]
  const form = new Map(fields)
  return form.size === fields.length ? form : undefined
}

/**
 * Whether one of our own pages sent this post. Browsers say where a request comes from, and no page
 * can change that. A client without either header is not a browser, so no page can misuse its
 * cookies.
 */
export function isFromOurPage(request: Request, baseUrl: string): boolean {
  const site = request.headers.get('sec-fetch-site')
  const origin = request.headers.get('origin')
  return (site === null || site === 'same-origin') && (origin === null || origin === baseUrl)
}
