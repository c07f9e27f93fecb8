import { MCP_PATH, type McpRevision } from './protocol.ts'

/** The MCP server card (SEP-2127). It is a file, so no rule of the endpoint above it applies. */
export const SERVER_CARD_FILE: string = `${MCP_PATH}/server-card`.slice(1)
export const SERVER_CARD_TYPE = 'application/mcp-server-card+json'
export const SERVER_CARD_SCHEMA =
  'https://static.modelcontextprotocol.io/schemas/v1/server-card.schema.json'

/** The shape that came before (SEP-1649), which some scanners still read. */
export const OLD_SERVER_CARD_FILE = '.well-known/mcp/server-card.json'

/** One catalog at the two places where programs look for it, each with its own media type. */
export const AI_CATALOG_FILE = '.well-known/ai-catalog.json'
export const AI_CATALOG_TYPE = 'application/ai-catalog+json'
export const ARD_FILE = '.well-known/ard.json'
export const AI_CATALOG_VERSION = '1.0'

/** The media type by which a catalog tells that an entry is an A2A card. */
export const AGENT_CARD_TYPE = 'application/a2a-agent-card+json'

/** Longest title and description of a server card. */
export const CARD_CHARACTERS_MAX = 100

/** How many questions an entry of a catalog may have; with fewer, searches never find it. */
export const QUERIES = { min: 2, max: 5 } as const

/** What the card says: who answers and where. It lists no tools and asks for no credential. */
export type ServerCard = {
  readonly $schema: typeof SERVER_CARD_SCHEMA
  readonly name: string
  readonly version: string
  readonly title: string
  readonly description: string
  readonly websiteUrl: string
  readonly repository?: { readonly url: string; readonly source: string }
  readonly remotes: readonly {
    readonly type: 'streamable-http'
    readonly url: string
    readonly supportedProtocolVersions: readonly McpRevision[]
  }[]
}

export type CatalogEntry = {
  readonly identifier: string
  readonly displayName: string
  readonly type: string
  readonly url: string
  readonly description: string
  readonly version: string
  readonly representativeQueries?: readonly string[]
}

export type AiCatalog = {
  readonly specVersion: typeof AI_CATALOG_VERSION
  readonly host: { readonly displayName: string; readonly documentationUrl: string }
  readonly entries: readonly CatalogEntry[]
}

type NamedBy = {
  readonly namespace?: string
  readonly service: { readonly name: string }
  readonly packages?: { readonly name: string }
}

/**
 * Name of the server in its card: a namespace that somebody can prove, and the name of the service.
 * A registry that names its package has said the namespace already.
 */
export function nameServer({ namespace, service, packages }: NamedBy, baseUrl: string): string {
  const own = namespace ?? packages?.name.split('/')[0] ?? reverseHost(baseUrl)
  return `${own}/${service.name}`
}

/** The host of an address as a catalog names a publisher; an IP address is nobody's name. */
export function publisherOf(baseUrl: string): string {
  const hostname = new URL(baseUrl).hostname.replace(/\.$/, '')
  return /[a-z]/.test(hostname) && !hostname.includes(':') ? hostname : 'localhost'
}

/** A registry of servers verifies a domain and writes it reversed. */
export function reverseHost(baseUrl: string): string {
  return publisherOf(baseUrl).split('.').reverse().join('.')
}
