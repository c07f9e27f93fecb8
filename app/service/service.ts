import { Elysia } from 'elysia'
import { CACHE_NEVER, CORS_HEADERS, NOSNIFF_HEADERS } from '../contract/http_headers.ts'
import type { LimitSettings } from '../contract/limits.ts'
import type { ResultText } from '../contract/protocol.ts'
import { afterValue } from '../contract/result.ts'
import type { PublicDocs } from '../docs/public_docs/mod.ts'
import type { Admit } from '../foundation/limits/admit.ts'
import { dropUnreadBody } from '../foundation/limits/body_limit.ts'
import type { PeerOf } from '../foundation/limits/client_address.ts'
import { logIncident } from '../foundation/telemetry/incident.ts'
import type { Log } from '../foundation/telemetry/log.ts'
import type { Observer } from '../foundation/telemetry/observer.ts'
import { type Fetch, withRequestLog } from '../foundation/telemetry/request_log.ts'
import { a2aPlugin } from '../interfaces/a2a/plugin.ts'
import { httpApi } from '../interfaces/http_api/plugin.ts'
import { type Diagnostics, mcpPlugin, type PrivatePorts } from '../interfaces/mcp/plugin.ts'
import { type OauthPorts, oauthPlugin } from '../interfaces/oauth/plugin.ts'
import { staticFiles } from '../interfaces/static_files/plugin.ts'

/** Everything that the service takes from outside; a test passes its own. */
type ServicePorts = {
  readonly docs: PublicDocs
  readonly allowedOrigins: ReadonlySet<string>
  readonly limits: LimitSettings
  /** Counts a call against the limit of the HTTP API and A2A. */
  readonly admitPublic: Admit
  /** Counts a call against the MCP limit (contract 8). */
  readonly admitMcp: Admit
  /** The wall clock, in whole milliseconds since the epoch. */
  readonly clock: () => number
  /** A clock that nobody can set, in milliseconds: durations are taken from it. */
  readonly stopwatch: () => number
  readonly log: Log
  /** Whether the process is about to stop; absent where nobody asks it to. */
  readonly isDraining?: (() => boolean) | undefined
  /** Absent where nobody watches the service. */
  readonly observer?: Observer | undefined
  /** Absent where nobody can sign in: then there are no private tools and no OAuth paths. */
  readonly business?: BusinessPorts
  /** How results of public MCP tools are written; absent means JSON. */
  readonly resultText?: ResultText
  /** Whether ChatGPT has an endpoint of its own. */
  readonly chatgpt?: boolean
  /** Fixtures for test suites; only a process that its owner put under test passes them. */
  readonly diagnostics?: Diagnostics
}

/** Grants and business tools, as the two interfaces need them that reach them. */
export type BusinessPorts = {
  readonly tools: PrivatePorts
  readonly oauth: Omit<OauthPorts, 'peerOf' | 'clock' | 'log'>
}

/**
 * Paths of interactive documentation that stay closed (contract 1, rule 4). Pages may stand below
 * them, so that a site that moves here keeps its addresses.
 */
const CLOSED = ['/docs', '/docs/', '/redoc', '/redoc/', '/openapi.json']

/** The whole public surface: every interface over one `public_docs`. */
export function createService(ports: ServicePorts) {
  const { docs, log, observer, limits, clock, stopwatch, allowedOrigins } = ports
  const { business, diagnostics } = ports
  const underTest = diagnostics === undefined ? {} : { diagnostics }
  // Host names may be short (`http://app/mcp`); by default the router skips their first letters.
  const handler = { standardHostname: false }
  const app = new Elysia({ name: 'lectern', strictPath: true, handler })
  // The context would offer the server too, at the price of a new property for every request.
  const peerOf: PeerOf = (request) => app.server?.requestIP(request)?.address
  const observed = wrapOnce((fetch) =>
    withWholeUrl(
      withTrace(
        withLastAnswer(
          withReadBody(withRequestLog(withOneHost(fetch), { log, stopwatch, observer })),
          ports.isDraining,
        ),
        observer,
      ),
    ),
  )
  app
    .onError(({ error, code, request }) => answerFailure(error, String(code), request, ports))
    // Elysia types the wrapped handler as a bare Function; it is its own fetch.
    .wrap((fetch) => observed(fetch as unknown as Fetch))
    .use(httpApi({ docs, limits, log, observer, peerOf, admit: ports.admitPublic }))
    .use(
      mcpPlugin({
        docs,
        limits,
        log,
        observer,
        peerOf,
        allowedOrigins,
        admit: ports.admitMcp,
        resultText: ports.resultText,
        chatgpt: ports.chatgpt === true,
        ...(business === undefined ? {} : { business: business.tools }),
        ...underTest,
      }),
    )
    .use(a2aPlugin({ docs, limits, log, observer, peerOf, admit: ports.admitPublic }))
  if (business !== undefined) app.use(oauthPlugin({ ...business.oauth, peerOf, clock, log }))
  for (const path of CLOSED) app.all(path, () => answerNotFound(), { parse: 'none' })
  return app.use(staticFiles({ docs, log, peerOf, admit: ports.admitPublic, stopwatch }))
}

