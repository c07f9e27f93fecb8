import {
  type Attributes,
  type Context,
  type Tracer as OtelTracer,
  ROOT_CONTEXT,
  type Span,
  SpanKind,
  SpanStatusCode,
  trace,
} from '@opentelemetry/api'
import type { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks'
import { parseTraceParent, W3CTraceContextPropagator } from '@opentelemetry/core'
import { MCP_METHODS } from '../../contract/protocol.ts'
import type { PublicDocs } from '../../docs/public_docs/mod.ts'
import { createToolNames } from '../../foundation/telemetry/call_names.ts'
import type { TracedMessage, Tracer } from '../../foundation/telemetry/observer.ts'
import { classifyPath, pathOf, ROUTES } from '../../foundation/telemetry/routes.ts'
import { isSent, REQUEST_IS_SENT } from './_sampler.ts'

/** A `traceparent` has 55 characters; a later version may have a few more. */
const TRACEPARENT_MAX = 128
const ID_CHARACTERS_MAX = 64

const METHODS: ReadonlySet<string> = new Set(MCP_METHODS)
const HTTP_METHODS: ReadonlySet<string> = new Set(['GET', 'HEAD', 'POST', 'OPTIONS', 'DELETE'])
/** What OpenTelemetry calls a method that is none of the known ones. */
const OTHER_METHOD = '_OTHER'

/** Takes `traceparent` alone: state and baggage of strangers go nowhere. */
const PROPAGATOR = new W3CTraceContextPropagator()

type TracerPorts = {
  readonly tracer: OtelTracer
  readonly contexts: AsyncLocalStorageContextManager
}

/** Traces requests, the messages in them, and questions to the product. */
export function createTracer(ports: TracerPorts, docs: Pick<PublicDocs, 'current'>): Tracer {
  const { tracer, contexts } = ports
  const run = createRun(contexts)
  return {
    traceRequest: (request, answer) => {
      const parent = readParent(request.headers.get('traceparent')) ?? ROOT_CONTEXT
      const { name, attributes } = describeRequest(request)
      const span = tracer.startSpan(name, { kind: SpanKind.SERVER, attributes }, parent)
      return run(span, parent, answer, ({ status }) => noteStatus(span, status, 500))
    },
    traceMessage: createMessageTrace(ports, docs),
    traceProduct: async (address, init, fetch) => {
      const parent = contexts.active()
      const { name, attributes } = describeQuestion(address)
      const span = tracer.startSpan(name, { kind: SpanKind.CLIENT, attributes }, parent)
      const headers = new Headers(init.headers)
      PROPAGATOR.inject(trace.setSpan(parent, span), headers, {
        set: (carrier, header, value) => carrier.set(header, value),
      })
      const ask = () => fetch(address, { ...init, headers })
      return await run(span, parent, ask, ({ status }) => noteStatus(span, status, 400))
    },
  }
}

function createMessageTrace(
  { tracer, contexts }: TracerPorts,
  docs: Pick<PublicDocs, 'current'>,
): Tracer['traceMessage'] {
  const toolOf = createToolNames(docs.current)
  const run = createRun(contexts)
  return (message, answer, describe) => {
    const ambient = contexts.active()
    const request = trace.getSpanContext(ambient)
    const asked = readParent(message.meta.traceparent)
    const parent = asked ?? ambient
    // The message goes where its request goes, whichever trace it belongs to.
    const choice = request === undefined ? undefined : isSent(request.traceFlags)
    // The sender of a message knows its trace; a proxy in between only that of the request.
    const links = asked === undefined || request === undefined ? [] : [{ context: request }]
    const { name, attributes } = describeMessage(message, toolOf(message))
    const span = tracer.startSpan(
      name,
      { kind: SpanKind.SERVER, attributes, links },
      parent.setValue(REQUEST_IS_SENT, choice),
    )
    return run(span, parent, answer, (value) => {
      const { outcome, error } = describe(value)
      span.setAttribute('lectern.outcome', outcome)
      if (error !== undefined) span.setAttribute('error.type', error)
      if (outcome === 'failed') span.setStatus({ code: SpanStatusCode.ERROR })
    })
  }
}

type Run = <Value>(
  span: Span,
  parent: Context,
  work: () => Value | Promise<Value>,
  end: (value: Value) => void,
) => Value | Promise<Value>

/** Does work within a span, which ends with the work, whether that returns or throws. */
function createRun(contexts: AsyncLocalStorageContextManager): Run {
  return (span, parent, work, end) => {
    const fail = (error: unknown): never => {
      const name = error instanceof Error ? error.name : 'error'
      span.setAttribute('error.type', name).setStatus({ code: SpanStatusCode.ERROR })
      span.end()
      throw error
    }
    const finish = <Value>(value: Value, note: (value: Value) => void): Value => {
      note(value)
      span.end()
      return value
    }
    try {
      const value = contexts.with(trace.setSpan(parent, span), work)
      if (!(value instanceof Promise)) return finish(value, end)
      return value.then((each) => finish(each, end), fail)
    } catch (error) {
      return fail(error)
    }
  }
}

/** A context from outside; a value of any other form begins a new trace. */
function readParent(value: unknown): Context | undefined {
  if (typeof value !== 'string' || value.length > TRACEPARENT_MAX) return undefined
  const remote = parseTraceParent(value)
  if (remote === null) return undefined
  return trace.setSpanContext(ROOT_CONTEXT, { ...remote, isRemote: true })
}

function describeRequest({ method: given, url }: Request): Description {
  const method = HTTP_METHODS.has(given) ? given : OTHER_METHOD
  const path = pathOf(url)
  const route = ROUTES[classifyPath(path)]
  return {
    name: `${method === OTHER_METHOD ? 'HTTP' : method} ${route}`,
    attributes: { 'http.request.method': method, 'http.route': route, 'url.path': path },
  }
}

function describeQuestion(address: string): Description {
  const { hostname, pathname } = new URL(address)
  const attributes = {
    'http.request.method': 'POST',
    'server.address': hostname,
    'url.path': pathname,
  }
  return { name: `POST ${pathname}`, attributes }
}

type Description = { readonly name: string; readonly attributes: Attributes }

/** By the conventions for MCP: no address of a resource, no argument and no result. */
function describeMessage(
  { id, method: given, revision }: TracedMessage,
  tool: string,
): Description {
  const method = METHODS.has(given) ? given : OTHER_METHOD
  const common = {
    'mcp.method.name': method,
    'mcp.protocol.version': revision,
    'jsonrpc.request.id': String(id).slice(0, ID_CHARACTERS_MAX),
  }
  if (method !== 'tools/call') return { name: method, attributes: common }
  const called = { 'gen_ai.operation.name': 'execute_tool', 'gen_ai.tool.name': tool }
  return { name: `${method} ${tool}`, attributes: { ...common, ...called } }
}

function noteStatus(span: Span, status: number, errorsFrom: number): void {
  span.setAttribute('http.response.status_code', status)
  if (status < errorsFrom) return
  span.setAttribute('error.type', String(status)).setStatus({ code: SpanStatusCode.ERROR })
}
