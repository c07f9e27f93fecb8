import { AGENT_CARD_FILE } from '../../contract/a2a.ts'
import {
  AGENT_CARD_TYPE,
  AI_CATALOG_FILE,
  AI_CATALOG_TYPE,
  AI_CATALOG_VERSION,
  ARD_FILE,
  CARD_CHARACTERS_MAX,
  OLD_SERVER_CARD_FILE,
  publisherOf,
  QUERIES,
  SERVER_CARD_FILE,
  SERVER_CARD_SCHEMA,
  SERVER_CARD_TYPE,
} from '../../contract/identity.ts'
import { isJsonObject, type JsonObject } from '../../contract/json_rpc.ts'
import { API_CATALOG_FILE, MCP_DISCOVERY_FILE } from '../../contract/mcp_discovery.ts'
import { MCP_PATH, MCP_REVISIONS } from '../../contract/protocol.ts'
import type { Check } from './findings.ts'
import { at, objectsAt, omit, parseJson, textAt, textsAt } from './json.ts'
import type { Reading } from './reading.ts'
import { readFile } from './static_files.ts'

/**
 * Documents by which programs get to know the service say what it says itself. The contract asks
 * for none of them, so a service of an earlier version has neither card nor catalog.
 */
export async function compareIdentity(reading: Reading, check: Check): Promise<void> {
  compareAgentIdentity(reading, check)
  const { client } = reading
  const found = await Promise.all(
    [SERVER_CARD_FILE, ARD_FILE].map((path) => client.call(`/${path}`, { method: 'HEAD' })),
  )
  if (found.every(({ status }) => status === 404)) return
  const text = await readFile(client, check, `/${SERVER_CARD_FILE}`, SERVER_CARD_TYPE)
  const read = parseJson(text ?? '')
  const card = isJsonObject(read) ? read : {}
  compareServerCard(card, reading, check)
  await Promise.all([
    compareCardAnswer(reading, check),
    compareCatalogs(card, reading, check),
    compareOldCard(reading, check),
    comparePointers(reading, check),
  ])
}

/** What the server says of itself in the current revision. */
function introductionOf({ views }: Reading): {
  readonly [Name in 'name' | 'title' | 'version']: string
} {
  const info = views[0]?.serverInfo
  const say = (name: string) => String(at(info, name))
  return { name: say('name'), title: say('title'), version: say('version') }
}

function compareAgentIdentity(reading: Reading, check: Check): void {
  const { card } = reading.files
  if (card === undefined) return
  check.equal(AGENT_CARD_FILE, 'name', introductionOf(reading).title, card.name)
  check.equal(AGENT_CARD_FILE, 'documentationUrl', `${reading.baseUrl}/`, card.documentationUrl)
}

const CARD_MEMBERS: readonly string[] = [
  ...['$schema', 'name', 'version', 'title', 'description', 'websiteUrl', 'repository'],
  ...['icons', 'remotes', '_meta'],
]

function compareServerCard(card: JsonObject, reading: Reading, check: Check): void {
  const { baseUrl } = reading
  const { name, title, version } = introductionOf(reading)
  const remote = {
    type: 'streamable-http',
    url: baseUrl + MCP_PATH,
    supportedProtocolVersions: [...MCP_REVISIONS],
  }
  const rows: readonly (readonly [what: string, expected: unknown, found: unknown])[] = [
    ['$schema', SERVER_CARD_SCHEMA, card.$schema],
    ['version', version, card.version],
    ['websiteUrl', `${baseUrl}/`, card.websiteUrl],
    ['remotes', [remote], card.remotes],
    ['members', [], Object.keys(card).filter((key) => !CARD_MEMBERS.includes(key))],
  ]
  for (const [what, expected, found] of rows) {
    check.equal(SERVER_CARD_FILE, what, expected, found)
  }
  const found = String(card.name)
  const isNamed = /^[a-zA-Z0-9.-]+\/[a-zA-Z0-9._-]+$/.test(found) && found.endsWith(`/${name}`)
  check.equal(SERVER_CARD_FILE, 'name', isNamed ? found : `a namespace and /${name}`, found)
  const shown = String(card.title)
  const isCut = shown.endsWith('…') && title.startsWith(shown.slice(0, -1))
  check.equal(SERVER_CARD_FILE, 'title', isCut ? shown : title, shown)
  const { length } = [...String(card.description ?? '')]
  const fits = length > 0 && length <= CARD_CHARACTERS_MAX
  check.equal(SERVER_CARD_FILE, 'description', true, fits)
}

/** Anybody reads the card, from any page; no rule of the endpoint above it applies. */
async function compareCardAnswer({ client }: Reading, check: Check): Promise<void> {
  const headers = { origin: 'https://foreign.invalid', accept: 'text/html' }
  const answer = await client.call(`/${SERVER_CARD_FILE}`, { headers })
  check.equal(SERVER_CARD_FILE, 'with a foreign Origin: HTTP status', 200, answer.status)
  for (const [name, value] of [
    ['access-control-allow-methods', 'GET'],
    ['access-control-allow-headers', 'Content-Type, If-None-Match'],
  ] as const) {
    check.equal(SERVER_CARD_FILE, name, value, answer.headers.get(name))
  }
}

