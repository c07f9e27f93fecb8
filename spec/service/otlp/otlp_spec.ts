import { afterAll, beforeAll, expect } from 'bun:test'
import { createProduct } from '../../product/product.ts'
import { readExampleWorkspace, SECRET } from '../../product/running_product.ts'
import { verifies, verifiesLong } from '../../requirements/verifies.ts'
import { obtainToken } from '../../support/login.ts'
import { type Running, startRunning } from '../../support/running.ts'
import { type Collector, type Span, startCollector } from './collector.ts'

let running: Running
let collector: Collector
let product: { readonly url: string; readonly asked: Headers[]; stop(): Promise<void> }

/** A product that keeps the headers of what it is asked. */
async function startListeningProduct() {
  const workspace = await readExampleWorkspace()
  const options = { basePath: '/lectern', secrets: [SECRET], workspace, clock: Date.now }
  const answer = createProduct(options)
  const asked: Headers[] = []
  const server = Bun.serve({
    hostname: '127.0.0.1',
    port: 0,
    fetch: (request) => {
      asked.push(new Headers(request.headers))
      return answer(request)
    },
  })
  return { url: `${server.url.origin}/lectern`, asked, stop: () => server.stop(true) }
}

beforeAll(async () => {
  collector = startCollector()
  product = await startListeningProduct()
  running = await startRunning({
    env: {
      DEV_SIGN_IN: '1',
      DOMAIN_URL: product.url,
      DOMAIN_SECRET: SECRET,
      RATE_LIMIT_OVERRIDES: '127.0.0.0/8=1000000,::1/128=1000000',
      OTEL_EXPORTER_OTLP_ENDPOINT: `${collector.url}/`,
      OTEL_EXPORTER_OTLP_HEADERS: 'x-key=a%20secret%2C',
      OTEL_RESOURCE_ATTRIBUTES: 'deployment.environment.name=test',
      OTEL_METRIC_EXPORT_INTERVAL: '1000',
      OTEL_BSP_SCHEDULE_DELAY: '50',
    },
  })
})
afterAll(async () => {
  await running.stop()
  await product.stop()
  await collector.stop()
})

let calls = 0

/** Calls a tool over MCP, and waits for its span and that of its request. */
async function trace(
  given: {
    readonly name?: string
    readonly args?: unknown
    readonly meta?: Readonly<Record<string, unknown>>
    readonly headers?: Readonly<Record<string, string>>
  } = {},
): Promise<{ readonly message: Span; readonly request: Span }> {
  const { name = 'get_corpus_status', args = {}, meta, headers = {} } = given
  calls += 1
  const id = `call-${calls}`
  const asked = { name, arguments: args, ...(meta === undefined ? {} : { _meta: meta }) }
  const earlier = collector.spans().length
  await fetch(`${running.url}/mcp`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'mcp-protocol-version': '2025-11-25',
      ...headers,
    },
    body: JSON.stringify({ jsonrpc: '2.0', id, method: 'tools/call', params: asked }),
  })
  for (;;) {
    const spans = collector.spans().slice(earlier)
    const message = spans.find((span) => span.attributes['jsonrpc.request.id'] === id)
    const request = spans.findLast((span) => span.name === 'POST /mcp')
    if (message !== undefined && request !== undefined) return { message, request }
    await Bun.sleep(20)
  }
}

const ONE = { traceId: '0af7651916cd43dd8448eb211c80319c', spanId: 'b7ad6b7169203331' }
const TWO = { traceId: '4bf92f3577b34da6a3ce929d0e0e4736', spanId: '00f067aa0ba902b7' }
const write = ({ traceId, spanId }: typeof ONE, flags = '01') => `00-${traceId}-${spanId}-${flags}`

verifies('otlp.parent', 'a message without a trace belongs to its request', async () => {
  const { message, request } = await trace()
  expect(message).toMatchObject({
    traceId: request.traceId,
    parentSpanId: request.spanId,
    name: 'tools/call get_corpus_status',
    kind: 2,
    links: [],
    isError: false,
    attributes: {
      'mcp.method.name': 'tools/call',
      'mcp.protocol.version': '2025-11-25',
      'gen_ai.operation.name': 'execute_tool',
      'gen_ai.tool.name': 'get_corpus_status',
      'lectern.outcome': 'found',
    },
  })
  expect(request).toMatchObject({
    parentSpanId: undefined,
    kind: 2,
    attributes: {
      'http.request.method': 'POST',
      'http.route': '/mcp',
      'http.response.status_code': 200,
    },
  })
  expect(collector.resource()).toEqual({
    'deployment.environment.name': 'test',
    'service.name': 'lectern',
    'service.version': expect.any(String),
  })
  expect(collector.headers().get('x-key')).toBe('a secret,')
})

