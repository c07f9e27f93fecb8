import type { Refusal } from './signature.ts'
import {
  createVerifier,
  type GuardOptions,
  isJson,
  parseJson,
  readAddress,
  readBody,
  refuse,
} from './signature.ts'
import { type ApiContext, isApiContext, type Person, type Place } from './wire.ts'

/** Who calls your own API, for which business and by which tool; all of it was signed. */
export type ApiCall = {
  readonly user: Person
  /** From the grant. An address or a body that names another business is wrong. */
  readonly place: Place
  readonly scopes: readonly string[]
  /** Path and query as they were signed: choose by them what is done, and to which record. */
  readonly target: string
  readonly operation: string
  readonly kind: 'read' | 'write'
  /** Milliseconds since 1970 after which nobody waits for the answer. */
  readonly deadline: number
  readonly idempotencyKey: string | undefined
  /** There when a person approved this call. */
  readonly approvalId: string | undefined
}
export type VerifiedApiCall = { readonly taken: true; readonly call: ApiCall }

/**
 * Makes `verifyApiCall`: it accepts a signed call of your own API once, and says who calls. The
 * request can still be read afterwards. Whether the user is a member of the business, you ask.
 */
export function createApiGuard(
  options: GuardOptions,
): (request: Request) => Promise<VerifiedApiCall | Refusal> {
  const { clock = Date.now } = options
  const verify = createVerifier(options)

  return async (request) => {
    const body = await readBody(request.clone())
    const { target } = readAddress(request) ?? {}
    if (target === undefined) return refuse(400)
    const sent = request.headers.get('lectern-context') ?? ''
    if (sent === '') return refuse(401)
    const signed = await verify(request, body, target, sent)
    if (!signed.taken) return signed
    // Type and encoding are not signed: read in another way, the same bytes have other members.
    if (signed.bytes.length > 0 && !isJson(request)) return refuse(415)
    const context = readContext(sent)
    if (context === undefined) return refuse(400)
    if (!hasHeadersOf(context, request.headers)) return refuse(401)
    const { kind, scopes, user, workspace_id, business_id, operation, deadline } = context
    // A call that is declared a read changes nothing, whatever address it has.
    if ((kind === 'read') !== (request.method === 'GET')) return refuse(403)
    if (!scopes.includes(`mcp:business:${kind}`)) return refuse(403)
    // This status says that nothing was done, and 408 does not.
    if (clock() > deadline) return refuse(429)
    const who = { user, place: { workspace_id, business_id }, scopes, target }
    const { idempotency_key: idempotencyKey, approval_id: approvalId } = context
    const call = { ...who, operation, kind, deadline, idempotencyKey, approvalId }
    return { taken: true, call }
  }
}

function readContext(sent: string): ApiContext | undefined {
  // Decoders differ in what they pass over.
  if (!/^[A-Za-z0-9_-]+$/.test(sent)) return undefined
  try {
    const text = atob(sent.replaceAll('-', '+').replaceAll('_', '/'))
    const bytes = Uint8Array.from(text, (character) => character.charCodeAt(0))
    const context = parseJson(bytes)
    return isApiContext(context) ? context : undefined
  } catch {
    return undefined
  }
}

/** A header that says something else than the context was changed on its way. */
function hasHeadersOf({ idempotency_key, headers = {} }: ApiContext, sent: Headers): boolean {
  if ((sent.get('idempotency-key') ?? undefined) !== idempotency_key) return false
  return Object.entries(headers).every(([name, value]) => sent.get(name) === value)
}
