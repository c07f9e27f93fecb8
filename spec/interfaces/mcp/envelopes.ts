import fc from 'fast-check'
import { MCP_REVISIONS } from '../../../app/contract/protocol.ts'
import { URL_MCP } from './calls.ts'

/** One POST as somebody might send it: well-formed, nearly so, or not at all. */
export type Envelope = {
  readonly headers: readonly (readonly [string, string])[]
  readonly body: string | Uint8Array<ArrayBuffer>
}

export function toRequest({ headers, body }: Envelope): Request {
  const fields = new Headers()
  for (const [name, value] of headers) fields.set(name, value)
  return new Request(URL_MCP, { method: 'POST', headers: fields, body })
}

// Names that every JavaScript object has are the classic way past a lookup.
const TREACHEROUS = ['__proto__', 'constructor', 'toString', 'hasOwnProperty', '']

const METHODS = [
  'initialize',
  'notifications/initialized',
  'ping',
  'server/discover',
  'tools/list',
  'tools/call',
  'resources/list',
  'resources/templates/list',
  'resources/read',
  'prompts/list',
  'prompts/get',
  'completion/complete',
  'subscriptions/listen',
  'logging/setLevel',
  ...TREACHEROUS,
]

const anyJson = fc.jsonValue({ maxDepth: 3 })
const among = (names: readonly string[]) => fc.constantFrom(...names)
/** Mostly what belongs there, sometimes anything. */
const mostly = (usual: fc.Arbitrary<unknown>) =>
  fc.oneof({ weight: 6, arbitrary: usual }, { weight: 1, arbitrary: anyJson })

const version = fc.oneof(
  { weight: 6, arbitrary: among(MCP_REVISIONS) },
  { weight: 1, arbitrary: among(['2024-11-05', 'v999', ...TREACHEROUS]) },
)

const id = fc.oneof(
  { weight: 5, arbitrary: fc.integer() },
  { weight: 5, arbitrary: fc.string() },
  { weight: 1, arbitrary: fc.maxSafeInteger() },
  { weight: 1, arbitrary: among(['7', '-0', '9007199254740993', 'null', 'é\u{1F4D6}']) },
  { weight: 1, arbitrary: fc.double({ noNaN: true, noDefaultInfinity: true }) },
  { weight: 1, arbitrary: anyJson },
)

/** Parameters of any method, with names that exist among those that do not. */
function paramsOver(names: readonly string[], addresses: readonly string[]) {
  const pageId = fc.integer({ min: 0, max: 99 }).map((number) => `p${number}`)
  const id = mostly(fc.oneof(pageId, among(TREACHEROUS)))
  const meta = fc.record(
    {
      'io.modelcontextprotocol/protocolVersion': mostly(version),
      'io.modelcontextprotocol/clientCapabilities': mostly(fc.constant({ sampling: {} })),
      'io.modelcontextprotocol/clientInfo': mostly(fc.constant({ name: 'fuzz', version: '1' })),
      progressToken: mostly(fc.oneof(fc.string(), fc.integer())),
    },
    { requiredKeys: [] },
  )
  const args = fc.oneof(
    fc.constant({}),
    fc.record({ query: mostly(fc.string()) }),
    fc.record(
      { id, section: mostly(fc.string()), max_tokens: fc.integer() },
      { requiredKeys: ['id'] },
    ),
    fc.record({ id, limit: fc.integer(), type: fc.string() }, { requiredKeys: [] }),
  )
  return fc.record(
    {
      name: mostly(among([...names, ...TREACHEROUS])),
      uri: mostly(among([...addresses, ...TREACHEROUS])),
      arguments: mostly(args),
      cursor: anyJson,
      protocolVersion: mostly(version),
      inputResponses: anyJson,
      requestState: anyJson,
      _meta: mostly(meta),
    },
    { requiredKeys: [] },
  )
}

// What a header field may have; a client library lets nothing else through (RFC 9110, 5.5).
const fieldText = fc.string({
  unit: fc.integer({ min: 0x20, max: 0xff }).map((code) => String.fromCharCode(code)),
})

