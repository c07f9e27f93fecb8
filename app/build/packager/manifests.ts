import {
  AGENT_PLUGINS,
  DESCRIPTION_CHARACTERS_MAX,
  PUBLISHER,
  REGISTRY_SCHEMA,
  TITLE_CHARACTERS_MAX,
} from '../../contract/package_files.ts'
import { MCP_REVISIONS } from '../../contract/protocol.ts'
import { shorten } from '../../text/source_text/escape.ts'
import { addHostMembers, type Brand, keepHttps, type Members } from './brand.ts'

/** The entry of each host for a Streamable HTTP server: an address and nothing else. */
export const SERVER_FORMS = {
  agentPlugin: (url: string) => ({ type: 'streamable-http', url }),
  http: (url: string) => ({ type: 'http', url }),
  cursor: (url: string) => ({ url }),
  // In Gemini CLI `url` means the older transport with server-sent events.
  gemini: (url: string) => ({ httpUrl: url }),
} as const

type Form = (typeof SERVER_FORMS)[keyof typeof SERVER_FORMS]

/** The entry for a registry of MCP servers: a remote server with nothing to install. */
export function makeRegistryEntry(brand: Brand): Members {
  const { packages, service, home, endpoint, tools } = brand
  return addHostMembers(brand, 'registry', {
    $schema: REGISTRY_SCHEMA,
    name: packages.name,
    title: shorten(service.title, TITLE_CHARACTERS_MAX),
    description: packages.description,
    version: service.version,
    websiteUrl: home,
    ...(packages.repository === undefined ? {} : { repository: packages.repository }),
    remotes: [{ type: 'streamable-http', url: endpoint }],
    _meta: {
      [PUBLISHER]: {
        tools: tools.map(({ name }) => name),
        revisions: MCP_REVISIONS,
      },
    },
  })
}

/** Agent Plugins 1.0: servers belong in `mcp.json` (its section 7.2). */
export function makeAgentPlugin(brand: Brand): Members {
  const { name, url } = brand.service.organization
  return addHostMembers(brand, 'agent_plugin', {
    $schema: `${AGENT_PLUGINS}/plugin.schema.json`,
    ...identityOf(brand),
    author: { name, url },
    homepage: brand.home,
    ...aboutOf(brand),
  })
}

export function makeAgentPluginServers(brand: Brand): Members {
  return { $schema: `${AGENT_PLUGINS}/mcp.schema.json`, ...makeMcpServers(brand, 'agentPlugin') }
}

/** Claude Code finds the servers in `.mcp.json`. */
export function makeClaudeCodePlugin(brand: Brand): Members {
  const { name, url } = brand.service.organization
  const plugin = { ...identityOf(brand), author: { name, url }, homepage: brand.home }
  return addHostMembers(brand, 'claude_code', { ...plugin, ...aboutOf(brand) })
}

/** A list of one plugin, which is the folder itself. */
export function makeClaudeCodeMarketplace({ service, packages }: Brand): Members {
  const { name, version, organization } = service
  const { description, category } = packages
  return {
    name,
    owner: { name: organization.name },
    description,
    version,
    plugins: [{ name, source: './', description, version, category: category.toLowerCase() }],
  }
}

/** Codex accepts https addresses only. */
export function makeCodexPlugin(brand: Brand): Members {
  const { service, packages, home } = brand
  const { name, url } = service.organization
  return addHostMembers(brand, 'codex', {
    ...identityOf(brand),
    author: { name, ...keepHttps('url', url) },
    ...keepHttps('homepage', home),
    ...aboutOf(brand),
    mcpServers: './.mcp.json',
    interface: {
      displayName: service.title,
      shortDescription: packages.description,
      longDescription: shorten(service.description, DESCRIPTION_CHARACTERS_MAX),
      developerName: name,
      category: packages.category,
      capabilities: ['Read'],
      ...keepHttps('websiteURL', home),
      defaultPrompt: packages.starters,
    },
  })
}

/** `ON_USE`: the host signs in when a protected tool is first called. */
export function makeCodexMarketplace({ service, packages }: Brand): Members {
  const plugin = {
    name: service.name,
    source: { source: 'local', path: './' },
    policy: { installation: 'AVAILABLE', authentication: 'ON_USE' },
    category: packages.category,
  }
  return { name: service.name, interface: { displayName: service.title }, plugins: [plugin] }
}

export function makeCopilotPlugin(brand: Brand): Members {
  const { name, url } = brand.service.organization
  return addHostMembers(brand, 'copilot', {
    ...identityOf(brand),
    author: { name, url },
    homepage: brand.home,
    ...aboutOf(brand),
    category: brand.packages.category.toLowerCase(),
    mcpServers: '.mcp.json',
  })
}

export function makeVscodeServers({ service, endpoint }: Brand): Members {
  return { servers: { [service.name]: SERVER_FORMS.http(endpoint) } }
}

/** The manifest contains the servers, because `mcp.json` is the file of Agent Plugins. */
export function makeCursorPlugin(brand: Brand): Members {
  const { title, organization } = brand.service
  const { name, description, version } = identityOf(brand)
  return addHostMembers(brand, 'cursor', {
    name,
    displayName: title,
    description,
    version,
    author: { name: organization.name },
    homepage: brand.home,
    ...aboutOf(brand),
    category: brand.packages.category.toLowerCase(),
    ...makeMcpServers(brand, 'cursor'),
  })
}

/** Lists of tools are part of the entry for the server. */
export function makeGeminiExtension(brand: Brand): Members {
  const { service, packages, endpoint } = brand
  const entry = { ...SERVER_FORMS.gemini(endpoint), ...packages.hosts?.gemini }
  return { ...identityOf(brand), mcpServers: { [service.name]: entry } }
}

export function makeMcpServers(
  { service, endpoint }: Brand,
  form: keyof typeof SERVER_FORMS,
): Members {
  const write: Form = SERVER_FORMS[form]
  return { mcpServers: { [service.name]: write(endpoint) } }
}

function identityOf({ service }: Brand) {
  const { name, version, description } = service
  return { name, version, description: shorten(description, DESCRIPTION_CHARACTERS_MAX) }
}

function aboutOf({ service, packages }: Brand): Members {
  const { identifier } = service.license
  return {
    ...(packages.repository === undefined ? {} : { repository: packages.repository.url }),
    ...(identifier === 'NOASSERTION' ? {} : { license: identifier }),
    keywords: packages.keywords,
  }
}
