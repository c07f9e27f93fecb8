import type { HttpAnswer, HttpBinding } from '../../../contract/business_http.ts'
import type { DomainOutcome, DomainRecord, FoundRecords } from '../../../contract/domain.ts'
import {
  DOMAIN_API_DONE,
  DOMAIN_API_HEADERS,
  DOMAIN_NOTHING_DONE,
  type DomainAsked,
} from '../../../contract/domain_wire.ts'
import { isJsonObject, type JsonObject } from '../../../contract/json_rpc.ts'
import { err, ok, type Result } from '../../../contract/result.ts'
import { buildApiRequest } from './_http_api_request.ts'
import { discard, readJsonAnswer } from './http_body.ts'
import { type ExchangePorts, sendSigned } from './http_exchange.ts'
import { signApiCall } from './http_signature.ts'

/** What became of a call: an outcome of the domain, or why there is none that can be trusted. */
type ApiExchange =
  | { readonly state: 'taken'; readonly outcome: DomainOutcome }
  | { readonly state: 'refused' | 'lost' | 'foreign'; readonly reason: string }

/**
 * Calls an operation of the product's own HTTP API. Who calls, and for which business, is in a
 * signed header that comes from the grant; the answer has to repeat that business.
 */
export async function callApi(
  ports: Omit<ExchangePorts, 'url'> & { readonly url: string | undefined },
  asked: DomainAsked<'call'>,
  http: HttpBinding,
): Promise<ApiExchange> {
  if (ports.url === undefined) return { state: 'refused', reason: 'no_api_address' }
  const { args, idempotency_key: key, deadline } = asked
  const { workspace_id: workspaceId, business_id: businessId } = asked.context
  const request = buildApiRequest(ports.url, http, args, { workspaceId, businessId })
  if (!request.ok) return take({ outcome: 'invalid', field: request.error, message: '' })
  const { url, method, target, body, headers } = request.value
  // Sent, it would be bytes that each server reads in its own way, if it could be sent at all.
  if (!Object.values(headers).every(isHeaderText)) return { state: 'refused', reason: 'header' }
  const context = writeContext(asked, headers)
  return await sendSigned(ports, deadline, {
    url,
    method,
    body,
    headers: {
      ...headers,
      ...(key === undefined ? {} : { [DOMAIN_API_HEADERS.idempotencyKey]: key }),
    },
    sign: (signingKey, when) => {
      const signed = { method, target, context, body: body ?? new Uint8Array(), ...when }
      return signApiCall(signingKey, signed)
    },
    read: (answer) => readAnswer(answer, asked, http),
  })
}

/** All that a product acts on beside address and body: headers of their own are not signed. */
export function writeContext(
  { context, operation, kind, approval_id, idempotency_key, deadline }: DomainAsked<'call'>,
  headers: Readonly<Record<string, string>>,
): string {
  const known = {
    ...context,
    operation,
    kind,
    deadline,
    ...(idempotency_key === undefined ? {} : { idempotency_key }),
    ...(approval_id === undefined ? {} : { approval_id }),
    ...(Object.keys(headers).length === 0 ? {} : { headers }),
  }
  return new TextEncoder().encode(JSON.stringify(known)).toBase64({
    alphabet: 'base64url',
    omitPadding: true,
  })
}

async function readAnswer(
  answer: Response,
  asked: DomainAsked<'call'>,
  http: HttpBinding,
): Promise<ApiExchange> {
  const { status } = answer
  const { business_id: businessId } = asked.context
  if (!DOMAIN_API_DONE.has(status)) {
    await discard(answer, '')
    return refusalOf(status, asked)
  }
  // Whoever does not say for which business it answered may not have read the context at all.
  if (readBusiness(answer.headers) !== businessId) {
    return { state: 'foreign', reason: await drop(answer, 'foreign_business') }
  }
  const isRead = asked.kind === 'read'
  if (http.answer === undefined || status === 204) {
    const reason = await drop(answer, 'not_json')
    return isRead ? { state: 'lost', reason } : take(toApplied({ records: [], more: false }))
  }
  const value = await readJsonAnswer(answer)
  if (!value.ok) return { state: 'lost', reason: value.error }
  const found = readApiRecords(value.value, http.answer, businessId)
  if (found.ok)
    return take(isRead ? { outcome: 'records', ...found.value } : toApplied(found.value))
  return { state: found.error === 'schema' ? 'lost' : 'foreign', reason: found.error }
}

