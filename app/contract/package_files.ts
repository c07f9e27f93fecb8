import { type TObject, type TProperties, type TSchema, Type } from '@sinclair/typebox'
import { keywords, secureAddress, unique, webAddress } from './package_words.ts'
import { MCP_REVISIONS } from './protocol.ts'
import { codexLooks, IconsSchema, registryName } from './registry_packages.ts'
import { closed, line, oneLine, oneOf } from './registry_words.ts'

/** What the running server is: a package says this and nothing beyond (contract 1). */
export type PackageFacts = {
  /** Name of the service, by which hosts tell the plugin and its one server. */
  readonly name: string
  readonly version: string
  /** Names of the tools that the server publishes. */
  readonly tools: readonly string[]
  readonly endpoint: string
}

/** Longest description that every host shows, and that an agent skill may have. */
export const DESCRIPTION_CHARACTERS_MAX = 1024

/** Longest title of a registry entry (its schema, `title`). */
export const TITLE_CHARACTERS_MAX = 100

export const REGISTRY_SCHEMA =
  'https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json'
export const AGENT_PLUGINS = 'https://agent-plugins.org/schemas/1.0.0'

/** The member of `_meta` that a registry keeps for whoever publishes. */
export const PUBLISHER = 'io.modelcontextprotocol.registry/publisher-provided'

const exact = (members: TProperties): TObject => Type.Object(members, closed)
const one = (item: TSchema): TSchema => Type.Array(item, { minItems: 1, maxItems: 1 })
const optional = Type.Optional

/**
 * Every manifest of a package, by path: a closed object, so that what is not listed is refused.
 * Files are judged by it when they are made, and when somebody may have changed them.
 */
export function packageFileSchemas(facts: PackageFacts): Readonly<Record<string, TSchema>> {
  const words = wordsOf(facts)
  return { ...serverFiles(words), ...pluginFiles(words), ...marketplaces(words) }
}

type Words = ReturnType<typeof wordsOf>

/** What the facts leave to say: one name, one version, one address, some of the tools. */
function wordsOf(facts: PackageFacts) {
  const name = Type.Literal(facts.name)
  const version = Type.Literal(facts.version)
  const url = Type.Literal(facts.endpoint)
  const identity = { name, version, description: oneLine(DESCRIPTION_CHARACTERS_MAX) }
  const plugin = {
    ...identity,
    author: exact({ name: line, url: webAddress }),
    homepage: webAddress,
    repository: optional(secureAddress),
    license: optional(line),
    keywords,
  }
  return {
    name,
    version,
    url,
    identity,
    plugin,
    tools: unique(oneOf(facts.tools), 1, facts.tools.length),
    server: (entry: TProperties): TSchema => exact({ [facts.name]: exact(entry) }),
    typed: (type: string): TProperties => ({ type: Type.Literal(type), url }),
  }
}

/** The entry for a registry, and files that hold servers and nothing else. */
function serverFiles({ version, tools, server, typed }: Words): Record<string, TSchema> {
  return {
    'server.json': exact({
      $schema: Type.Literal(REGISTRY_SCHEMA),
      name: registryName,
      title: oneLine(TITLE_CHARACTERS_MAX),
      description: oneLine(100),
      version,
      websiteUrl: webAddress,
      repository: optional(exact({ url: secureAddress, source: line })),
      icons: optional(IconsSchema),
      remotes: one(exact(typed('streamable-http'))),
      _meta: exact({ [PUBLISHER]: exact({ tools, revisions: unique(oneOf(MCP_REVISIONS)) }) }),
    }),
    'mcp.json': exact({
      $schema: Type.Literal(`${AGENT_PLUGINS}/mcp.schema.json`),
      mcpServers: server(typed('streamable-http')),
    }),
    '.mcp.json': exact({ mcpServers: server(typed('http')) }),
    '.vscode/mcp.json': exact({ servers: server(typed('http')) }),
  }
}

function pluginFiles({ url, identity, plugin, tools, server }: Words): Record<string, TSchema> {
  const shown = { includeTools: optional(tools), excludeTools: optional(tools) }
  return {
    'plugin.json': exact({
      $schema: Type.Literal(`${AGENT_PLUGINS}/plugin.schema.json`),
      ...plugin,
    }),
    '.claude-plugin/plugin.json': exact(plugin),
    '.codex-plugin/plugin.json': codexPlugin(plugin),
    '.github/plugin/plugin.json': exact({
      ...plugin,
      category: line,
      mcpServers: Type.Literal('.mcp.json'),
    }),
    '.cursor-plugin/plugin.json': exact({
      ...plugin,
      author: exact({ name: line }),
      displayName: line,
      category: line,
      logo: optional(secureAddress),
      tags: optional(keywords),
      mcpServers: server({ url }),
    }),
    'gemini-extension.json': exact({ ...identity, mcpServers: server({ httpUrl: url, ...shown }) }),
  }
}

function marketplaces({ name, version }: Words): Record<string, TSchema> {
  const said = { description: oneLine(100), version }
  const offer = exact({ name, source: Type.Literal('./'), ...said, category: line })
  return {
    '.claude-plugin/marketplace.json': exact({
      name,
      owner: exact({ name: line }),
      ...said,
      plugins: one(offer),
    }),
    '.agents/plugins/marketplace.json': exact({
      name,
      interface: exact({ displayName: line }),
      plugins: one(codexOffer(name)),
    }),
  }
}

/** Codex takes addresses only if they begin with https. */
function codexPlugin(plugin: TProperties): TSchema {
  return exact({
    ...plugin,
    author: exact({ name: line, url: optional(secureAddress) }),
    homepage: optional(secureAddress),
    mcpServers: Type.Literal('./.mcp.json'),
    interface: exact({
      displayName: line,
      shortDescription: oneLine(100),
      longDescription: oneLine(DESCRIPTION_CHARACTERS_MAX),
      developerName: line,
      category: line,
      ...codexLooks,
      capabilities: unique(line),
      websiteURL: optional(secureAddress),
      defaultPrompt: unique(oneLine(128), 1, 3),
    }),
  })
}

function codexOffer(name: TSchema): TSchema {
  return exact({
    name,
    source: exact({ source: Type.Literal('local'), path: Type.Literal('./') }),
    policy: exact({
      installation: Type.Literal('AVAILABLE'),
      authentication: Type.Literal('ON_USE'),
    }),
    category: line,
  })
}
