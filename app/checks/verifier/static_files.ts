import { AGENT_CARD_FILE, LEGACY_CARD_FILE } from '../../contract/a2a.ts'
import { MANIFEST_FILE } from '../../contract/build.ts'
import { isJsonObject, type JsonObject } from '../../contract/json_rpc.ts'
import { MCP_DISCOVERY_FILE } from '../../contract/mcp_discovery.ts'
import type { Client } from './client.ts'
import { mediaTypeOf } from './exchange.ts'
import type { Check, Claim } from './findings.ts'
import { parseJson, parseYaml } from './json.ts'

/** Files with one object each about the whole corpus (contract 4.4). */
const DOCUMENTS = [
  ['manifest', MANIFEST_FILE],
  ['pagesData', 'docs-data/pages.json'],
  ['statusData', 'docs-data/status.json'],
  ['changesData', 'docs-data/changes.json'],
  ['card', AGENT_CARD_FILE],
  ['legacyCard', LEGACY_CARD_FILE],
  ['discovery', MCP_DISCOVERY_FILE],
  ['openapi', 'developers/openapi.yaml'],
  ['arazzo', 'developers/workflows.arazzo.yaml'],
  ['asyncapi', 'developers/asyncapi.yaml'],
] as const

type DocumentName = (typeof DOCUMENTS)[number][0]

/** Files about the whole corpus; absent when unreadable. */
export type StaticFiles = {
  readonly [Name in DocumentName]?: JsonObject
} & { readonly llms: string | undefined; readonly feed: string | undefined }

/** Reads every file whose path the contract fixes, and checks status and media type. */
export async function readStaticFiles(client: Client, check: Check): Promise<StaticFiles> {
  const documents: Partial<Record<DocumentName, JsonObject>> = {}
  const readDocument = async (name: DocumentName, path: string): Promise<void> => {
    const isYaml = path.endsWith('.yaml')
    const type = isYaml ? 'application/yaml' : 'application/json'
    const text = await readFile(client, check, `/${path}`, type)
    if (text === undefined) return
    const value = isYaml ? parseYaml(text) : parseJson(text)
    if (isJsonObject(value)) documents[name] = value
    else check.fail(path, 'content', 'one object', 'something else')
  }
  // All at once: a service that answers none of them costs one time-out, not four.
  const [llms, feed] = await Promise.all([
    readFile(client, check, '/llms.txt', 'text/plain'),
    readFile(client, check, '/changelog/feed.xml', 'application/atom+xml'),
    ...DOCUMENTS.map(([name, path]) => readDocument(name, path)),
  ])
  return { ...documents, llms, feed }
}

/** Those of these documents that could be read, each with its path. */
export function listDocuments(
  files: StaticFiles,
  names: readonly DocumentName[],
): readonly Claim<JsonObject>[] {
  return DOCUMENTS.flatMap(([name, path]): Claim<JsonObject>[] => {
    const document = names.includes(name) ? files[name] : undefined
    return document === undefined ? [] : [[path, document]]
  })
}

/** The text of a file; absent when it is not found. */
export async function readFile(
  client: Client,
  check: Check,
  path: string,
  type: string,
): Promise<string | undefined> {
  const answer = await client.call(path)
  const where = path.slice(1)
  if (!check.equal(where, 'HTTP status', 200, answer.status)) return undefined
  check.equal(where, 'media type', type, mediaTypeOf(answer))
  const origin = answer.headers.get('access-control-allow-origin')
  check.equal(where, 'access-control-allow-origin', '*', origin)
  return answer.text
}
