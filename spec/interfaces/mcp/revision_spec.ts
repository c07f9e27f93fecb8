import { afterAll, beforeAll, expect } from 'bun:test'
import {
  MCP_REVISIONS,
  META_CLIENT_CAPABILITIES,
  META_CLIENT_INFO,
  META_PROTOCOL_VERSION,
} from '../../../app/contract/protocol.ts'
import { verifies } from '../../requirements/verifies.ts'
import { call, initialize, MODERN, message, modernMeta, OLDER } from './calls.ts'
import { changeDocs, type OpenDocs, openOurDocs } from './docs.ts'
import { type Answer, type Endpoint, openEndpoint } from './endpoint.ts'

let open: OpenDocs
let endpoint: Endpoint

beforeAll(async () => {
  open = await openOurDocs()
  endpoint = openEndpoint(open.docs)
})
afterAll(async () => await open.close())

const send = (request: Request): Promise<Answer> => endpoint.send(request)
const outcome = (answer: Answer) => [answer.status, answer.error.code]
const REVISIONS = ['2026-07-28', '2025-11-25', '2025-06-18', '2025-03-26']
const SEARCH = { name: 'search_public_docs', arguments: { query: 'search' } }
const b64 = (text: string) => `=?base64?${Buffer.from(text).toString('base64')}?=`

/** `tools/list` that claims a version in the body, in the header, in both or in neither. */
function claiming(inBody: unknown, inHeader: string | undefined): Request {
  const meta = inBody === undefined ? {} : { _meta: modernMeta(inBody) }
  return message(
    { jsonrpc: '2.0', id: 7, method: 'tools/list', params: meta },
    { 'mcp-protocol-version': inHeader, 'mcp-method': 'tools/list' },
  )
}

verifies(
  ['mcp.unknown_version', 'errors.mcp_unknown_revision'],
  'an unknown version is refused with the four revisions, wherever it is',
  async () => {
    const requests = [
      claiming('v999', 'v999'),
      claiming('v999', undefined),
      claiming(undefined, 'v999'),
      claiming(undefined, '2024-11-05'),
      claiming(undefined, '2025-11-25, 2025-06-18'),
      claiming(undefined, ''),
      initialize('2024-11-05'),
      initialize(''),
      initialize(MODERN, { 'mcp-protocol-version': 'v999' }),
    ]
    for (const request of requests) {
      const answer = await send(request)
      expect(outcome(answer)).toEqual([400, -32022])
      expect(answer.error.data?.supported).toEqual(REVISIONS)
      expect(typeof answer.error.data?.requested).toBe('string')
      expect(answer.body.id).toBe(7)
    }
  },
)

verifies(
  ['mcp.accepted_revisions', 'mcp.current_revision', 'version.mcp_negotiates'],
  'each of the four revisions is served as claimed, in the header, the body or both',
  async () => {
    for (const revision of OLDER) {
      for (const request of [
        claiming(revision, revision),
        claiming(revision, undefined),
        claiming(undefined, revision),
      ]) {
        const answer = await send(request)
        expect(answer.status).toBe(200)
        expect(answer.headers.get('mcp-protocol-version')).toBe(revision)
        expect(answer.result).not.toHaveProperty('resultType')
        expect(answer.result).not.toHaveProperty('ttlMs')
      }
    }
    const answer = await send(claiming(MODERN, MODERN))
    expect(answer.result.resultType).toBe('complete')
  },
)

verifies(
  'mcp.unversioned_is_older',
  'a request without any version is an older client',
  async () => {
    const answer = await send(claiming(undefined, undefined))
    expect(answer.status).toBe(200)
    expect(answer.headers.get('mcp-protocol-version')).toBe('2025-03-26')
    expect(answer.result).not.toHaveProperty('resultType')
  },
)

verifies(
  ['mcp.header_mismatch', 'errors.mcp_mismatch', 'open.mismatch_status', 'mcp.mirrored_headers'],
  'a header that disagrees with the body is -32020 with 400 in every revision',
  async () => {
    const requests = [
      claiming(MODERN, '2025-11-25'),
      claiming('2025-11-25', MODERN),
      claiming('v999', MODERN),
      claiming(MODERN, 'v999'),
      ...MCP_REVISIONS.flatMap((revision) => [
        call(revision, 'tools/list', {}, { 'mcp-method': 'prompts/list' }),
        call(revision, 'tools/list', {}, { 'mcp-method': 'Tools/List' }),
        call(revision, 'tools/list', {}, { 'mcp-method': '' }),
        call(revision, 'tools/call', SEARCH, { 'mcp-name': 'read_page' }),
        call(revision, 'tools/call', SEARCH, { 'mcp-name': 'SEARCH_PUBLIC_DOCS' }),
        call(revision, 'tools/call', SEARCH, { 'mcp-name': b64('read_page') }),
        call(revision, 'tools/call', SEARCH, { 'mcp-name': '=?base64?c2VhcmNo_w?=' }),
        call(revision, 'tools/call', SEARCH, { 'mcp-name': '=?base64?/w==?=' }),
        call(revision, 'tools/call', SEARCH, { 'mcp-name': '=?BASE64?c2VhcmNo?=' }),
        call(revision, 'prompts/get', { name: 'check_feature' }, { 'mcp-name': 'other' }),
        call(revision, 'resources/read', { uri: 'lectern://docs/index' }, { 'mcp-name': 'other' }),
        initialize(revision, { 'mcp-method': 'tools/list' }),
      ]),
    ]
    for (const request of requests) {
      const answer = await send(request)
      expect(outcome(answer)).toEqual([400, -32020])
      expect(answer.body.id).toBe(7)
    }
  },
)

