import { changeJson } from './agent_seeds.ts'
import { type AnswerSeed, changeText, path, replaceText } from './answer_seeds.ts'
import type { Tamper } from './tampering_proxy.ts'

const CARD = 'mcp/server-card'
export const OLD_CARD = '.well-known/mcp/server-card.json'
const CATALOG = '.well-known/ai-catalog.json'
const ARD = '.well-known/ard.json'
const API_CATALOG = '.well-known/api-catalog'
const AGENT = '.well-known/agent-card.json'
const LEGACY = '.well-known/agent.json'

export type Change = Parameters<typeof changeJson>[1]
type Drift = readonly [name: string, change: Change, what: string, also?: readonly string[]]

/** Files that have the same bytes, and so one entity tag: the change of one shows in the other. */
const TWINS: Readonly<Record<string, readonly string[]>> = {
  [CATALOG]: [ARD],
  [ARD]: [CATALOG],
  [AGENT]: [LEGACY],
}

/** A document that says something else than the service. */
export function driftsOf(file: string, rows: readonly Drift[]): readonly AnswerSeed[] {
  return rows.map(([name, change, what, also = []]) => [
    `${name} in ${file}`,
    changeJson(path(`/${file}`), change),
    { where: file, what, also: [...also, ...(TWINS[file] ?? [])] },
  ])
}

const set =
  (members: object): Change =>
  (value) =>
    void Object.assign(value, members)
/** The list in a document; a member of this name is also a method of objects. */
function listIn(value: Parameters<Change>[0], name: string): Parameters<Change>[0] {
  const list = Object.entries(value).find(([key]) => key === name)?.[1]
  if (list === undefined) throw new Error(`Cannot seed a drift: no list "${name}"`)
  return list
}

const onFirst =
  (list: string, members: object): Change =>
  (value) =>
    void Object.assign(listIn(value, list)[0] ?? {}, members)
const grow =
  (name: string): Change =>
  (value) => {
    const list = listIn(value, name)
    list.push(...list.slice(0, 1))
  }
const shrink =
  (name: string): Change =>
  (value) =>
    void listIn(value, name).pop()

const header =
  (wanted: string, name: string, value: string | null): Tamper =>
  ({ request }) =>
    request.path === wanted ? { headers: { [name]: value } } : undefined

export const absent =
  (wanted: string): Tamper =>
  ({ request }) =>
    request.path === wanted ? { status: 404, text: 'Not found\n' } : undefined

/** The questions of every entry. */
const ask =
  (questions: readonly string[]): Change =>
  (value) => {
    for (const entry of listIn(value, 'entries'))
      Object.assign(entry, { representativeQueries: questions })
  }

/** A catalog that says what the card of a server says wrongly blames the catalogs, too. */
const CATALOGS = [CATALOG, ARD]

export const CARD_DRIFTS: readonly AnswerSeed[] = [
  ...driftsOf(CARD, [
    ['another server', set({ name: 'com.example/other' }), 'name'],
    ['a name without a namespace', set({ name: 'lectern' }), 'name'],
    ['a stale version', set({ version: '0.0.9' }), 'version'],
    ['another title', set({ title: 'Other' }), 'title'],
    ['a long description', set({ description: 'x'.repeat(101) }), 'description', CATALOGS],
    ['no description', set({ description: '' }), 'description', CATALOGS],
    ['another site', set({ websiteUrl: 'https://elsewhere.invalid/' }), 'websiteUrl'],
    ['another endpoint', onFirst('remotes', { url: 'https://elsewhere.invalid/mcp' }), 'remotes'],
    ['another transport', onFirst('remotes', { type: 'sse' }), 'remotes'],
    [
      'fewer revisions',
      onFirst('remotes', { supportedProtocolVersions: ['2026-07-28'] }),
      'remotes',
    ],
    ['a second endpoint', grow('remotes'), 'remotes [1]'],
    [
      'a token for everybody',
      onFirst('remotes', { headers: [{ name: 'Authorization', isRequired: true }] }),
      'remotes [0] headers',
    ],
    ['a list of tools', set({ tools: [] }), 'members [0]'],
    ['capabilities', set({ capabilities: {} }), 'members [0]'],
    ['another schema', set({ $schema: 'https://static.invalid/v2.json' }), '$schema'],
  ]),
  [
    'a server card of another media type',
    header(`/${CARD}`, 'content-type', 'application/json'),
    { where: CARD, what: 'media type', expected: 'application/mcp-server-card+json' },
  ],
  [
    'a server card that scripts cannot read',
    header(`/${CARD}`, 'access-control-allow-origin', null),
    { where: CARD, what: 'access-control-allow-origin', found: 'null' },
  ],
  [
    'a server card that names no method to browsers',
    header(`/${CARD}`, 'access-control-allow-methods', null),
    { where: CARD, what: 'access-control-allow-methods', expected: 'GET' },
  ],
  [
    'a server card under the Origin rule of the endpoint',
    ({ request }) =>
      request.path === `/${CARD}` && request.headers.has('origin')
        ? { status: 403, text: '{}' }
        : undefined,
    { where: CARD, what: 'with a foreign Origin', expected: '200', found: '403' },
  ],
  [
    'a server card that is gone',
    absent(`/${CARD}`),
    { where: CARD, what: 'HTTP status', found: '404', also: [...CATALOGS, API_CATALOG] },
  ],
  [
    'a server card that is no JSON',
    changeText(path(`/${CARD}`), () => '<html></html>'),
    { where: CARD, what: 'version', found: 'nothing', also: CATALOGS },
  ],
  ...driftsOf(OLD_CARD, [
    [
      'a stale version',
      ({ serverInfo }) => void Object.assign(serverInfo ?? {}, { version: '0' }),
      'serverInfo version',
    ],
    [
      'another endpoint',
      set({ transport: { type: 'streamable-http', endpoint: 'x' } }),
      'transport endpoint',
    ],
    ['fewer capabilities', set({ capabilities: {} }), 'capabilities'],
    ['another revision', set({ protocolVersion: '2025-06-18' }), 'protocolVersion'],
    ['a tool less', ({ tools }) => void tools?.shift(), 'tools [0]'],
  ]),
  ...driftsOf(AGENT, [
    ['another agent', set({ name: 'Other' }), 'name'],
    [
      'another documentation',
      set({ documentationUrl: 'https://x.invalid/' }),
      'documentationUrl',
      [LEGACY],
    ],
  ]),
]

