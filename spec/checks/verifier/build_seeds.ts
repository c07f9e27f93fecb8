import type { ExpectedFinding } from './seeds.ts'
import type { Edits } from './tampered_build.ts'

/** A fault that a corpus build could leave in its files, and what verify must report. */
export type BuildSeed = readonly [name: string, edits: Edits, expected: ExpectedFinding]

type Json = { [name: string]: Json } & Json[] & string

/** An edit of a JSON file as a value. */
function changeJson(change: (value: Json) => void): (text: string) => string {
  return (text) => {
    const value: Json = JSON.parse(text)
    change(value)
    return `${JSON.stringify(value)}\n`
  }
}

const replaceText = (from: string | RegExp, to: string) => (text: string) => text.replace(from, to)

const PAGES = 'docs-data/pages.json'
const STATUS = 'docs-data/status.json'
const CHANGES = 'docs-data/changes.json'
const MANIFEST = 'docs-manifest.json'
const CARD = '.well-known/agent-card.json'
const LEGACY_CARD = '.well-known/agent.json'
/** Their questions are examples of the skills of the card. */
const CATALOGS = ['.well-known/ai-catalog.json', '.well-known/ard.json']
const DISCOVERY = '.well-known/mcp.json'
const OPENAPI = 'developers/openapi.yaml'
const ARAZZO = 'developers/workflows.arazzo.yaml'
const ASYNCAPI = 'developers/asyncapi.yaml'
const FEED = 'changelog/feed.xml'
const LIMITS_PAGE = 'run/limits/'