/** Elysia wraps its handler again for every request; the result is made once. */
function wrapOnce(wrap: (fetch: Fetch) => Fetch): (fetch: Fetch) => Fetch {
  const made = new WeakMap<Fetch, Fetch>()
  return (fetch) => {
    const wrapped = made.get(fetch) ?? wrap(fetch)
    made.set(fetch, wrapped)
    return wrapped
  }
}

/**
 * An HTTP/1.0 call may come without a Host (RFC 9112 section 3.2). The runtime then gives a bare
 * path, in which the router would look for the path in the wrong place. The request stays the
 * same object, because the runtime knows the peer of this one only.
 */
function withWholeUrl(fetch: Fetch): Fetch {
  return (request) => {
    const { url } = request
    if (url.startsWith('/'))
      Object.defineProperty(request, 'url', { value: `http://localhost${url}` })
    return fetch(request)
  }
}

/**
 * Two Host fields are refused (RFC 9112 section 3.2); the runtime joins them with a comma. Without
 * a body, as its own refusal of what it cannot read.
 */
function withOneHost(fetch: Fetch): Fetch {
  return (request) =>
    request.headers.get('host')?.includes(',') === true
      ? new Response(null, { status: 400 })
      : fetch(request)
}

function withTrace(fetch: Fetch, observer: Observer | undefined): Fetch {
  const tracer = observer?.tracer
  if (tracer === undefined) return fetch
  return (request) => tracer.traceRequest(request, () => fetch(request))
}

/** Whoever refuses a request early leaves its body unread: no interface needs to think of that. */
function withReadBody(fetch: Fetch): Fetch {
  return (request) =>
    afterValue(fetch(request), (response) => {
      const dropped = dropUnreadBody(request)
      return dropped === undefined ? response : dropped.then(() => response)
    })
}

/**
 * A process that is about to stop keeps no connection open: a request on its way to an idle one
 * would be lost when that is closed. Proxies take a new connection, or another replica. Not after
 * a refusal, which may have left a body unread: closing would lose the answer.
 */
function withLastAnswer(fetch: Fetch, isDraining: (() => boolean) | undefined): Fetch {
  if (isDraining === undefined) return fetch
  return (request) =>
    afterValue(fetch(request), (response) => {
      if (isDraining() && response.status < 400) response.headers.set('connection', 'close')
      return response
    })
}

function answerNotFound(): Response {
  return new Response('Not found\n', {
    status: 404,
    headers: {
      'content-type': 'text/plain; charset=utf-8',
      'cache-control': CACHE_NEVER,
      ...CORS_HEADERS,
      ...NOSNIFF_HEADERS,
    },
  })
}

/** A throw is a bug: the client gets an id, the log gets the reason under it. */
function answerFailure(
  error: unknown,
  code: string,
  request: Request,
  { docs, log }: ServicePorts,
): Response {
  if (code === 'NOT_FOUND') return answerNotFound()
  const id = logIncident(log, 'failed', error, { method: request.method }, 'id')
  const { errors } = docs.current().registry
  const named = errors.find((entry) => entry.reason === 'internal')?.code ?? 'internal'
  return Response.json(
    { error: { code: named, message: `Cannot answer: something failed (${id})` } },
    { status: 500, headers: { 'cache-control': CACHE_NEVER, ...CORS_HEADERS } },
  )
}
