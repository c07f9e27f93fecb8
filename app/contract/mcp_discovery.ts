import { type Static, Type } from '@sinclair/typebox'
import { MCP_REVISIONS } from './protocol.ts'

/** Path of the discovery document below the base address (contract 4.4). */
export const MCP_DISCOVERY_FILE = '.well-known/mcp.json'

const text = Type.String({ minLength: 1 })
const revision = Type.Union(MCP_REVISIONS.map((each) => Type.Literal(each)))

/**
 * The MCP discovery document (contract 2). The contract says what it carries; names that it does
 * not give are those that the protocol uses for the same thing.
 */
export const McpDiscoverySchema = Type.Object({
  name: text,
  title: text,
  version: text,
  endpoint: Type.String({ format: 'uri' }),
  transport: Type.Literal('streamable-http'),
  protocolVersion: revision,
  supportedProtocolVersions: Type.Array(revision, { minItems: 1, uniqueItems: true }),
  tools: Type.Array(text, { minItems: 1, uniqueItems: true }),
  authentication: text,
})
export type McpDiscovery = Static<typeof McpDiscoverySchema>

/** Where programs look for the interfaces of a site that they know nothing of (RFC 9727). */
export const API_CATALOG_FILE = '.well-known/api-catalog'

/** A set of links, in the profile that says that they are of interfaces (RFC 9264, RFC 9727). */
export const API_CATALOG_TYPE =
  'application/linkset+json; profile="https://www.rfc-editor.org/info/rfc9727"'

/** The folder and the index of Agent Skills Discovery 0.2.0. */
export const SKILLS_FOLDER = '.well-known/agent-skills/'
export const SKILLS_INDEX_FILE: string = `${SKILLS_FOLDER}index.json`

/** The rules by which a browser loads a page of ours before its link is followed. */
export const SPECULATION_RULES_FILE = 'assets/pages.speculationrules'
