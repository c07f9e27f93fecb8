import { changeJson } from './agent_seeds.ts'
import { type AnswerSeed, API, changeText, path, replaceText } from './answer_seeds.ts'
import type { Exchange, Tamper } from './tampering_proxy.ts'

const PAGE = '/run/limits/'
const FEED = '/changelog/feed.xml'
const MANIFEST = 'docs-manifest.json'

const html = (from: string | RegExp, to: string) => changeText(path(PAGE), replaceText(from, to))
const feed = (from: string | RegExp, to: string) => changeText(path(FEED), replaceText(from, to))

/** Removes a header or changes its value. */
function header(
  wanted: (request: Exchange['request']) => boolean,
  name: string,
  value: string | null,
): Tamper {
  return ({ request }) => (wanted(request) ? { headers: { [name]: value } } : undefined)
}

const CORS = 'access-control-allow-origin'

/** Faults in headers, static files and HTML pages. */
export const PAGE_SEEDS: readonly AnswerSeed[] = [
  [
    'another status shown to people',
    html('>Available</data>', '>Planned</data>'),
    { where: 'HTML page', what: 'page p43 visible status', found: 'Planned' },
  ],
  [
    'another date shown to people',
    html(/(<time [^>]*>)[^<]*/, '$1January 1999'),
    { where: 'HTML page', what: 'page p43 visible date', found: '1999' },
  ],
  [
    'another window title',
    html(/<title>[^<]*/, '<title>Wrong'),
    { where: 'HTML page', what: 'page p43 window title', found: 'Wrong' },
  ],
  [
    'a code block that people do not see',
    html(/<pre[\s\S]*?<\/pre>/, ''),
    { where: 'HTML page', what: 'page p43 code blocks' },
  ],
  [
    'other code for people',
    html('>127.0.0.1/', '>128.0.0.1/'),
    { where: 'HTML page', what: 'page p43 code block', found: '128' },
  ],
  [
    'a feed that says that nothing is new',
    feed(/<updated>[^<]*/, '<updated>2001-01-01T00:00:00Z'),
    { where: FEED.slice(1), what: 'updated of the feed', found: '2001' },
  ],
  [
    'a feed that names another address as its own',
    feed(/rel="self"([^>]*)href="[^"]*"/, 'rel="self"$1href="http://x.invalid/"'),
    { where: FEED.slice(1), what: 'link to itself', found: 'x.invalid' },
  ],
  [
    'another time of day in the feed',
    feed(/(<entry>[\s\S]*?<updated>[\d-]*)T00:00:00Z/, '$1T23:59:59+14:00'),
    { where: FEED.slice(1), what: 'updated', found: 'T23:59:59' },
  ],
  [
    'an entry under another authority',
    feed(/<entry>\n<id>tag:[^:]*/, '<entry>\n<id>tag:evil,1999-01-01'),
    { where: FEED.slice(1), what: 'tag', found: 'evil' },
  ],
  [
    'another text in the feed',
    feed('lists five skills', 'lists nine skills'),
    { where: FEED.slice(1), what: 'text', found: 'nine' },
  ],
  [
    'an HTTP API that scripts cannot read',
    header((request) => request.path === `${API}/status`, CORS, null),
    { where: 'HTTP API', what: `GET ${API}/status: ${CORS}`, found: 'null' },
  ],
  [
    'an agent that scripts cannot read',
    header(path('/a2a'), CORS, null),
    { where: 'A2A', what: `POST /a2a: ${CORS}`, found: 'null' },
  ],
  [
    'twins that scripts cannot read',
    header((request) => request.path.endsWith('/index.md'), CORS, null),
    { where: 'Markdown twin', what: CORS, found: 'null' },
  ],
  [
    'one tag for everything',
    header(({ path: asked }) => asked.endsWith('/index.md'), 'etag', '"x"'),
    { where: 'Markdown twin', what: 'etag', expected: 'a tag other than', found: '"x"' },
  ],
  [
    'files without a tag',
    header(path('/llms.txt'), 'etag', null),
    { where: 'llms.txt', what: 'etag', found: 'none' },
  ],
  [
    'a file that is sent again although it is fresh',
    ({ request, status }) =>
      status === 304 && request.path === '/llms.txt' ? { status: 200, text: 'x' } : undefined,
    { where: 'llms.txt', what: 'its own tag: HTTP status', expected: '304', found: '200' },
  ],
  [
    'an older card path without its link',
    header(path('/.well-known/agent.json'), 'link', null),
    { where: '.well-known/agent.json', what: 'Link', expected: 'agent-card.json' },
  ],
  [
    'another transport in mcp.json',
    changeJson(
      path('/.well-known/mcp.json'),
      (value) => void Object.assign(value, { transport: 'sse' }),
    ),
    { where: '.well-known/mcp.json', what: 'transport', found: 'sse' },
  ],
  [
    'a credential that mcp.json asks for',
    changeJson(
      path('/.well-known/mcp.json'),
      (value) => void Object.assign(value, { authentication: 'API key required' }),
    ),
    { where: '.well-known/mcp.json', what: 'authentication', found: 'API key' },
  ],
  [
    'a skill that is not the one in the index',
    changeText(path('/.well-known/agent-skills/index.json'), (text) =>
      text.replace(/sha256:[0-9a-f]{4}/, 'sha256:0000'),
    ),
    { where: '.well-known/agent-skills/index.json', what: 'skill lectern', found: 'sha256:' },
  ],
  [
    'another digest in the manifest',
    changeText(
      path(`/${MANIFEST}`),
      replaceText(/("path":"llms.txt","sha256":")[0-9a-f]{8}/, '$100000000'),
    ),
    { where: MANIFEST, what: 'files: llms.txt sha256', found: '00000000' },
  ],
  [
    'an invented file in the manifest',
    changeJson(
      path(`/${MANIFEST}`),
      ({ files }) =>
        void files?.push(...JSON.parse('[{"path":"secret.txt","sha256":"0","bytes":1}]')),
    ),
    { where: MANIFEST, what: 'files: secret.txt', found: 'no file' },
  ],
  [
    'a file dropped from the manifest',
    changeJson(path(`/${MANIFEST}`), ({ files }) => void files?.splice(-3)),
    { where: MANIFEST, what: 'files: ' },
  ],
  [
    'junk among the records of pages.json',
    changeJson(
      path('/docs-data/pages.json'),
      ({ pages }) => void pages?.push(...JSON.parse('[null,"x",7]')),
    ),
    { where: 'docs-data/pages.json', what: 'pages that are not objects', found: '3' },
  ],
  [
    'a status of the corpus with a wrong count',
    changeText(path(`${API}/status`), replaceText(/"pages":\d+/, '"pages":7')),
    { where: 'HTTP API status', what: 'pages', found: '7' },
  ],
  [
    'a member that no schema names',
    changeText(path(`${API}/status`), replaceText('{', '{"path":"/srv",')),
    { where: 'HTTP API', what: 'schema', found: '#/path', also: ['HTTP API status'] },
  ],
  [
    'a page that can be deleted',
    ({ request: { method, path: asked } }) =>
      method === 'DELETE' && asked.startsWith(`${API}/pages/`)
        ? { status: 200, text: '{}' }
        : undefined,
    { where: 'HTTP API', what: `DELETE ${API}/pages/`, expected: '405', found: '200' },
  ],
  [
    'a list of tags that nothing describes',
    ({ request }) => (path(`${API}/tags`)(request) ? { status: 200, text: '[]' } : undefined),
    { where: 'routes', what: `GET ${API}/tags`, expected: '404', found: '200', also: ['HTTP API'] },
  ],
]
