import { Type } from '@sinclair/typebox'
import { Value } from '@sinclair/typebox/value'

const Attributes = Type.Array(
  Type.Object({
    key: Type.String(),
    value: Type.Union([
      Type.Object({ stringValue: Type.String() }),
      Type.Object({ intValue: Type.Number() }),
    ]),
  }),
)

const Id = (bytes: number) => Type.String({ pattern: `^[0-9a-f]{${bytes * 2}}$` })

const SpanSchema = Type.Object({
  traceId: Id(16),
  spanId: Id(8),
  parentSpanId: Type.Optional(Id(8)),
  name: Type.String(),
  kind: Type.Number(),
  attributes: Attributes,
  links: Type.Array(Type.Object({ traceId: Id(16), spanId: Id(8) })),
  status: Type.Object({ code: Type.Number() }),
})

const Resource = Type.Object({ attributes: Attributes })

const Traces = Type.Object({
  resourceSpans: Type.Array(
    Type.Object({
      resource: Resource,
      scopeSpans: Type.Array(Type.Object({ spans: Type.Array(SpanSchema) })),
    }),
  ),
})

const Point = Type.Object({
  attributes: Attributes,
  asDouble: Type.Optional(Type.Number()),
  count: Type.Optional(Type.Number()),
  sum: Type.Optional(Type.Number()),
  bucketCounts: Type.Optional(Type.Array(Type.Number())),
  explicitBounds: Type.Optional(Type.Array(Type.Number())),
})
const Points = Type.Object({ dataPoints: Type.Array(Point) })

const FigureSchema = Type.Object({
  name: Type.String(),
  sum: Type.Optional(Points),
  gauge: Type.Optional(Points),
  histogram: Type.Optional(Points),
})

const Metrics = Type.Object({
  resourceMetrics: Type.Array(
    Type.Object({
      resource: Resource,
      scopeMetrics: Type.Array(Type.Object({ metrics: Type.Array(FigureSchema) })),
    }),
  ),
})

export type Span = {
  readonly traceId: string
  readonly spanId: string
  readonly parentSpanId: string | undefined
  readonly name: string
  readonly kind: number
  readonly attributes: Readonly<Record<string, string | number>>
  readonly links: readonly { readonly traceId: string; readonly spanId: string }[]
  readonly isError: boolean
}

type FigurePoint = (typeof Point)['static']
export type Figure = { readonly name: string; readonly points: readonly FigurePoint[] }

export type Collector = {
  readonly url: string
  /** What came so far; the figures are those of the last message. */
  spans(): readonly Span[]
  figures(): readonly Figure[]
  resource(): Readonly<Record<string, string | number>>
  headers(): Headers
  stop(): Promise<void>
}

/** A collector that refuses whatever is not OTLP in JSON. */
export function startCollector(): Collector {
  const spans: Span[] = []
  let figures: readonly Figure[] = []
  let resource: Readonly<Record<string, string | number>> = {}
  let headers = new Headers()
  const take = (path: string, body: unknown) => {
    if (path === '/v1/traces') {
      for (const sent of Value.Parse(Traces, body).resourceSpans) {
        resource = toRecord(sent.resource.attributes)
        spans.push(...sent.scopeSpans.flatMap((scope) => scope.spans.map(toSpan)))
      }
      return
    }
    if (path !== '/v1/metrics') throw new Error(`Cannot take "${path}"`)
    const [sent] = Value.Parse(Metrics, body).resourceMetrics
    figures = (sent?.scopeMetrics ?? []).flatMap((scope) =>
      scope.metrics.map(({ name, ...kinds }) => {
        const { sum, gauge, histogram } = kinds
        return { name, points: (sum ?? gauge ?? histogram)?.dataPoints ?? [] }
      }),
    )
  }
  const server = Bun.serve({
    hostname: '127.0.0.1',
    port: 0,
    fetch: async (request) => {
      headers = request.headers
      if (request.headers.get('content-type') !== 'application/json') {
        return new Response('not JSON', { status: 415 })
      }
      take(new URL(request.url).pathname, await request.json())
      return Response.json({})
    },
  })
  return {
    url: server.url.origin,
    spans: () => spans,
    figures: () => figures,
    resource: () => resource,
    headers: () => headers,
    stop: () => server.stop(true),
  }
}

function toSpan(span: (typeof SpanSchema)['static']): Span {
  const { traceId, spanId, parentSpanId, name, kind, links, status } = span
  const attributes = toRecord(span.attributes)
  return {
    traceId,
    spanId,
    parentSpanId,
    name,
    kind,
    attributes,
    links,
    isError: status.code === 2,
  }
}

function toRecord(
  attributes: (typeof Attributes)['static'],
): Readonly<Record<string, string | number>> {
  return Object.fromEntries(
    attributes.map(({ key, value }) => [
      key,
      'stringValue' in value ? value.stringValue : value.intValue,
    ]),
  )
}
