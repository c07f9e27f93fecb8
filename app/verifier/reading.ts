import type { JsonObject } from '../contract/json_rpc.ts'
import type { Operation } from '../contract/operations.ts'
import { MCP_PATH } from '../contract/protocol.ts'
import type { Client } from './client.ts'
import { type Book, type Ledger, shown } from './findings.ts'
import { type HttpApi, type HttpPaths, httpPaths, readHttpApi } from './http_api.ts'
import { at, objectsAt, textAt } from './json.ts'
import { type LlmsIndex, type LlmsSection, readLlms, readLlmsFull } from './llms_files.ts'
import { createMcpCaller, type McpCaller, type McpView, readMcpViews, toolNames } from './mcp.ts'
import { pathOf } from './site.ts'
import { readFile, readStaticFiles, type StaticFiles } from './static_files.ts'
import { listMcpPages } from './walks.ts'

/** All that is read once, before anything is compared. */
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

/** Reads the lists of every interface, each by its own words. */
export async function readAll(client: Client, url: string, ledger: Ledger): Promise<Reading> {
  const book = ledger.book('files')
  const mcpBook = ledger.book('MCP')
  const files = await readStaticFiles(client, book)
  const baseUrl = baseUrlOf(files, url, book)
  const paths = httpPaths(files.openapi)
  const pagesTold = Math.max(
    ...[files.manifest, files.pagesData].map((list) => objectsAt(list, 'pages').length),
  )
  const [api, views] = await Promise.all([
    readHttpApi(client, paths, pagesTold, ledger.book('HTTP API')),
    readMcpViews(client, mcpBook),
  ])
  const names = toolNames(views[0]?.tools ?? [])
  const mcp = createMcpCaller(client, names, mcpBook)
  const [mcpPages, mcpStatus, mcpCapabilities, mcpChanges] = await Promise.all([
    listMcpPages(mcp, pagesTold, mcpBook),
    mcp.run('status', {}),
    mcp.run('capabilities', {}),
    mcp.run('changes', {}),
  ])
  const llms = files.llms === undefined ? undefined : readLlms(files.llms)
  const fullText = await readFull(client, baseUrl, llms, ledger)
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

/** The address that the service gives itself, without a slash at its end (shapes: build folder). */
function baseUrlOf({ manifest, discovery }: StaticFiles, url: string, book: Book): string {
  const told = at(manifest, 'base_url')
  const other = textAt(discovery, 'endpoint')?.replace(new RegExp(`${MCP_PATH}$`), '')
  if (manifest === undefined) return other ?? url
  if (typeof told === 'string' && /^https?:\/\/[^/?#]/.test(told) && URL.canParse(told)) {
    const bare = told.replace(/\/+$/, '')
    book.equal('docs-manifest.json', 'base_url', bare, told)
    return bare
  }
  book.wrong('docs-manifest.json', 'base_url', 'an address', shown(told))
  return other ?? url
}

/** The contract leaves the path of the second file open; the first one names it. */
async function readFull(
  client: Client,
  baseUrl: string,
  llms: LlmsIndex | undefined,
  ledger: Ledger,
): Promise<string | undefined> {
  if (llms === undefined) return undefined
  const book = ledger.book('files')
  const path = llms.fullUrl === undefined ? undefined : pathOf({ baseUrl }, llms.fullUrl)
  if (path !== undefined) return await readFile(client, book, path, 'text/plain')
  book.wrong('llms.txt', 'second llms file', `an address below ${baseUrl}`, String(llms.fullUrl))
  return undefined
}

/** Sections of the second llms file by the address of their page. */
export function sectionsOf(
  text: string,
  pages: Iterable<JsonObject>,
): ReadonlyMap<string, LlmsSection> {
  const urls = new Set([...pages].map(({ url }) => String(url)))
  return new Map(readLlmsFull(text, urls).map((section) => [section.url, section]))
}
