import type { ExpectedFinding } from './seeds.ts'
import type { Exchange, Tamper } from './tampering_proxy.ts'

/** A fault in the answers of one interface, and what verify must report. */
export type AnswerSeed = readonly [name: string, tamper: Tamper, expected: ExpectedFinding]

/** Changes the text of answers to matching requests. */
export function changeText(
  wanted: (request: Exchange['request']) => boolean,
  change: (text: string) => string,
): Tamper {
  return ({ request, text }) => (wanted(request) ? { text: change(text) } : undefined)
}

type RequestMatcher = (request: Exchange['request']) => boolean

export const path =
  (wanted: string): RequestMatcher =>
  (request) =>
    request.path === wanted
export const mcp =
  (...words: readonly string[]): RequestMatcher =>
  (request) =>
    request.path === '/mcp' && words.every((word) => request.body.includes(word))
export const replaceText =
  (from: string | RegExp, to: string): ((text: string) => string) =>
  (text) =>
    text.replace(from, to)

/** Changes the text of a tool's results that begins so, and leaves the structure as it is. */
export function changeResultText(
  tool: string,
  beginning: string,
  change: (text: string) => string,
): Tamper {
  return changeText(mcp('tools/call', `"${tool}"`), (body) => {
    const answer = JSON.parse(body)
    const [block] = answer.result.content
    if (!block.text.startsWith(beginning)) return body
    block.text = change(block.text)
    return JSON.stringify(answer)
  })
}

export const API = '/api/public/docs'

/** Older revisions, in which a header of the oldest is wrong. */
const OLDER = ['MCP 2025-11-25', 'MCP 2025-06-18']

const STATUS_TEXT = 'tool get_corpus_status text of the result'

