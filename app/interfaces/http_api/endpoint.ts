import {
  answerPreflight,
  CACHE_NEVER,
  CORS_HEADERS,
  NOSNIFF_HEADERS,
  VARY_CODING,
} from '../../contract/http_headers.ts'
import type { LimitSettings } from '../../contract/limits.ts'
import { HTTP_API_ALLOW, type HttpOperation, httpRoute } from '../../contract/operations/mod.ts'
import type { PublicErrorReason, PublicRefusal } from '../../contract/public_error.ts'
import { PUBLIC_ERROR_STATUS, type PublicError } from '../../contract/public_error.ts'
import { requestTarget } from '../../contract/request_target.ts'
import { computeFingerprint } from '../../contract/text_hash.ts'
import type { PublicDocs } from '../../docs/public_docs/mod.ts'
import { MODULES } from '../../docs/public_docs/operations/mod.ts'
import type { Admit } from '../../foundation/limits/admit.ts'
import { logIncident } from '../../foundation/telemetry/incident.ts'
import type { Log } from '../../foundation/telemetry/log.ts'
import type { CallOutcome, Observer } from '../../foundation/telemetry/observer.ts'
import { createAnswerCaches, type JsonAnswer } from './_answer_cache.ts'
import { toResponse } from './_forms.ts'
import { readParameters } from './_parameters.ts'
import { createRouteTables, type RouteMatch, type RouteTable } from './_routes.ts'

export type HttpApiPorts = {
  readonly docs: PublicDocs
  readonly admit: Admit
  readonly limits: LimitSettings
  readonly log: Log
  readonly observer?: Observer | undefined
}

/** Answers one request; `peer` is the address of the socket, if the runtime knows it. */
type HttpApiHandler = (request: Request, peer: string | undefined) => Promise<Response>

/** Creates the handler of the public HTTP API (contract 4.2). */
export function createHttpApiHandler(ports: HttpApiPorts): HttpApiHandler {
  const tableOf = createRouteTables(ports.limits)
  const cacheOf = createAnswerCaches()
  return async (request, peer) => {
    const { observer } = ports
    const startedMs = observer?.stopwatch() ?? 0
    let codes: RouteTable['codes'] = new Map()
    let operation: HttpOperation | undefined
    const finish = ({ response, outcome }: CallAnswer) => {
      if (observer === undefined || operation === undefined || outcome === undefined)
        return response
      const ms = observer.stopwatch() - startedMs
      observer.counters.countCall({ interface: 'http_api', operation, outcome, ms })
      return response
    }
    try {
      const snapshot = ports.docs.current()
      const table = tableOf(snapshot)
      codes = table.codes
      const { path, query } = requestTarget(request.url)
      const match = table.match(path)
      operation = match?.route.operation
      const asked = { snapshot, table, match, query, cacheOf, peer }
      return finish(await handle(request, { ...ports, ...asked }))
    } catch (error) {
      return finish({ response: answerFailure(error, codes, ports.log), outcome: 'failed' })
    }
  }
}

/** A response, and how the call ended; a preflight is no call. */
type CallAnswer = { readonly response: Response; readonly outcome: CallOutcome | undefined }

type Context = HttpApiPorts & {
  readonly snapshot: ReturnType<PublicDocs['current']>
  readonly table: RouteTable
  readonly match: RouteMatch | undefined
  readonly query: string
  readonly cacheOf: ReturnType<typeof createAnswerCaches>
  readonly peer: string | undefined
}

/**
 * Checks in order: method, rate limit, parameters, lookup, conditional, body. HEAD is answered like
 * GET, body included: the server drops the body and keeps its length. A repeated search is answered
 * from the cache, without reading parameters or searching.
 */
async function handle(request: Request, context: Context): Promise<CallAnswer> {
  const { snapshot, table, match, query } = context
  const refuse = (reason: PublicErrorReason, message: string) =>
    toRefusal({ reason, message }, table.codes)
  if (match !== undefined) {
    if (request.method === 'OPTIONS') {
      return { response: answerPreflight(HTTP_API_ALLOW), outcome: undefined }
    }
    if (request.method !== 'GET' && request.method !== 'HEAD') {
      const message = `Cannot call this path with "${request.method}": it is read-only`
      return refuse('method_not_allowed', message)
    }
  }
  if ((await context.admit(request, context.peer)) !== 'admitted') {
    const message = 'Cannot answer now: too many calls from this address in a minute'
    return refuse('rate_limited', message)
  }
  if (match === undefined) {
    return refuse('not_found', 'Cannot find this path: the API has no such operation')
  }
  const { operation, parameters } = match.route
  const { run, isKept } = MODULES[operation].http
  const cache = isKept === true ? context.cacheOf(snapshot) : undefined
  const key = `${operation}?${query}`
  const known = cache?.get(key)
  if (known !== undefined) {
    if (known.asked !== undefined) snapshot.countSearch?.(known.asked)
    return { response: await toResponse(request, known), outcome: known.outcome }
  }
  const values = readParameters(query, parameters)
  if (!values.ok) return refuse('invalid_parameter', values.error)
  const { limits } = table
  const json = await run({ snapshot, values: values.value, segment: match.id, limits })
  if (!json.ok) return toRefusal(json.error, table.codes)
  const { asked, headers = {}, outcome = 'found' } = json.value
  const answer = { ...prepareAnswer(json.value.json, httpRoute(operation).cache), asked, outcome }
  for (const [name, value] of Object.entries(headers)) answer.headers.set(name, value)
  if (asked !== undefined) snapshot.countSearch?.(asked)
  cache?.put(key, answer)
  return { response: await toResponse(request, answer), outcome }
}

function toRefusal(refusal: PublicRefusal, codes: RouteTable['codes']): CallAnswer {
  return { response: toRefusalResponse(refusal, codes), outcome: 'refused' }
}

/** Copying headers costs a quarter of creating them. */
const COMMON_HEADERS = new Headers({
  'content-type': 'application/json',
  ...VARY_CODING,
  ...CORS_HEADERS,
  ...NOSNIFF_HEADERS,
})

function prepareAnswer(
  json: string,
  cacheControl: string,
): Pick<JsonAnswer, 'json' | 'etag' | 'headers'> {
  const etag = `"${computeFingerprint(json)}"`
  const headers = new Headers(COMMON_HEADERS)
  headers.set('etag', etag)
  headers.set('cache-control', cacheControl)
  return { json, etag, headers }
}

/** A throw is a bug: the client gets an id to quote, and the log records the reason under it. */
function answerFailure(error: unknown, codes: RouteTable['codes'], log: Log): Response {
  const id = logIncident(log, 'http_api_failed', error, {}, 'id')
  const message = `Cannot answer: something failed (${id})`
  return toRefusalResponse({ reason: 'internal', message }, codes)
}

/**
 * A refusal in wire form (contract 7). The code is the registry's name for the reason; without a
 * registry it is the reason itself.
 */
function toRefusalResponse(
  refusal: PublicRefusal,
  codes: ReadonlyMap<PublicErrorReason, string>,
): Response {
  const { reason, message } = refusal
  const body: PublicError = { error: { code: codes.get(reason) ?? reason, message } }
  return new Response(JSON.stringify(body), {
    status: PUBLIC_ERROR_STATUS[reason],
    headers: {
      'content-type': 'application/json',
      'cache-control': CACHE_NEVER,
      ...(reason === 'method_not_allowed' ? { allow: HTTP_API_ALLOW } : {}),
      ...CORS_HEADERS,
      ...NOSNIFF_HEADERS,
    },
  })
}