function isHeaderText(value: string): boolean {
  return /^[!-~]([ -~]*[!-~])?$/.test(value)
}

/** A header holds ASCII, so an id in another script comes percent-encoded. */
export function readBusiness(headers: Headers): string | null {
  const given = headers.get(DOMAIN_API_HEADERS.business)
  try {
    return given === null ? null : decodeURIComponent(given)
  } catch {
    return given
  }
}

async function drop(answer: Response, reason: string): Promise<string> {
  await discard(answer, '')
  return reason
}

function toApplied({ records }: FoundRecords): DomainOutcome {
  return { outcome: 'applied', result: {}, records }
}

function take(outcome: DomainOutcome): ApiExchange {
  return { state: 'taken', outcome }
}

/** What a status says about what was done; its body is never read. */
function refusalOf(status: number, { kind }: DomainAsked<'call'>): ApiExchange {
  const reason = `status_${status}`
  switch (status) {
    case 400:
    case 422:
      return take({ outcome: 'invalid', field: '', message: '' })
    case 403:
      return take({ outcome: 'denied' })
    case 404:
    case 410:
      return take({ outcome: 'not_found' })
    case 409:
    case 412:
      // A proxy may send a write again whose answer it lost: then the first one made the conflict.
      return kind === 'write'
        ? { state: 'lost', reason }
        : take({ outcome: 'conflict', message: '' })
    default:
      return { state: DOMAIN_NOTHING_DONE.has(status) ? 'refused' : 'lost', reason }
  }
}

/**
 * The records in an answer of the product's API. `foreign_record`: one of them belongs to another
 * business, so the whole answer is in doubt.
 */
function readApiRecords(
  value: unknown,
  answer: HttpAnswer,
  businessId: string,
): Result<FoundRecords, 'schema' | 'foreign_record'> {
  const found = readAt(value, answer.at)
  const items: readonly unknown[] = Array.isArray(found) ? found : [found]
  const records: DomainRecord[] = []
  const shown = readPaths(answer.fields)
  for (const item of items) {
    if (!isJsonObject(item)) return err('schema')
    const id = item[answer.id]
    if (typeof id !== 'string' && typeof id !== 'number') return err('schema')
    if (answer.business !== undefined && !isId(item[answer.business], businessId)) {
      return err('foreign_record')
    }
    const fields = pickMembers(item, shown)
    records.push({ type: answer.type, id: String(id), businessId, fields })
  }
  return ok({ records, more: answer.more !== undefined && saysMore(readAt(value, answer.more)) })
}

function isId(value: unknown, id: string): boolean {
  return (typeof value === 'string' || typeof value === 'number') && String(value) === id
}

/** Members that are shown: their plain values, or members of theirs. */
type FieldTree = Map<string, { isPlain: boolean; readonly inner: FieldTree }>

function readPaths(fields: readonly string[]): FieldTree {
  const shown: FieldTree = new Map()
  for (const field of fields) {
    const names = field.split('.')
    let members = shown
    for (const [at, name] of names.entries()) {
      const member = members.get(name) ?? { isPlain: false, inner: new Map() }
      if (at === names.length - 1) member.isPlain = true
      members.set(name, member)
      members = member.inner
    }
  }
  return shown
}

function pickMembers(item: JsonObject, shown: FieldTree): JsonObject {
  const picked = [...shown].flatMap(([name, { isPlain, inner }]) => {
    const value = Object.hasOwn(item, name) ? pickValue(item[name], isPlain, inner) : undefined
    return value === undefined ? [] : [[name, value]]
  })
  return Object.fromEntries(picked)
}

/** What nobody named stays out: a plain value, a list and an object are three different things. */
function pickValue(value: unknown, isPlain: boolean, inner: FieldTree): unknown {
  if (Array.isArray(value)) {
    const items = value.map((each: unknown) =>
      Array.isArray(each) ? undefined : pickValue(each, isPlain, inner),
    )
    return items.includes(undefined) ? undefined : items
  }
  if (isJsonObject(value)) return inner.size === 0 ? undefined : pickMembers(value, inner)
  return isPlain || value === null ? value : undefined
}

function readAt(value: unknown, at: readonly string[]): unknown {
  return at.reduce<unknown>((current, name) => {
    return isJsonObject(current) && Object.hasOwn(current, name) ? current[name] : undefined
  }, value)
}

/** A flag, or the address or cursor of the next page. */
function saysMore(value: unknown): boolean {
  return value !== undefined && value !== null && value !== false && value !== ''
}
