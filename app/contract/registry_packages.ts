import { type Static, Type } from '@sinclair/typebox'
import { closed, line, written } from './registry_words.ts'

/** Hosts for which the distribution package holds a manifest. */
export const PACKAGE_HOSTS = [
  'registry',
  'agent_plugin',
  'claude_code',
  'codex',
  'copilot',
  'cursor',
  'gemini',
] as const
export type PackageHost = (typeof PACKAGE_HOSTS)[number]

/** What only a host knows how to read; a judge keeps it from saying more than the server does. */
const HostDataSchema = Type.Record(Type.String(), Type.Unknown(), {
  description: 'a map of members of the manifest of that host',
})

/**
 * `packages` of the registry: what a distribution package says beyond the rest of the registry.
 * Version, address and tools have no place here: they are those of the server (contract 1).
 */
export const PackagesSchema = Type.Object(
  {
    /** Name in a registry of MCP servers: a domain that is proven, reversed, and a name. */
    name: written(
      '^(?=.{3,200}$)[a-zA-Z0-9.-]+/[a-zA-Z0-9._-]+$',
      'a reversed domain, a slash and a name, such as com.example/docs',
    ),
    description: Type.String({
      minLength: 1,
      maxLength: 100,
      pattern: '^[^\\n]+$',
      description: 'one line of text, 100 characters at most',
    }),
    category: line,
    keywords: Type.Array(line, { minItems: 1, maxItems: 20 }),
    /** Questions that a host may offer to begin with. */
    starters: Type.Array(
      Type.String({
        minLength: 1,
        maxLength: 128,
        pattern: '^[^\\n]+$',
        description: 'one line of text, 128 characters at most',
      }),
      { minItems: 1, maxItems: 3 },
    ),
    repository: Type.Optional(
      Type.Object(
        { url: written('^https://', 'an address that begins with https://'), source: line },
        closed,
      ),
    ),
    hosts: Type.Optional(
      Type.Partial(
        Type.Object(
          {
            registry: HostDataSchema,
            agent_plugin: HostDataSchema,
            claude_code: HostDataSchema,
            codex: HostDataSchema,
            copilot: HostDataSchema,
            cursor: HostDataSchema,
            gemini: HostDataSchema,
          },
          closed,
        ),
      ),
    ),
  },
  closed,
)

export type PackagesEntry = Static<typeof PackagesSchema>
