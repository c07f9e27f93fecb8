import { readBusiness, writeContext } from '../../business/tools/adapters/http_api.ts'
import { importSigningKey, signApiCall } from '../../business/tools/adapters/http_signature.ts'
import {
  DOMAIN_API_DONE,
  DOMAIN_API_HEADERS,
  type DomainAsked,
} from '../../contract/domain_wire.ts'
import {
  type CallHow,
  type ProductClient,
  readProductText,
  type SignedRequest,
  type SigningOptions,
} from './_client.ts'
import type { ApiCall, Place } from './target_file.ts'

export type ApiHow = CallHow &
  Omit<SigningOptions, 'body'> & {
    readonly kind?: DomainAsked<'call'>['kind']
    /** Whose address and body are sent, and signed, beside the context. */
    readonly addressed?: Place
    /** Whose headers are sent: the context is signed, and they are not. */
    readonly headed?: Place
    /** Signed in place of the context. */
    readonly context?: string
  }

/** A call of the product's own API as the service signs it. */
export async function signApi(
  client: ProductClient,
  call: ApiCall,
  how: ApiHow = {},
): Promise<SignedRequest> {
  const method = 'method' in call ? call.method : 'GET'
  const kind = 'method' in call ? 'write' : 'read'
  const unlike = kind === 'write' ? { key: crypto.randomUUID() } : {}
  const operation = { operation: call.operation, args: {}, record_types: [] }
  const asked = client.describeCall(operation, how.kind ?? kind, { ...unlike, ...how })
  const place = how.addressed ?? asked.context
  const { origin, pathname, search } = new URL(
    `${client.apiUrl}${fill(call.path, place, encodeURIComponent)}`,
  )
  const quote = (value: string) => JSON.stringify(value).slice(1, -1)
  const body =
    'body' in call && call.body !== undefined ? fill(JSON.stringify(call.body), place, quote) : ''
  const context = how.context ?? writeContext(asked, fillHeaders(call, asked.context))
  const proof = await signApiCall(await importSigningKey(how.secret ?? client.secrets[0] ?? ''), {
    method,
    target: pathname + search,
    context,
    body: new TextEncoder().encode(body),
    timestampS: how.timestampS ?? client.nowS(),
    requestId: crypto.randomUUID(),
  })
  const { idempotency_key: key } = asked
  const headers = {
    ...fillHeaders(call, how.headed ?? asked.context),
    ...proof,
    ...(key === undefined ? {} : { [DOMAIN_API_HEADERS.idempotencyKey]: key }),
    ...(body === '' ? {} : { 'content-type': 'application/json' }),
  }
  return { origin, path: pathname + search, method, headers, body }
}

type ApiAnswer = {
  readonly status: number
  /** The business that it says it acted for. */
  readonly business: string | null
  readonly text: string
}

export async function sendApi(client: ProductClient, request: SignedRequest): Promise<ApiAnswer> {
  const answer = await client.send(request)
  return {
    status: answer.status,
    business: readBusiness(answer.headers),
    text: await readProductText(answer),
  }
}

/** Whether the service would take an answer as done, for a business. */
export function isAnswerFor({ status, business }: ApiAnswer, { business_id }: Place): boolean {
  return DOMAIN_API_DONE.has(status) && business === business_id
}

/** What is wrong with an answer, in words that a report shows. */
export function describeAnswer({ status, business }: ApiAnswer): string {
  if (!DOMAIN_API_DONE.has(status)) return `status ${status}`
  return business === null ? 'an answer for no business' : `an answer for "${business}"`
}

/** Whether a call names its place beside the context. */
export function hasPlaceholder({ path, ...call }: ApiCall): boolean {
  const texts = [path, ...Object.values(call.headers ?? {}), 'body' in call ? call.body : '']
  return /\{(?:business|workspace)\}/.test(JSON.stringify(texts))
}

function fillHeaders(call: ApiCall, place: Place): Readonly<Record<string, string>> {
  const given = Object.entries(call.headers ?? {})
  return Object.fromEntries(given.map(([name, value]) => [name, fill(value, place, String)]))
}

function fill(text: string, place: Place, write: (value: string) => string): string {
  const values = { business: place.business_id, workspace: place.workspace_id }
  return Object.entries(values).reduce(
    (filled, [name, value]) => filled.replaceAll(`{${name}}`, () => write(value)),
    text,
  )
}
