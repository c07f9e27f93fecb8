import { type Static, type TObject, type TOptional, type TSchema, Type } from '@sinclair/typebox'
import { color, ICON_TYPES, iconSize, keywords, secureAddress, unique } from './package_words.ts'
import { closed, line, oneLine, oneOf, patternText } from './registry_words.ts'

/** Hosts for which the distribution package holds a manifest. */
const PACKAGE_HOSTS = [
  'registry',
  'agent_plugin',
  'claude_code',
  'codex',
  'copilot',
  'cursor',
  'gemini',
] as const
export type PackageHost = (typeof PACKAGE_HOSTS)[number]

export const IconsSchema = unique(
  Type.Object(
    {
      src: secureAddress,
      mimeType: Type.Optional(oneOf(ICON_TYPES)),
      sizes: Type.Optional(unique(iconSize)),
    },
    closed,
  ),
)

/** Names of tools that a host shows or hides; the check keeps them to those that are published. */
const toolNames = unique(line, 1, 10)

/** What Codex shows beside the names: how the plugin looks, and addresses for people. */
export const codexLooks = {
  brandColor: Type.Optional(color),
  capabilities: Type.Optional(unique(line)),
  privacyPolicyURL: Type.Optional(secureAddress),
  termsOfServiceURL: Type.Optional(secureAddress),
} as const

function hostData<Members extends Readonly<Record<string, TSchema>>>(
  members: Members,
): TOptional<TObject<Members>> {
  return Type.Optional(Type.Object(members, closed))
}

const ownKeywords = { keywords: Type.Optional(keywords) } as const
const ownCategory = { category: Type.Optional(line) } as const

/**
 * What one host alone understands. A list of what is allowed, so that no endpoint, credential,
 * scope, approval, program or file can be said under any name (contract 1).
 */
const HostsSchema = Type.Object(
  {
    registry: hostData({ icons: Type.Optional(IconsSchema) }),
    agent_plugin: hostData(ownKeywords),
    claude_code: hostData(ownKeywords),
    codex: hostData({
      ...ownKeywords,
      interface: Type.Optional(Type.Object({ ...codexLooks, ...ownCategory }, closed)),
    }),
    copilot: hostData({ ...ownKeywords, ...ownCategory }),
    cursor: hostData({
      ...ownKeywords,
      ...ownCategory,
      logo: Type.Optional(secureAddress),
      tags: Type.Optional(keywords),
    }),
    gemini: hostData({
      includeTools: Type.Optional(toolNames),
      excludeTools: Type.Optional(toolNames),
    }),
  },
  closed,
)

const LABEL = '[A-Za-z0-9]+(-+[A-Za-z0-9]+)*'

const DOMAIN = `${LABEL}(\\.${LABEL})*`

/** What a publisher proves to a registry of MCP servers. */
export const namespace = patternText(
  `^(?=.{1,100}$)${DOMAIN}$`,
  'a reversed domain such as com.example',
)

/** Name in a registry of MCP servers: a domain that is proven, reversed, and a name. */
export const registryName = patternText(
  `^(?=.{3,200}$)${DOMAIN}/[A-Za-z0-9]+([._-]+[A-Za-z0-9]+)*$`,
  'a reversed domain, a slash and a name, such as com.example/docs',
)

/**
 * `packages` of the registry: what a distribution package says beyond the rest of the registry.
 * Version, address and tools have no place here: they are those of the server (contract 1).
 */
export const PackagesSchema = Type.Object(
  {
    name: registryName,
    description: oneLine(100),
    category: line,
    keywords,
    /** Questions that a host may offer to begin with. */
    starters: unique(oneLine(128), 1, 3),
    repository: Type.Optional(Type.Object({ url: secureAddress, source: line }, closed)),
    hosts: Type.Optional(HostsSchema),
  },
  closed,
)

export type PackagesEntry = Static<typeof PackagesSchema>