async function compareCatalogs(card: JsonObject, reading: Reading, check: Check): Promise<void> {
  const { client } = reading
  const texts = await Promise.all([
    readFile(client, check, `/${AI_CATALOG_FILE}`, AI_CATALOG_TYPE),
    readFile(client, check, `/${ARD_FILE}`, 'application/json'),
  ])
  const [first, second] = texts.map((text) => parseJson(text ?? ''))
  const expected = describeCatalog(card, reading)
  for (const [where, found] of [
    [AI_CATALOG_FILE, first],
    [ARD_FILE, second],
  ] as const) {
    const entries = objectsAt(found, 'entries').map((entry) => omit(entry, 'representativeQueries'))
    check.equal(where, 'entries', expected.entries, entries)
    const rest = isJsonObject(found) ? omit(found, 'entries') : found
    check.equal(where, 'catalog', omit(expected, 'entries'), rest)
    compareQueries(where, found, reading, check)
  }
}

/** The catalog that the two cards make. */
function describeCatalog(card: JsonObject, reading: Reading): JsonObject {
  const { baseUrl, files } = reading
  const { name, title, version } = introductionOf(reading)
  const entry = (protocol: 'mcp' | 'a2a', about: JsonObject): JsonObject => ({
    identifier: `urn:air:${publisherOf(baseUrl)}:${protocol}:${name}`,
    displayName: `${title} (${protocol.toUpperCase()})`,
    ...about,
    version,
  })
  return {
    specVersion: AI_CATALOG_VERSION,
    host: { displayName: title, documentationUrl: `${baseUrl}/` },
    entries: [
      entry('mcp', {
        type: SERVER_CARD_TYPE,
        url: `${baseUrl}/${SERVER_CARD_FILE}`,
        description: card.description,
      }),
      entry('a2a', {
        type: AGENT_CARD_TYPE,
        url: `${baseUrl}/${AGENT_CARD_FILE}`,
        description: files.card?.description,
      }),
    ],
  }
}

/** A catalog promises answers to its questions: they are among the examples of the agent's card. */
function compareQueries(where: string, catalog: unknown, reading: Reading, check: Check): void {
  const skills = objectsAt(reading.files.card, 'skills')
  const known = new Set(skills.flatMap((skill) => textsAt(skill, 'examples')))
  for (const entry of objectsAt(catalog, 'entries')) {
    const what = `questions of ${textAt(entry, 'identifier')}`
    const queries = textsAt(entry, 'representativeQueries')
    check.equal(
      where,
      what,
      [],
      queries.filter((query) => !known.has(query)),
    )
    const fits = queries.length >= QUERIES.min && queries.length <= QUERIES.max
    // A card with few examples has too few questions for any catalog.
    check.equal(where, `number of ${what}`, true, fits || known.size < QUERIES.min)
  }
}

/** The card in its older shape, where the owner wants one. */
async function compareOldCard(reading: Reading, check: Check): Promise<void> {
  const { client, baseUrl, views } = reading
  const path = `/${OLD_SERVER_CARD_FILE}`
  if ((await client.call(path, { method: 'HEAD' })).status === 404) return
  const card = parseJson((await readFile(client, check, path, 'application/json')) ?? '')
  const transport = { type: 'streamable-http', endpoint: baseUrl + MCP_PATH }
  const names = objectsAt(card, 'tools').map((tool) => tool.name)
  const rows: readonly (readonly [what: string, expected: unknown, found: unknown])[] = [
    ['serverInfo', views[0]?.serverInfo, at(card, 'serverInfo')],
    ['protocolVersion', MCP_REVISIONS[0], at(card, 'protocolVersion')],
    ['transport', transport, at(card, 'transport')],
    ['capabilities', at(views[0]?.introduction, 'capabilities'), at(card, 'capabilities')],
    ['tools', views[0]?.tools.map(({ name }) => name), names],
  ]
  for (const [what, expected, found] of rows) {
    check.equal(OLD_SERVER_CARD_FILE, what, expected, found)
  }
}

/** What leads to the documents: the front page, robots.txt and the catalog of interfaces. */
async function comparePointers(reading: Reading, check: Check): Promise<void> {
  const { client, baseUrl } = reading
  const [front, robots, catalog] = await Promise.all([
    client.call('/', { method: 'HEAD', headers: { accept: 'text/html' } }),
    client.call('/robots.txt'),
    client.call(`/${API_CATALOG_FILE}`),
  ])
  const link = front.headers.get('link') ?? ''
  for (const [file, relation] of [
    [ARD_FILE, 'ard'],
    [AI_CATALOG_FILE, 'ai-catalog'],
  ] as const) {
    const expected = `<${baseUrl}/${file}>; rel="${relation}"`
    // A site need not have a front page.
    const isThere = front.status !== 200 || link.includes(expected)
    check.equal('HTML page', `Link ${relation}`, expected, isThere ? expected : link)
  }
  for (const line of [`Agentmap: ${baseUrl}/${ARD_FILE}`, `Sitemap: ${baseUrl}/sitemap.xml`]) {
    const isThere = robots.text.split('\n').includes(line)
    check.equal('robots.txt', 'line', line, isThere ? line : 'no such line')
  }
  const signal = /^content-signal:[ \t]*(.*)$/im.exec(robots.text)?.[1] ?? null
  for (const { path, headers } of [
    { path: 'robots.txt', headers: robots.headers },
    { path: 'HTML page', headers: front.headers },
  ]) {
    check.equal(path, 'Content-Signal', signal, headers.get('content-signal'))
  }
  const linkset = objectsAt(parseJson(catalog.text), 'linkset')
  for (const [anchor, ...files] of [
    [MCP_PATH, MCP_DISCOVERY_FILE, SERVER_CARD_FILE],
    ['/a2a', AGENT_CARD_FILE],
  ] as const) {
    const entry = linkset.find((each) => each.anchor === baseUrl + anchor)
    const found = objectsAt(entry, 'service-desc').map(({ href }) => href)
    const expected = files.map((file) => `${baseUrl}/${file}`)
    check.equal(API_CATALOG_FILE, `descriptions of ${anchor}`, expected, found)
  }
}
