import { beforeAll, expect } from 'bun:test'
import { LIMITS } from '../../../app/contract/limits.ts'
import { CHATGPT_PATH, MCP_PATH, MCP_REVISIONS } from '../../../app/contract/protocol.ts'
import type { PublicDocs } from '../../../app/docs/public_docs/mod.ts'
import { verifies } from '../../requirements/verifies.ts'
import { createSampleDocs } from '../../support/sample_docs.ts'
import { call, initialize, MODERN, OLDER, post, URL_MCP } from './calls.ts'
import { ALLOWED_ORIGIN, type Answer, type Endpoint, openEndpoint } from './endpoint.ts'

/** Both spellings of the address for ChatGPT. */
const PATHS = [CHATGPT_PATH, `${CHATGPT_PATH}/`]

const { open } = createSampleDocs()
let docs: PublicDocs
let endpoint: Endpoint

beforeAll(async () => {
  docs = (await open()).docs
  endpoint = openEndpoint(docs, { chatgpt: true })
})

/** A request that another spec sends to `/mcp`, at another path. */
async function sendTo(path: string, request: Request, to: Endpoint = endpoint): Promise<Answer> {
  return await to.send(new Request(new URL(path, request.url), request))
}

verifies(
  ['mcp.chatgpt', 'mcp.get_405', 'errors.mcp_413'],
  'the address for ChatGPT refuses what `/mcp` refuses: methods, origins, bodies',
  async () => {
    for (const path of PATHS) {
      const get = await sendTo(path, new Request(URL_MCP))
      expect([get.status, get.headers.get('allow')]).toEqual([405, 'POST'])
      for (const origin of ['null', 'https://evil.example', `${ALLOWED_ORIGIN}:8443`]) {
        for (const method of ['POST', 'OPTIONS']) {
          const answer = await sendTo(path, new Request(URL_MCP, { method, headers: { origin } }))
          expect([answer.status, answer.error.code]).toEqual([403, -32600])
          expect(answer.headers.has('access-control-allow-origin')).toBe(false)
        }
      }
      const listed = await sendTo(path, call(MODERN, 'tools/list', {}, { origin: ALLOWED_ORIGIN }))
      expect(listed.status).toBe(200)
      expect(listed.headers.get('access-control-allow-origin')).toBe(ALLOWED_ORIGIN)
      const preflight = { origin: ALLOWED_ORIGIN, 'access-control-request-method': 'POST' }
      const asked = new Request(URL_MCP, { method: 'OPTIONS', headers: preflight })
      expect((await sendTo(path, asked)).status).toBe(204)
      const long = await sendTo(path, post('x'.repeat(LIMITS.callBytesMax + 1)))
      expect([long.status, long.error.code]).toEqual([413, -32600])
    }
  },
)

verifies(
  ['mcp.chatgpt', 'limits.mcp_calls', 'errors.mcp_429'],
  'both addresses count the calls of a client together, so a second one allows no more',
  async () => {
    for (const last of [MCP_PATH, ...PATHS]) {
      const limited = openEndpoint(docs, { chatgpt: true, callsPerMinute: 3, clock: () => 0 })
      for (const path of [MCP_PATH, ...PATHS]) {
        expect((await sendTo(path, call(MODERN, 'tools/list'), limited)).status).toBe(200)
      }
      const answer = await sendTo(last, call(MODERN, 'tools/list'), limited)
      expect([answer.status, answer.error.code]).toEqual([429, -32603])
    }
  },
)

verifies(
  ['mcp.chatgpt', 'mcp.header_mismatch'],
  'the address for ChatGPT speaks every revision, and compares headers with the body',
  async () => {
    for (const path of PATHS) {
      for (const revision of MCP_REVISIONS) {
        const listed = await sendTo(path, call(revision, 'tools/list'))
        expect([listed.status, listed.headers.get('mcp-protocol-version')]).toEqual([200, revision])
        expect(listed.result.tools).toMatchObject([{ name: 'search' }, { name: 'fetch' }])
        const wrong = call(revision, 'tools/list', {}, { 'mcp-method': 'prompts/list' })
        const refused = await sendTo(path, wrong)
        expect([refused.status, refused.error.code]).toEqual([400, -32020])
      }
      for (const revision of OLDER) {
        const { result } = await sendTo(path, initialize(revision))
        expect(result.protocolVersion).toBe(revision)
      }
      const unknown = await sendTo(
        path,
        call(MODERN, 'tools/list', {}, { 'mcp-method': undefined }),
      )
      expect([unknown.status, unknown.error.code]).toEqual([400, -32020])
    }
  },
)
