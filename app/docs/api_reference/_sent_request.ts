import type { SentRequest } from '../../contract/build.ts'
import type { SampleBody, SampleRequest } from './_sample_request.ts'
import { isBodyless, writeForm, writeJson } from './_samples.ts'

/** A call as a page may send it: none with files, and none that browsers refuse. */
export function toSentRequest({
  method,
  url,
  headers,
  body,
}: SampleRequest): SentRequest | undefined {
  if (method === 'TRACE' || body?.kind === 'file' || body?.kind === 'parts') return undefined
  if (body !== undefined && isBodyless(method)) return undefined
  // Scripts of a page cannot set it.
  const own = headers.filter(([name]) => name !== 'Cookie')
  const lines = own.map(([name, value]) => `${name}: ${value}`)
  return { method, url, headers: lines, ...(body === undefined ? {} : { body: writeText(body) }) }
}

function writeText(
  body: Extract<SampleBody, { kind: 'json' | 'text' | 'form' | 'parts' }>,
): string {
  if (body.kind === 'json') return writeJson(body.value, 2)
  return body.kind === 'text' ? body.text : writeForm(body.fields)
}
