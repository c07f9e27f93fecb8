import type { JsonObject } from '../../contract/json_rpc.ts'
import { LIMITS } from '../../contract/limits.ts'
import type { Operation } from '../../contract/operations/mod.ts'
import { MCP_PATH } from '../../contract/protocol.ts'
import type { Client } from './client.ts'
import { type Check, type Checks, quoteValue } from './findings.ts'
import { findHttpPaths, type HttpApi, type HttpPaths, readHttpApi } from './http_api.ts'
import { at, objectsAt, textAt } from './json.ts'
import { type LlmsIndex, type LlmsSection, readLlms } from './llms_files.ts'
import {
  createMcpCaller,
  type ListStatements,
  type McpCaller,
  type McpView,
  matchTools,
  readMcpViews,
} from './mcp.ts'
import { listMcpPages } from './paging.ts'
import { readFile, readStaticFiles, type StaticFiles } from './static_files.ts'

/** What is read once, before anything is compared. */
export type Reading = {
  readonly client: Client
  readonly baseUrl: string
  readonly files: StaticFiles
  readonly paths: HttpPaths
  readonly api: HttpApi
  readonly views: readonly McpView[]
  readonly names: ReadonlyMap<Operation, string>
  readonly mcp: McpCaller
  readonly mcpPages: readonly JsonObject[]
  readonly mcpStatus: unknown
  readonly mcpCapabilities: unknown
  readonly mcpChanges: unknown
  readonly llms: LlmsIndex | undefined
  readonly fullText: string | undefined
}

/** What was read, with the records on which the interfaces agree. */
export type Corpus = Reading & {
  readonly records: Records
  /** Sections of the second llms file by address; absent when the file could not be read. */
  readonly sections: ReadonlyMap<string, LlmsSection> | undefined
}

export type Records = ReadonlyMap<string, JsonObject>

export async function readAll(
  client: Client,
  url: string,
  listStatements: ListStatements,
  checks: Checks,
): Promise<Reading> {
  const check = checks.of('files')
  const mcpCheck = checks.of('MCP')
  const files = await readStaticFiles(client, check)
  const baseUrl = baseUrlOf(files, url, check)
  const paths = findHttpPaths(files.openapi)
  const pagesListed = Math.max(
    ...[files.manifest, files.pagesData].map((list) => objectsAt(list, 'pages').length),
  )
  const [api, views] = await Promise.all([
    readHttpApi(client, paths, pagesListed, checks.of('HTTP API')),
    readMcpViews(client, mcpCheck),
  ])
  const names = matchTools(views[0]?.tools ?? [])
  const mcp = createMcpCaller(client, names, listStatements, mcpCheck)
  const [mcpPages, mcpStatus, mcpCapabilities, mcpChanges] = await Promise.all([
    listMcpPages(mcp, pagesListed, mcpCheck),
    mcp.run('status', {}),
    mcp.run('capabilities', {}),
    mcp.run('changes', { limit: LIMITS.listRecordsMax }),
  ])
  const llms = files.llms === undefined ? undefined : readLlms(files.llms)
  const fullText = await readFull(client, baseUrl, llms, checks)
  return {
    client,
    baseUrl,
    files,
    paths,
    api,
    views,
    names,
    mcp,
    mcpPages,
    mcpStatus,
    mcpCapabilities,
    mcpChanges,
    llms,
    fullText,
  }
}

/** The base address that the service publishes, without a trailing slash (shapes: build folder). */
function baseUrlOf({ manifest, discovery }: StaticFiles, url: string, check: Check): string {
  const listed = at(manifest, 'base_url')
  const other = textAt(discovery, 'endpoint')?.replace(new RegExp(`${MCP_PATH}$`), '')
  if (manifest === undefined) return other ?? url
  if (typeof listed === 'string' && /^https?:\/\/[^/?#]/.test(listed) && URL.canParse(listed)) {
    const bare = listed.replace(/\/+$/, '')
    check.equal('docs-manifest.json', 'base_url', bare, listed)
    return bare
  }
  check.fail('docs-manifest.json', 'base_url', 'an address', quoteValue(listed))
  return other ?? url
}

/** The path of an address below the published base; absent for other addresses. */
export function pathOf({ baseUrl }: Pick<Reading, 'baseUrl'>, url: string): string | undefined {
  if (url === baseUrl) return '/'
  if (!url.startsWith(`${baseUrl}/`)) return undefined
  return url.slice(baseUrl.length).replace(/#.*$/, '')
}

/** The contract does not fix the path of the second file; the first one names it. */
async function readFull(
  client: Client,
  baseUrl: string,
  llms: LlmsIndex | undefined,
  checks: Checks,
): Promise<string | undefined> {
  if (llms === undefined) return undefined
  const check = checks.of('files')
  const path = llms.fullUrl === undefined ? undefined : pathOf({ baseUrl }, llms.fullUrl)
  if (path !== undefined) return await readFile(client, check, path, 'text/plain')
  check.fail('llms.txt', 'second llms file', `an address below ${baseUrl}`, String(llms.fullUrl))
  return undefined
}
