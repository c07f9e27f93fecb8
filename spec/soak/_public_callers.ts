import { MCP_REVISIONS } from '../../app/contract/protocol.ts'
import { asks, call as callA2a } from '../interfaces/a2a/calls.ts'
import { call as callMcp } from '../interfaces/mcp/calls.ts'
import type { Tally } from './_tally.ts'

/** One client: makes its calls once, and notes every answer. */
export type Caller = (url: string, tally: Tally) => Promise<void>

const QUESTIONS = ['rate limit', 'approvals', 'how do I back up the store', 'sign in', 'xyzzyq']

/** Every revision of MCP: lists, searches, reads, and calls what does not exist. */
export const callMcpTools: Caller = async (url, tally) => {
  for (const revision of MCP_REVISIONS) {
    const send = async (method: string, params: Readonly<Record<string, unknown>>) => {
      const answer = await fetch(new Request(`${url}/mcp`, callMcp(revision, method, params)))
      const text = await answer.text()
      tally.note(`mcp ${revision} ${method}`, answer.status, [200, 400, 404])
      return text
    }
    if (revision !== '2026-07-28') {
      const clientInfo = { name: 'soak', version: '1.0.0' }
      const capabilities = {}
      await send('initialize', { protocolVersion: revision, capabilities, clientInfo })
    }
    await send('tools/list', {})
    for (const query of QUESTIONS) {
      await send('tools/call', { name: 'search_public_docs', arguments: { query } })
    }
    const read = { name: 'read_page', arguments: { id: 'no-such-page' } }
    if (!(await send('tools/call', read)).includes('isError')) tally.fail('mcp', 'no isError')
    await send('resources/list', {})
    await send('no/such/method', {})
  }
}

/** Plain questions, and methods that the agent refuses. */
export const callAgent: Caller = async (url, tally) => {
  for (const question of QUESTIONS) {
    const answer = await fetch(new Request(`${url}/a2a`, asks(question)))
    await answer.text()
    tally.note('a2a SendMessage', answer.status)
  }
  const stream = await fetch(new Request(`${url}/a2a`, callA2a('SendStreamingMessage', {})))
  await stream.text()
  tally.note('a2a SendStreamingMessage', stream.status, [200, 400])
}

const OPERATIONS = ['search?q=rate+limit', 'search?q=backup&limit=3', 'pages?limit=5', 'status']

/** The HTTP API, once more with the tag of the answer before. */
export const callHttpApi: Caller = async (url, tally) => {
  for (const operation of OPERATIONS) {
    const path = `/api/public/docs/${operation}`
    // The tag of an answer is that of its coding.
    const answer = await fetch(url + path, { headers: { 'accept-encoding': 'identity' } })
    await answer.text()
    tally.note(`http ${operation.split('?')[0]}`, answer.status)
    await fetchAgain(url + path, answer, tally, `http ${operation.split('?')[0]}, again`)
  }
  const missing = await fetch(`${url}/api/public/docs/search?limit=0`)
  await missing.text()
  tally.note('http search without a query', missing.status, [400])
}

const FILES = [
  '/',
  '/index.md',
  '/run/backup/',
  '/run/backup/index.md',
  '/llms.txt',
  '/sitemap.xml',
]

/** Pages and files: whole, without a body, compressed or not, and on condition. */
export const fetchFiles: Caller = async (url, tally) => {
  for (const path of FILES) {
    for (const coding of ['br', 'gzip', 'identity']) {
      const answer = await fetch(url + path, { headers: { 'accept-encoding': coding } })
      await answer.arrayBuffer()
      tally.note(`file ${coding}`, answer.status)
      await fetchAgain(url + path, answer, tally, 'file, again', coding)
    }
    tally.note('file HEAD', (await fetch(url + path, { method: 'HEAD' })).status)
  }
  const missing = await fetch(`${url}/no-such-page/`)
  await missing.text()
  tally.note('file that is not there', missing.status, [404])
}

async function fetchAgain(
  address: string,
  before: Response,
  tally: Tally,
  kind: string,
  coding = 'identity',
): Promise<void> {
  const tag = before.headers.get('etag')
  const headers = { 'accept-encoding': coding, ...(tag === null ? {} : { 'if-none-match': tag }) }
  const answer = await fetch(address, { headers })
  await answer.arrayBuffer()
  tally.note(kind, answer.status, [tag === null ? 200 : 304])
}
