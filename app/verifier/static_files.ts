import { AGENT_CARD_FILE, LEGACY_CARD_FILE } from '../contract/a2a.ts'
import { isJsonObject, type JsonObject } from '../contract/json_rpc.ts'
import { MCP_DISCOVERY_FILE } from '../contract/mcp_discovery.ts'
import type { Client } from './client.ts'
import type { Check } from './findings.ts'
import { parseJson, parseYaml } from './json.ts'

/** Files about the whole corpus (contract 4.4); absent when unreadable. */
export type StaticFiles = {
  readonly manifest: JsonObject | undefined
  readonly pagesData: JsonObject | undefined
  readonly statusData: JsonObject | undefined
  readonly changesData: JsonObject | undefined
  readonly discovery: JsonObject | undefined
  readonly card: JsonObject | undefined
  readonly legacyCard: JsonObject | undefined
  readonly openapi: JsonObject | undefined
  readonly arazzo: JsonObject | undefined
  readonly asyncapi: JsonObject | undefined
  readonly llms: string | undefined
  readonly feed: string | undefined
}

const JSON_TYPE = 'application/json'
const YAML_TYPE = 'application/yaml'

const JSON_FILES = [
  'docs-manifest.json',
  'docs-data/pages.json',
  'docs-data/status.json',
  'docs-data/changes.json',
  MCP_DISCOVERY_FILE,
  AGENT_CARD_FILE,
  LEGACY_CARD_FILE,
]
const YAML_FILES = [
  'developers/openapi.yaml',
  'developers/workflows.arazzo.yaml',
  'developers/asyncapi.yaml',
]

/** Reads every file whose path the contract fixes, and checks status and media type. */
export async function readStaticFiles(client: Client, check: Check): Promise<StaticFiles> {
  const object = async (path: string, type: string, parse: (text: string) => unknown) => {
    const text = await readFile(client, check, `/${path}`, type)
    const value = text === undefined ? undefined : parse(text)
    if (isJsonObject(value)) return value
    if (text !== undefined) check.fail(path, 'content', 'one object', 'something else')
    return undefined
  }
  const objects = Promise.all(JSON_FILES.map((path) => object(path, JSON_TYPE, parseJson)))
  const descriptions = Promise.all(YAML_FILES.map((path) => object(path, YAML_TYPE, parseYaml)))
  const texts = Promise.all([
    readFile(client, check, '/llms.txt', 'text/plain'),
    readFile(client, check, '/changelog/feed.xml', 'application/atom+xml'),
  ])
  // All at once: a service that answers none of them costs one time-out, not four.
  const [manifest, pagesData, statusData, changesData, discovery, card, legacyCard] = await objects
  const [openapi, arazzo, asyncapi] = await descriptions
  const [llms, feed] = await texts
  return {
    manifest,
    pagesData,
    statusData,
    changesData,
    discovery,
    card,
    legacyCard,
    openapi,
    arazzo,
    asyncapi,
    llms,
    feed,
  }
}

/** The text of a file; absent when it is not found. */
export async function readFile(
  client: Client,
  check: Check,
  path: string,
  type: string,
): Promise<string | undefined> {
  const { status, headers, text } = await client.call(path)
  const where = path.slice(1)
  if (!check.equal(where, 'HTTP status', 200, status)) return undefined
  check.equal(where, 'media type', type, headers.get('content-type')?.split(';')[0])
  check.equal(where, 'access-control-allow-origin', '*', headers.get('access-control-allow-origin'))
  return text
}