export const BUILD_SEEDS: readonly BuildSeed[] = [
  [
    'a page dropped from pages.json',
    { [PAGES]: changeJson(({ pages }) => void pages?.splice(3, 1)) },
    { where: PAGES, what: 'page p', expected: 'a record', found: 'no record' },
  ],
  [
    'a page dropped from the manifest',
    { [MANIFEST]: changeJson(({ pages }) => void pages?.pop()) },
    { where: MANIFEST, what: 'page p', expected: 'a record', found: 'no record' },
  ],
  [
    'a status changed in pages.json',
    { [PAGES]: replaceText('"status":"available"', '"status":"foundation"') },
    { where: PAGES, what: 'status', expected: '"available"', found: '"foundation"' },
  ],
  [
    'two pages swapped in the manifest',
    { [MANIFEST]: changeJson(({ pages }) => void pages?.reverse()) },
    { where: MANIFEST, what: 'order of pages: position [0]' },
  ],
  [
    'a field added to records of pages.json',
    { [PAGES]: replaceText('{"id":"p', '{"color":"red","id":"p') },
    { where: PAGES, what: 'color', expected: 'nothing', found: '"red"' },
  ],
  [
    'a capability status changed in status.json',
    { [STATUS]: replaceText('"status":"not_yet"', '"status":"available"') },
    { where: STATUS, what: 'status', expected: '"not_yet"', found: '"available"' },
  ],
  [
    'a stale version in status.json',
    { [STATUS]: replaceText(/"version":"[^"]*"/, '"version":"0.0.9"') },
    { where: STATUS, what: 'version', found: '"0.0.9"' },
  ],
  [
    'another build instant in changes.json',
    { [CHANGES]: replaceText(/"generated":"[^"]*"/, '"generated":"2020-01-01T00:00:00Z"') },
    { where: CHANGES, what: 'generated', found: '2020-01-01' },
  ],
  [
    'a change dropped from changes.json',
    { [CHANGES]: changeJson(({ changes }) => void changes?.shift()) },
    { where: CHANGES, what: 'change 2026', found: 'nothing' },
  ],
  [
    'a stale version in openapi.yaml',
    { [OPENAPI]: replaceText(/^ {2}version: .*$/m, '  version: 0.0.9') },
    { where: OPENAPI, what: 'version', found: '"0.0.9"' },
  ],
  [
    'an operation missing from openapi.yaml',
    {
      [OPENAPI]: (text) =>
        text.replace(/^ {2}\/api\/public\/docs\/capabilities:\n(?: {4}.*\n)+/m, ''),
    },
    {
      where: 'routes',
      what: 'GET /api/public/docs/capabilities',
      expected: '404',
      found: '200',
      also: [ARAZZO, OPENAPI, 'MCP'],
    },
  ],
  [
    'an answer described with a member that it lacks',
    {
      [OPENAPI]: replaceText(
        '      required:\n        - version',
        '      required:\n        - colour\n        - version',
      ),
    },
    { where: 'HTTP API', what: 'schema', found: 'colour', also: [OPENAPI, 'MCP'] },
  ],
  [
    'a stale version in workflows.arazzo.yaml',
    { [ARAZZO]: replaceText(/^ {2}version: .*$/m, '  version: 0.0.9') },
    { where: ARAZZO, what: 'version', found: '"0.0.9"' },
  ],
  [
    'a workflow step without its operation',
    { [ARAZZO]: replaceText('operationId: listPages', 'operationId: listBooks') },
    {
      where: ARAZZO,
      what: 'step list_pages',
      expected: 'an operation',
      found: 'listBooks',
      also: ['MCP'],
    },
  ],
  [
    'a workflow that uses what the runner does not know',
    {
      [ARAZZO]: replaceText('operationId: listPages', 'operationId: listPages\n        timeout: 9'),
    },
    { where: ARAZZO, what: '"timeout"', found: 'an unsupported one', also: ['MCP'] },
  ],
  [
    'a criterion that no answer meets',
    { [ARAZZO]: replaceText('$statusCode == 200', '$statusCode == 201') },
    {
      where: ARAZZO,
      what: '$statusCode == 201',
      expected: 'true',
      found: 'false',
      also: ['MCP'],
    },
  ],
  [
    'another protocol revision in asyncapi.yaml',
    { [ASYNCAPI]: replaceText('asyncapi: 3.1.0', 'asyncapi: 2.6.0') },
    { where: ASYNCAPI, what: 'asyncapi', expected: '3.1.0', found: '2.6.0' },
  ],
  [
    'a stale version in the agent card',
    { [CARD]: replaceText(/"version":"[^"]*"/, '"version":"0.0.9"') },
    { where: CARD, what: 'version', found: '"0.0.9"', also: [LEGACY_CARD] },
  ],
  [
    'a skill missing from the agent card',
    { [CARD]: changeJson(({ skills }) => void skills?.pop()) },
    {
      where: CARD,
      what: 'number of skills',
      expected: '5',
      found: '4',
      also: [LEGACY_CARD, ...CATALOGS],
    },
  ],
  [
    'a skill that the agent does not have',
    { [CARD]: replaceText('"id":"read_page"', '"id":"write_page"') },
    { where: 'A2A', what: 'write_page', also: [LEGACY_CARD] },
  ],
  [
    'another document at the older card path',
    { [LEGACY_CARD]: replaceText('"streaming":false', '"streaming":true') },
    { where: LEGACY_CARD, what: 'streaming', expected: 'false', found: 'true' },
  ],
  [
    'a tool missing from mcp.json',
    { [DISCOVERY]: changeJson(({ tools }) => void tools?.shift()) },
    { where: DISCOVERY, what: 'names of tools: position [0]', found: '"read_page"' },
  ],
  [
    'an older current revision in mcp.json',
    {
      [DISCOVERY]: replaceText('"protocolVersion":"2026-07-28"', '"protocolVersion":"2025-11-25"'),
    },
    { where: DISCOVERY, what: 'protocolVersion', found: '2025-11-25' },
  ],
  [
    'a tool renamed in the registry of the service alone',
    { 'private/service.json': replaceText('"name":"list_pages"', '"name":"list_books"') },
    {
      where: DISCOVERY,
      what: 'names of tools',
      expected: '"list_books"',
      found: '"list_pages"',
      also: ['pages'],
    },
  ],
  [
    'an entry missing from llms.txt',
    { 'llms.txt': replaceText(/^- \[Quickstart\].*\n/m, '') },
    { where: 'llms.txt', what: 'page p', expected: 'an entry', found: 'no entry', also: ['MCP'] },
  ],
  [
    'a broken link in llms.txt',
    { 'llms.txt': replaceText('/changelog/feed.xml', '/changelog/fed.xml') },
    { where: 'llms.txt', what: '/changelog/fed.xml', expected: '200', found: '404' },
  ],
  [
    'a status changed in the second llms file',
    { 'llms-full.txt': replaceText(/Status: `available`/, 'Status: `not_yet`') },
    { where: 'llms-full', what: 'status', expected: '"available"', found: '"not_yet"' },
  ],
  [
    'another body in the second llms file',
    { 'llms-full.txt': replaceText('clients in a loop', 'clients in a hurry') },
    { where: 'llms-full', what: 'body', expected: 'loop', found: 'hurry' },
  ],
  [
    'a status changed on an HTML page',
    { [`${LIMITS_PAGE}index.html`]: replaceText('value="available"', 'value="not_yet"') },
    { where: 'HTML page', what: 'status', expected: '"available"', found: '"not_yet"' },
  ],
  [
    'a heading missing from an HTML page',
    { [`${LIMITS_PAGE}index.html`]: replaceText(/<h2 id="[^"]*"/, '<h2') },
    { where: 'HTML page', what: 'anchors of headings' },
  ],
  [
    'a stale date in the front matter of a twin',
    { [`${LIMITS_PAGE}index.md`]: replaceText(/updated: "\d{4}/, 'updated: "2019') },
    { where: 'Markdown twin', what: 'updated', found: '2019' },
  ],
  [
    'another title in the feed',
    // Of the newest entry: older ones leave the feed as others come.
    { [FEED]: (text) => text.replace(/(<entry>.*?<title>)[^<]*/s, '$1Measure nothing') },
    { where: FEED, what: 'title', found: 'Measure nothing' },
  ],
]
