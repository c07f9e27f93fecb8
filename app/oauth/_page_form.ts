import { readCapped } from '../limits/body_limit.ts'

/** Fields of a form that one of our pages sent, each once. */
export type Form = ReadonlyMap<string, string>

/** Our own forms have a dozen short fields. */
const FORM_BYTES_MAX = 16 * 1024

/** Reads a posted form; absent where it is none that a page of ours could have sent. */
export async function readForm(request: Request): Promise<Form | undefined> {
  const [type = ''] = (request.headers.get('content-type') ?? '').split(';')
  if (type.trim().toLowerCase() !== 'application/x-www-form-urlencoded') return undefined
  const coding = request.headers.get('content-encoding')
  if (coding !== null && coding !== 'identity') return undefined
  const body = await readCapped(request, FORM_BYTES_MAX)
  return body.ok ? readFields(new TextDecoder().decode(body.value)) : undefined
}

/** Parameters that each come once; which of two was meant, nobody can say. */
export function readFields(encoded: string): Form | undefined {
  const fields = [...new URLSearchParams(encoded)]
  const form = new Map(fields)
  return form.size === fields.length ? form : undefined
}

/**
 * Whether one of our own pages sent this post: browsers say where a request comes from and no page
 * can change it. What says neither is no browser, and has no cookie that it was not given.
 */
export function isFromOurPage(request: Request, baseUrl: string): boolean {
  const site = request.headers.get('sec-fetch-site')
  const origin = request.headers.get('origin')
  return (site === null || site === 'same-origin') && (origin === null || origin === baseUrl)
}

/** Compares two proofs without telling by its time how much of them agrees. */
export function isSameProof(shown: string | undefined, expected: string): boolean {
  if (shown === undefined || shown.length !== expected.length) return false
  let difference = 0
  for (let at = 0; at < expected.length; at++) {
    difference |= shown.charCodeAt(at) ^ expected.charCodeAt(at)
  }
  return difference === 0
}