export const CATALOG_DRIFTS: readonly AnswerSeed[] = [
  ...driftsOf(CATALOG, [
    ['an entry less', shrink('entries'), 'entries [1]'],
    ['an entry more', grow('entries'), 'entries [2]'],
    [
      'another publisher',
      onFirst('entries', { identifier: 'urn:air:x.invalid:mcp:lectern' }),
      'entries [0] identifier',
    ],
    ['no name to show', onFirst('entries', { displayName: undefined }), 'entries [0] displayName'],
    [
      'another name to show',
      onFirst('entries', { displayName: 'Other' }),
      'entries [0] displayName',
    ],
    [
      'the older name of a member',
      onFirst('entries', { type: undefined, mediaType: 'x' }),
      'entries [0]',
    ],
    ['a card elsewhere', onFirst('entries', { url: 'https://x.invalid/card' }), 'entries [0] url'],
    ['a stale version', onFirst('entries', { version: '0.0.9' }), 'entries [0] version'],
    [
      'another description',
      onFirst('entries', { description: 'Other' }),
      'entries [0] description',
    ],
    ['another revision', set({ specVersion: '0.9' }), 'catalog specVersion'],
    ['a member that stops validators', set({ '@context': 'x' }), 'catalog @context'],
    ['another host', set({ host: { displayName: 'Other' } }), 'catalog host'],
    ['a question that nobody answers', ask(['Who is the king?', 'Why?']), 'questions of'],
    ['too few questions', ask([]), 'number of questions'],
  ]),
  ...driftsOf(ARD, [
    ['an entry less', shrink('entries'), 'entries [1]'],
    ['a stale version', onFirst('entries', { version: '0.0.9' }), 'entries [0] version'],
  ]),
  [
    'a catalog of another media type',
    header(`/${CATALOG}`, 'content-type', 'application/json'),
    { where: CATALOG, what: 'media type' },
  ],
  ['a catalog that is gone', absent(`/${ARD}`), { where: ARD, what: 'HTTP status', found: '404' }],
  [
    'pages that do not name the catalog',
    ({ request, headers }) =>
      request.path === '/'
        ? { headers: { link: (headers.get('link') ?? '').replace(/, <[^>]*>; rel="ard"/, '') } }
        : undefined,
    { where: 'HTML page', what: 'Link ard' },
  ],
  [
    'pages that do not name the older catalog',
    ({ request, headers }) =>
      request.path === '/'
        ? { headers: { link: (headers.get('link') ?? '').replace('rel="ai-catalog"', 'rel="x"') } }
        : undefined,
    { where: 'HTML page', what: 'Link ai-catalog' },
  ],
  [
    'a robots.txt without the catalog',
    changeText(path('/robots.txt'), replaceText(/^Agentmap: .*$/m, '')),
    { where: 'robots.txt', what: 'line', expected: 'Agentmap' },
  ],
  [
    'a robots.txt with another sitemap',
    changeText(path('/robots.txt'), replaceText('/sitemap.xml', '/map.xml')),
    { where: 'robots.txt', what: 'line', expected: 'Sitemap' },
  ],
  [
    'a robots.txt without signals',
    changeText(path('/robots.txt'), replaceText(/^Content-Signal: .*$/m, '')),
    { where: 'robots.txt', what: 'Content-Signal', expected: 'null', also: ['HTML page'] },
  ],
  [
    'pages with other signals',
    header('/', 'content-signal', 'ai-train=yes'),
    { where: 'HTML page', what: 'Content-Signal', found: 'ai-train=yes' },
  ],
  ...driftsOf(API_CATALOG, [
    [
      'no server card',
      ({ linkset }) => {
        for (const entry of linkset ?? []) entry['service-desc']?.splice(1)
      },
      'descriptions of /mcp [1]',
    ],
    ['no agent', ({ linkset }) => void linkset?.pop(), 'descriptions of /a2a'],
  ]),
]
