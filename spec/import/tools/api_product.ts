import { createHash, createHmac } from 'node:crypto'
import { createHttpDomain } from '../../../app/business/tools/adapters/http.ts'
import type { DomainServices } from '../../../app/business/tools/mod.ts'
import type { BusinessRegistry } from '../../../app/contract/business.ts'

export const SECRET = 'a-secret-of-the-service-and-its-product'
const API = 'https://product.example.com/api'

/** A call of the product's API, once its signature was found right. */
export type ApiCall = {
  readonly method: string
  /** Path and query below the address of the API. */
  readonly target: string
  readonly headers: Headers
  readonly context: Readonly<Record<string, unknown>>
  readonly body: unknown
}

export type ApiProduct = {
  readonly calls: ApiCall[]
  /** Businesses that are archived. */
  readonly closed: Set<string>
  /** What it answers in place of a record of its business. */
  answer: ((call: ApiCall) => Response) | undefined
  readonly domain: (clock: () => number) => DomainServices
}

/**
 * A product in this process: it serves its own API for whoever proves by a signature who asks, and
 * answers with one record in the form that the registry expects.
 */
export function createApiProduct(registry: BusinessRegistry): ApiProduct {
  const product: ApiProduct = {
    calls: [],
    closed: new Set(),
    answer: undefined,
    domain: (clock) =>
      createHttpDomain({
        url: 'https://product.example.com/lectern',
        apiUrl: API,
        secret: SECRET,
        identityOf: async (userId) => ({ issuer: 'urn:product', subject: userId }),
        clock,
        fetch: async (url, init) => await serve(product, registry, new Request(url, init)),
        randomId: () => crypto.randomUUID(),
        log: { warn: () => undefined },
      }),
  }
  return product
}

const PLACE = { workspace_id: 'ws_quillfeather', workspace_name: 'Workspace' }

async function serve(
  product: ApiProduct,
  registry: BusinessRegistry,
  request: Request,
): Promise<Response> {
  const { pathname } = new URL(request.url)
  if (pathname === '/lectern/businesses') {
    const businesses = [
      { ...PLACE, business_id: 'biz_bakery', business_name: 'Bakery' },
      { ...PLACE, business_id: 'biz_cycles', business_name: 'Cycles' },
    ]
    return Response.json({ businesses })
  }
  if (pathname === '/lectern/standing') {
    const { business_id } = (await request.json()) as { business_id: string }
    const standing = product.closed.has(business_id) ? 'inactive' : 'active'
    return Response.json({ standing, may_decide: true })
  }
  if (pathname === '/lectern/target') return new Response(null, { status: 404 })
  const call = await readCall(registry, request)
  if (call === undefined) return new Response(null, { status: 401 })
  product.calls.push(call)
  return product.answer?.(call) ?? answerRecord(registry, call)
}

/**
 * Method, path with query, time, id, body and context are signed, in this order. A header that says
 * something else than the context was changed on its way.
 */
async function readCall(
  { tools }: BusinessRegistry,
  request: Request,
): Promise<ApiCall | undefined> {
  const { method, headers, url } = request
  const body = new Uint8Array(await request.arrayBuffer())
  const target = url.slice(new URL(url).origin.length)
  const [timestamp, id] = [headers.get('lectern-timestamp'), headers.get('lectern-request-id')]
  const context = headers.get('lectern-context') ?? ''
  const digest = createHash('sha256').update(body).digest('hex')
  const text = ['v1', method, target, timestamp, id, digest, context].join('\n')
  const signature = `v1=${createHmac('sha256', SECRET).update(text).digest('hex')}`
  if (headers.get('lectern-signature') !== signature) return undefined
  const known = JSON.parse(Buffer.from(context, 'base64url').toString())
  const tool = tools.find(({ operation }) => operation === known.operation)
  const given = (tool?.http?.inputs ?? []).flatMap((input) =>
    'grant' in input && input.in === 'header' ? [input.name] : [],
  )
  if (headers.get('idempotency-key') !== (known.idempotency_key ?? null)) return undefined
  if (given.some((name) => headers.get(name) !== known.headers?.[name])) return undefined
  if (!Number.isInteger(known.deadline)) return undefined
  return {
    method,
    target: target.slice('/api'.length),
    headers,
    context: known,
    body: body.length === 0 ? undefined : JSON.parse(new TextDecoder().decode(body)),
  }
}

/** One record, at the place where the binding of the tool looks for it. */
export function answerRecord(
  { tools }: BusinessRegistry,
  { context, method }: ApiCall,
  more: Readonly<Record<string, unknown>> = {},
): Response {
  const headers = { 'lectern-business': String(context.business_id) }
  const answer = tools.find(({ operation }) => operation === context.operation)?.http?.answer
  if (answer === undefined) return new Response(null, { status: 204, headers })
  const record = { [answer.id]: 'r1', secret_member: 'not listed', ...more }
  const value = answer.at.reduceRight<unknown>((inner, name) => ({ [name]: inner }), [record])
  return Response.json(value, { status: method === 'POST' ? 201 : 200, headers })
}
