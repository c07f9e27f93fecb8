import { AGENT_CARD_FILE, LEGACY_CARD_FILE } from '../contract/a2a.ts'
import { isJsonObject, type JsonObject } from '../contract/json_rpc.ts'
import { MCP_DISCOVERY_FILE } from '../contract/mcp_discovery.ts'
import type { Client } from './client.ts'
import type { Book } from './findings.ts'
import { parsedJson, parsedYaml } from './json.ts'

/** The files that say something about everything (contract 4.4); absent when unreadable. */
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

/** Reads every file whose path the contract fixes, and checks that it is there and what it is. */
export async function readStaticFiles(client: Client, book: Book): Promise<StaticFiles> {
  const object = async (path: string, type: string, parse: (text: string) => unknown) => {
    const text = await readFile(client, book, `/${path}`, type)
    const value = text === undefined ? undefined : parse(text)
    if (isJsonObject(value)) return value
    if (text !== undefined) book.wrong(path, 'content', 'one object', 'something else')
    return undefined
  }
  const objects = Promise.all(JSON_FILES.map((path) => object(path, JSON_TYPE, parsedJson)))
  const descriptions = Promise.all(YAML_FILES.map((path) => object(path, YAML_TYPE, parsedYaml)))
  const texts = Promise.all([
    readFile(client, book, '/llms.txt', 'text/plain'),
    readFile(client, book, '/changelog/feed.xml', 'application/atom+xml'),
  ])
  // All at once: a service that answers none of them costs one time-out and not four.
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

/** A file's text, when it is there and of its media type. */
export async function readFile(
  client: Client,
  book: Book,
  path: string,
  type: string,
): Promise<string | undefined> {
  const { status, headers, text } = await client.call(path)
  const where = path.slice(1)
  if (!book.equal(where, 'HTTP status', 200, status)) return undefined
  book.equal(where, 'media type', type, headers.get('content-type')?.split(';')[0])
  book.equal(where, 'access-control-allow-origin', '*', headers.get('access-control-allow-origin'))
  return text
}