// Its value must be allowed exactly, so any Origin fails the first check.
const foreign = fc.oneof(
  { weight: 9, arbitrary: fc.constant(undefined) },
  { weight: 1, arbitrary: among(['https://evil.example', 'null', '']) },
)

function fieldsOver(names: readonly string[]) {
  const sentinel = fc.oneof(
    among([...names, ...TREACHEROUS].map((name) => `=?base64?${btoa(name)}?=`)),
    fieldText.map((text) => `=?base64?${text}?=`),
  )
  return fc.record(
    {
      'mcp-protocol-version': fc.oneof(
        { weight: 8, arbitrary: version },
        { weight: 1, arbitrary: fieldText },
      ),
      'mcp-method': fc.oneof(
        { weight: 8, arbitrary: among(METHODS) },
        { weight: 1, arbitrary: fieldText },
      ),
      'mcp-name': fc.oneof(
        { weight: 8, arbitrary: among(names) },
        { weight: 2, arbitrary: sentinel },
      ),
      accept: fieldText,
      authorization: fieldText,
      'mcp-session-id': fieldText,
      origin: foreign,
    },
    { requiredKeys: [] },
  )
}

/** Everything from a call that is answered to bytes that are not text. */
export function envelopes(
  names: readonly string[],
  addresses: readonly string[],
): fc.Arbitrary<Envelope> {
  const params = paramsOver(names, addresses)
  const message = fc.record(
    {
      jsonrpc: mostly(fc.constant('2.0')),
      id,
      method: mostly(among(METHODS)),
      params: mostly(params),
    },
    { requiredKeys: ['jsonrpc', 'method'] },
  )
  const body = fc.oneof(
    { weight: 6, arbitrary: message.map((content) => JSON.stringify(content)) },
    { weight: 1, arbitrary: anyJson.map((content) => JSON.stringify(content)) },
    { weight: 1, arbitrary: fc.array(message, { maxLength: 3 }).map((all) => JSON.stringify(all)) },
    { weight: 1, arbitrary: fc.string() },
    { weight: 1, arbitrary: fc.uint8Array().map((bytes) => new Uint8Array(bytes)) },
  )
  const type = fc.oneof(
    { weight: 12, arbitrary: fc.constant('application/json') },
    { weight: 1, arbitrary: among(['application/json; charset=utf-8', 'text/plain', '']) },
  )
  const wild = fc.tuple(fieldsOver(names), type, body)
  const frequent = fc.oneof(among(METHODS), fc.constant('tools/call'))
  return fc.oneof(
    wild.map(([fields, media, content]) =>
      toEnvelope({ ...fields, 'content-type': media }, content),
    ),
    fc.tuple(id, frequent, params, version).map((parts) => toAgreeing(...parts)),
  )
}

/** Headers that agree with the body: only such a call passes the checks. */
function toAgreeing(
  messageId: unknown,
  method: string,
  params: Readonly<Record<string, unknown>>,
  revision: string,
): Envelope {
  const meta = {
    'io.modelcontextprotocol/clientCapabilities': { sampling: {}, elicitation: {}, roots: {} },
    ...Object(params._meta),
    'io.modelcontextprotocol/protocolVersion': revision,
  }
  const named = method === 'resources/read' ? params.uri : params.name
  const text = typeof named === 'string' ? named : ''
  const encoded = btoa(String.fromCharCode(...new TextEncoder().encode(text)))
  const headers = {
    'content-type': 'application/json',
    'mcp-protocol-version': revision,
    'mcp-method': method,
    'mcp-name': `=?base64?${encoded}?=`,
  }
  const content = { jsonrpc: '2.0', id: messageId, method, params: { ...params, _meta: meta } }
  return toEnvelope(headers, JSON.stringify(content))
}

function toEnvelope(
  headers: Readonly<Record<string, string | undefined>>,
  body: Envelope['body'],
): Envelope {
  const given = Object.entries(headers).flatMap(([name, value]): [string, string][] =>
    value === undefined ? [] : [[name, value]],
  )
  return { headers: given, body }
}
