import { isJsonObject, type JsonObject } from '../../app/contract/json_rpc.ts'
import { MCP_DISCOVERY_FILE } from '../../app/contract/mcp_discovery.ts'
import type { Client } from './client.ts'
import type { Book } from './findings.ts'
import { parsedJson } from './json.ts'

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

/** Reads every file whose path the contract fixes, and checks that it is there and what it is. */
export async function readStaticFiles(client: Client, book: Book): Promise<StaticFiles> {
  const object = async (path: string, type: string, parse: (text: string) => unknown) => {
    const text = await readFile(client, book, `/${path}`, type)
    const value = text === undefined ? undefined : parse(text)
    if (isJsonObject(value)) return value
    if (text !== undefined) book.wrong(path, 'content', 'one object', 'something else')
    return undefined
  }
  const json = (path: string) => object(path, JSON_TYPE, parsedJson)
  const yaml = (path: string) => object(path, YAML_TYPE, parsedYaml)
  const [manifest, pagesData, statusData, changesData] = await Promise.all(
    ['docs-manifest.json', 'docs-data/pages.json', 'docs-data/status.json']
      .concat('docs-data/changes.json')
      .map(json),
  )
  const [discovery, card, legacyCard] = await Promise.all(
    [MCP_DISCOVERY_FILE, '.well-known/agent-card.json', '.well-known/agent.json'].map(json),
  )
  const [openapi, arazzo, asyncapi] = await Promise.all(
    ['openapi', 'workflows.arazzo', 'asyncapi'].map((name) => yaml(`developers/${name}.yaml`)),
  )
  const [llms, feed] = await Promise.all([
    readFile(client, book, '/llms.txt', 'text/plain'),
    readFile(client, book, '/changelog/feed.xml', 'application/atom+xml'),
  ])
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

function parsedYaml(text: string): unknown {
  try {
    return Bun.YAML.parse(text)
  } catch {
    return undefined
  }
}