verifies('mcp.mirrored_headers', 'the current revision requires all three headers', async () => {
  const sendWithout = (name: string) =>
    send(call(MODERN, 'tools/call', SEARCH, { [name]: undefined }))
  for (const name of ['mcp-protocol-version', 'mcp-method', 'mcp-name']) {
    const answer = await sendWithout(name)
    expect(outcome(answer), name).toEqual([400, -32020])
    expect(answer.error.message.toLowerCase()).toContain(name)
  }
  for (const method of ['resources/read', 'prompts/get']) {
    const params = { name: 'x', uri: 'x' }
    expect(outcome(await send(call(MODERN, method, params, { 'mcp-name': undefined })))).toEqual([
      400, -32020,
    ])
  }
})

verifies('mcp.mirrored_headers', 'an older revision requires none of them', async () => {
  for (const revision of OLDER) {
    const answer = await send(call(revision, 'tools/call', SEARCH))
    expect(answer.status).toBe(200)
    expect(answer.result).not.toHaveProperty('isError')
  }
})

verifies('mcp.mirrored_headers', 'a mirror may be encoded or padded with white space', async () => {
  for (const revision of MCP_REVISIONS) {
    const fields = { 'mcp-name': b64('search_public_docs'), 'mcp-method': '\t tools/call  ' }
    expect((await send(call(revision, 'tools/call', SEARCH, fields))).status).toBe(200)
    const odd = { name: 'wörk=?', arguments: {} }
    const answer = await send(call(revision, 'tools/call', odd, { 'mcp-name': b64('wörk=?') }))
    expect(answer.error.code).toBe(-32602)
  }
})

verifies(
  ['mcp.meta', 'mcp.meta_protocol_version'],
  'the current revision requires its version in the metadata too',
  async () => {
    const bare = message(
      { jsonrpc: '2.0', id: 7, method: 'tools/list', params: {} },
      { 'mcp-protocol-version': MODERN, 'mcp-method': 'tools/list' },
    )
    const answer = await send(bare)
    expect(outcome(answer)).toEqual([400, -32602])
    expect(answer.error.message).toContain('io.modelcontextprotocol/protocolVersion')
    for (const version of [5, null, {}, ['2026-07-28']]) {
      expect(outcome(await send(claiming(version, MODERN)))).toEqual([400, -32602])
    }
    const meta = call(MODERN, 'tools/list', { _meta: 'x' })
    expect(outcome(await send(meta))).toEqual([400, -32602])
  },
)

verifies(
  ['mcp.meta_client_info', 'mcp.meta'],
  'the client may omit who it is; what is there must be an object',
  async () => {
    const withMeta = (meta: unknown) => send(call(MODERN, 'tools/list', { _meta: meta }))
    const version = { [META_PROTOCOL_VERSION]: MODERN }
    expect((await withMeta(version)).status).toBe(200)
    expect((await withMeta({ ...version, [META_CLIENT_INFO]: {} })).status).toBe(200)
    expect((await withMeta({ ...version, 'example.com/own': 1 })).status).toBe(200)
    for (const key of [META_CLIENT_INFO, META_CLIENT_CAPABILITIES]) {
      expect(outcome(await withMeta({ ...version, [key]: 'x' }))).toEqual([400, -32602])
    }
  },
)

verifies(
  ['mcp.initialize', 'version.mcp_protocol', 'mcp.server_name', 'mcp.methods'],
  'initialize echoes the offered revision in every era, without metadata',
  async () => {
    const { name, title } = open.docs.current().registry.service
    for (const revision of MCP_REVISIONS) {
      const { status, result, headers } = await send(initialize(revision))
      expect(status).toBe(200)
      expect(result.protocolVersion).toBe(revision)
      expect(headers.get('mcp-protocol-version')).toBe(revision)
      expect(result.serverInfo).toMatchObject({ name, title })
      expect(result.resultType).toBe(revision === MODERN ? 'complete' : undefined)
    }
    expect((await send(initialize('2025-06-18', { 'mcp-protocol-version': MODERN }))).status).toBe(
      200,
    )
  },
)

verifies(
  'mcp.initialize',
  'initialize without an offer is unknown now and invalid before',
  async () => {
    expect(outcome(await send(call(MODERN, 'initialize')))).toEqual([404, -32601])
    for (const revision of OLDER) {
      expect(outcome(await send(call(revision, 'initialize')))).toEqual([200, -32602])
    }
  },
)

verifies(
  ['version.mcp_server_info', 'version.independent'],
  'serverInfo.version follows the corpus immediately, and no revision does',
  async () => {
    let version = '1.0.0'
    const status = () => ({ ...open.docs.current().status(), version })
    const reloaded = openEndpoint(changeDocs(open.docs, { status }))
    for (version of ['1.0.0', '2.0.0-rc.1']) {
      const older = await reloaded.send(initialize('2025-11-25'))
      expect(older.result).toMatchObject({ protocolVersion: '2025-11-25', serverInfo: { version } })
      for (const method of ['server/discover', 'tools/list', 'prompts/list']) {
        const { result } = await reloaded.send(call(MODERN, method))
        expect(result._meta).toMatchObject({ 'io.modelcontextprotocol/serverInfo': { version } })
      }
    }
  },
)