export const ANSWER_SEEDS: readonly AnswerSeed[] = [
  [
    'a page dropped from the list tool of MCP',
    changeText(mcp('list_pages'), (text) => {
      const answer = JSON.parse(text)
      const { structuredContent } = answer.result
      structuredContent.pages.splice(5, 1)
      answer.result.content[0].text = JSON.stringify(structuredContent)
      return JSON.stringify(answer)
    }),
    { where: 'MCP', what: 'page p', expected: 'a record', found: 'no record' },
  ],
  [
    'text and structure of a tool result that differ',
    changeText(mcp('get_corpus_status'), replaceText(/"pages":\d+/, '"pages":1')),
    {
      where: 'MCP 2026-07-28',
      what: 'tool get_corpus_status Markdown of the result',
      also: [...OLDER, 'MCP 2025-03-26', 'MCP status'],
    },
  ],
  [
    'a text of a tool result that ends early',
    changeResultText('get_corpus_status', '{', (text) => text.slice(0, -2)),
    { where: 'MCP 2025-03-26', what: STATUS_TEXT, found: 'nothing' },
  ],
  [
    'a text of a tool result with words behind its JSON',
    changeResultText('get_corpus_status', '{', (text) => `${text} and page p99 is available`),
    { where: 'MCP 2025-03-26', what: STATUS_TEXT, found: 'nothing' },
  ],
  [
    'another tool title in one revision',
    ({ request, headers, text }) => {
      const isOld = headers.get('mcp-protocol-version') === '2025-06-18'
      if (!isOld || !request.body.includes('tools/list')) return undefined
      return { text: text.replace('"title":"Read a page"', '"title":"Write a page"') }
    },
    { where: 'MCP 2025-06-18', what: 'tool read_page title', found: '"Write a page"' },
  ],
  [
    'a stale version in one handshake',
    changeText(
      mcp('initialize', '"2025-03-26"'),
      replaceText('"version":"0.1.0"', '"version":"0.0.9"'),
    ),
    { where: 'MCP 2025-03-26', what: 'version', expected: '"0.1.0"', found: '"0.0.9"' },
  ],
  [
    'another agreed revision in the header of an answer',
    ({ request }) =>
      mcp('prompts/list')(request)
        ? { headers: { 'mcp-protocol-version': '2025-03-26' } }
        : undefined,
    { where: 'MCP 2026-07-28', what: 'prompts/list', found: '2025-03-26', also: OLDER },
  ],
  [
    'interactive documentation that is open',
    ({ request }) => (path('/docs')(request) ? { status: 200, text: '<html>' } : undefined),
    { where: 'routes', what: 'GET /docs,', expected: '404', found: '200', also: ['docs'] },
  ],
  [
    'a route that nothing describes',
    ({ request }) => (path(`${API}/export`)(request) ? { status: 200, text: '[]' } : undefined),
    {
      where: 'routes',
      what: `GET ${API}/export`,
      expected: '404',
      found: '200',
      also: ['HTTP API'],
    },
  ],
  [
    'a twin with another body',
    changeText(
      path('/run/limits/index.md'),
      replaceText('clients in a loop', 'clients in a hurry'),
    ),
    { where: 'Markdown twin', what: 'page p43 body', expected: 'loop', found: 'hurry' },
  ],
  [
    'a twin that is not there',
    ({ request }) => (path('/run/limits/index.md')(request) ? { status: 404 } : undefined),
    { where: 'Markdown twin', what: 'page p43 twin HTTP status', found: '404', also: ['llms.txt'] },
  ],
  [
    'another description when the HTTP API gives a page',
    changeText(path(`${API}/pages/p43`), replaceText(/"description":"/, '"description":"No. ')),
    { where: 'HTTP API', what: 'page p43 read whole: description', found: 'No. ' },
  ],
  [
    'search results in another order over HTTP',
    changeText(
      ({ method, path: asked }) =>
        method === 'GET' && asked.startsWith(`${API}/search?q=`) && !asked.includes('limit'),
      (text) => (text === '' ? '' : JSON.stringify(JSON.parse(text).reverse())),
    ),
    { where: 'HTTP API', what: 'search' },
  ],
  [
    'a status changed in the capabilities of the HTTP API',
    changeText(
      path(`${API}/capabilities`),
      replaceText('"status":"available"', '"status":"not_yet"'),
    ),
    {
      where: 'HTTP API',
      what: 'status',
      expected: '"available"',
      found: '"not_yet"',
    },
  ],
  [
    'an answer that does not fit its schema',
    changeText(path(`${API}/status`), replaceText(/"pages":\d+/, '"pages":"many"')),
    {
      where: 'HTTP API',
      what: 'operation getCorpusStatus',
      found: 'integer',
      also: ['HTTP API status'],
    },
  ],
  [
    'a time to wait that no answer may name',
    ({ request }) =>
      path(`${API}/status`)(request) ? { headers: { 'retry-after': '5' } } : undefined,
    { where: 'headers', what: `GET ${API}/status`, expected: 'no retry-after' },
  ],
  [
    'a standalone stream that MCP opens',
    ({ request }) =>
      request.path === '/mcp' && request.method === 'GET' ? { status: 200 } : undefined,
    { where: 'MCP', what: 'GET /mcp: HTTP status', expected: '405', found: '200' },
  ],
  [
    'a foreign origin that MCP lets in',
    ({ request, status }) =>
      request.path === '/mcp' && status === 403 ? { status: 200 } : undefined,
    { where: 'MCP', what: 'foreign Origin', expected: '403', found: '200' },
  ],
  [
    'another skill that answers an example',
    changeText(
      ({ path: asked, body }) => asked === '/a2a' && body.includes('Show me page p1'),
      (text) => text.replaceAll('"skillId":"read_page"', '"skillId":"recent_changes"'),
    ),
    {
      where: 'A2A',
      what: 'skill that answers',
      expected: '"read_page"',
      found: '"recent_changes"',
    },
  ],
  [
    'a citation with another status',
    changeText(
      ({ path: asked, body }) => asked === '/a2a' && body.includes('limit described'),
      (text) => text.replaceAll('"status":"available"', '"status":"foundation"'),
    ),
    { where: 'A2A', what: 'status', expected: '"available"', found: '"foundation"' },
  ],
  [
    'a description that is not there',
    ({ request }) => (path('/developers/asyncapi.yaml')(request) ? { status: 404 } : undefined),
    { where: 'developers/asyncapi.yaml', what: 'HTTP status', expected: '200', found: '404' },
  ],
  [
    'a manifest that scripts of other websites cannot read',
    ({ request }) =>
      path('/docs-data/status.json')(request)
        ? { headers: { 'access-control-allow-origin': 'null' } }
        : undefined,
    { where: 'docs-data/status.json', what: 'access-control-allow-origin', expected: '"*"' },
  ],
]