verifies('otlp.parent', 'the trace of _meta is the parent, the request a link', async () => {
  const headers = { traceparent: write(ONE) }
  const { message, request } = await trace({ headers, meta: { traceparent: write(TWO) } })
  expect([request.traceId, request.parentSpanId]).toEqual([ONE.traceId, ONE.spanId])
  expect([message.traceId, message.parentSpanId]).toEqual([TWO.traceId, TWO.spanId])
  expect(message.links).toMatchObject([{ traceId: ONE.traceId, spanId: request.spanId }])
  const other = await trace({ headers })
  expect(other.message.traceId).toBe(ONE.traceId)
  expect(other.message.parentSpanId).toBe(other.request.spanId)
})

verifiesLong(
  'otlp.parent',
  'a value of another form begins a new trace, and is no error',
  async () => {
    const { traceId, spanId } = ONE
    const wrong = [
      write(ONE).toUpperCase(),
      `00-${'0'.repeat(32)}-${spanId}-01`,
      `00-${traceId}-${'0'.repeat(16)}-01`,
      `ff-${traceId}-${spanId}-01`,
      `00-${traceId}-${spanId}-01-more`,
      `00-${traceId}-${spanId}`,
      `cc-${traceId}-${spanId}-01-${'x'.repeat(4000)}`,
      'forged',
    ]
    for (const traceparent of wrong) {
      const { message, request } = await trace({ headers: { traceparent }, meta: { traceparent } })
      expect([traceparent, request.parentSpanId]).toEqual([traceparent, undefined])
      expect(message.parentSpanId).toBe(request.spanId)
    }
    for (const traceparent of [7, null, { a: 1 }, [write(ONE)]]) {
      const { message, request } = await trace({ meta: { traceparent } })
      expect(message.parentSpanId).toBe(request.spanId)
    }
    const prefixed = { 'io.modelcontextprotocol/traceparent': write(TWO) }
    expect((await trace({ meta: prefixed })).message.traceId).not.toBe(TWO.traceId)
  },
)

verifies(
  'otlp.parent',
  'an error is named by its code, and no text of a caller names a span',
  async () => {
    const unknown = await trace({ name: 'forged_tool' })
    expect(unknown.message).toMatchObject({
      name: 'tools/call other',
      attributes: { 'error.type': '-32602', 'lectern.outcome': 'refused' },
      isError: false,
    })
    const wrong = await trace({ name: 'read_page', args: { id: 'forged' } })
    expect(wrong.message.attributes).toMatchObject({ 'error.type': 'tool_error' })
    expect(JSON.stringify(collector.spans())).not.toContain('forged')
  },
)

verifies('otlp.product', 'a question to the product carries the trace of its call', async () => {
  const { access } = await obtainToken(running.url)
  product.asked.length = 0
  const headers = {
    authorization: `Bearer ${access}`,
    traceparent: write(ONE),
    tracestate: 'stranger=1',
    baggage: 'user=jane',
  }
  const meta = { traceparent: write(TWO), tracestate: 'stranger=1', baggage: 'user=jane' }
  const { message } = await trace({ name: 'list_jobs', headers, meta })
  expect(message.attributes['lectern.outcome']).toBe('found')
  expect(product.asked.length).toBeGreaterThan(0)
  const sent = product.asked.map((each) => each.get('traceparent') ?? '')
  for (const asked of product.asked) {
    expect([asked.get('tracestate'), asked.get('baggage')]).toEqual([null, null])
  }
  const ids = sent.map((each) => /^00-([0-9a-f]{32})-([0-9a-f]{16})-01$/.exec(each)?.slice(1))
  expect(new Set(ids.map((each) => each?.[0]))).toEqual(new Set([TWO.traceId]))
  const spans = collector.spans().filter(({ kind }) => kind === 3)
  for (const id of ids) {
    const own = spans.find(({ spanId }) => spanId === id?.[1])
    expect(own).toMatchObject({ parentSpanId: message.spanId, traceId: TWO.traceId })
    expect(own?.name).toMatch(/^POST \/lectern\/\w+/)
  }
})

verifies('otlp.figures', 'the figures of /metrics arrive under the same names', async () => {
  const { message } = await trace()
  expect(message.isError).toBe(false)
  const find = (name: string) => collector.figures().find((figure) => figure.name === name)
  while ((find('lectern_calls_total')?.points.length ?? 0) === 0) await Bun.sleep(50)
  const text = await (await fetch(`${running.adminUrl}/metrics`)).text()
  const listed = [...text.matchAll(/^# TYPE (\S+)/gm)].map(([, name = '']) => name)
  expect(collector.figures().map(({ name }) => name)).toEqual(listed)
  const [point] = find('lectern_call_duration_seconds')?.points ?? []
  const { count = 0, bucketCounts = [], explicitBounds = [] } = point ?? {}
  expect(count).toBeGreaterThan(0)
  expect(bucketCounts.reduce((sum, each) => sum + each, 0)).toBe(count)
  expect(bucketCounts.length).toBe(explicitBounds.length + 1)
})
