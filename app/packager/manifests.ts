import {
  AGENT_PLUGINS,
  DESCRIPTION_CHARACTERS_MAX,
  PUBLISHER,
  REGISTRY_SCHEMA,
  TITLE_CHARACTERS_MAX,
} from '../contract/package_files.ts'
import { MCP_REVISIONS } from '../contract/protocol.ts'
import { shorten } from '../source_text/escape.ts'
import { type Brand, forHost, httpsOnly, type Members } from './brand.ts'

/** How each host writes a server that is reached over Streamable HTTP: an address and no more. */
export const SERVER_FORMS = {
  agentPlugin: (url: string) => ({ type: 'streamable-http', url }),
  http: (url: string) => ({ type: 'http', url }),
  cursor: (url: string) => ({ url }),
  // In Gemini CLI `url` alone means the older transport with server-sent events.
  gemini: (url: string) => ({ httpUrl: url }),
} as const

type Form = (typeof SERVER_FORMS)[keyof typeof SERVER_FORMS]

/** The entry for a registry of MCP servers: a remote server, and nothing to install. */
export function registryEntry(brand: Brand): Members {
  const { packages, service, home, endpoint, tools } = brand
  return forHost(brand, 'registry', {
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

/** Agent Plugins 1.0: the servers may stand in `mcp.json` alone (its section 7.2). */
export function agentPlugin(brand: Brand): Members {
  const { name, url } = brand.service.organization
  return forHost(brand, 'agent_plugin', {
    $schema: `${AGENT_PLUGINS}/plugin.schema.json`,
    ...identity(brand),
    author: { name, url },
    homepage: brand.home,
    ...about(brand),
  })
}

export function agentPluginServers(brand: Brand): Members {
  return { $schema: `${AGENT_PLUGINS}/mcp.schema.json`, ...mcpServers(brand, 'agentPlugin') }
}

/** Claude Code reads the servers from `.mcp.json` by itself. */
export function claudeCode(brand: Brand): Members {
  const { name, url } = brand.service.organization
  const plugin = { ...identity(brand), author: { name, url }, homepage: brand.home }
  return forHost(brand, 'claude_code', { ...plugin, ...about(brand) })
}

/** A list of one plugin, which is the folder itself. */
export function claudeCodeMarketplace({ service, packages }: Brand): Members {
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

/** Codex takes addresses only if they begin with https. */
export function codex(brand: Brand): Members {
  const { service, packages, home } = brand
  const { name, url } = service.organization
  return forHost(brand, 'codex', {
    ...identity(brand),
    author: { name, ...httpsOnly('url', url) },
    ...httpsOnly('homepage', home),
    ...about(brand),
    mcpServers: './.mcp.json',
    interface: {
      displayName: service.title,
      shortDescription: packages.description,
      longDescription: shorten(service.description, DESCRIPTION_CHARACTERS_MAX),
      developerName: name,
      category: packages.category,
      capabilities: ['Read'],
      ...httpsOnly('websiteURL', home),
      defaultPrompt: packages.starters,
    },
  })
}

/** `ON_USE`: the host signs in when a protected tool is called, and not before. */
export function codexMarketplace({ service, packages }: Brand): Members {
  const plugin = {
    name: service.name,
    source: { source: 'local', path: './' },
    policy: { installation: 'AVAILABLE', authentication: 'ON_USE' },
    category: packages.category,
  }
  return { name: service.name, interface: { displayName: service.title }, plugins: [plugin] }
}

export function copilot(brand: Brand): Members {
  const { name, url } = brand.service.organization
  return forHost(brand, 'copilot', {
    ...identity(brand),
    author: { name, url },
    homepage: brand.home,
    ...about(brand),
    category: brand.packages.category.toLowerCase(),
    mcpServers: '.mcp.json',
  })
}

export function vscodeServers({ service, endpoint }: Brand): Members {
  return { servers: { [service.name]: SERVER_FORMS.http(endpoint) } }
}

/** Cursor's servers stand in its manifest: `mcp.json` is written for Agent Plugins. */
export function cursor(brand: Brand): Members {
  const { title, organization } = brand.service
  const { name, description, version } = identity(brand)
  return forHost(brand, 'cursor', {
    name,
    displayName: title,
    description,
    version,
    author: { name: organization.name },
    homepage: brand.home,
    ...about(brand),
    category: brand.packages.category.toLowerCase(),
    ...mcpServers(brand, 'cursor'),
  })
}

/** What Gemini is told of tools stands in its entry for the server. */
export function gemini(brand: Brand): Members {
  const { service, packages, endpoint } = brand
  const entry = { ...SERVER_FORMS.gemini(endpoint), ...packages.hosts?.gemini }
  return { ...identity(brand), mcpServers: { [service.name]: entry } }
}

export function mcpServers({ service, endpoint }: Brand, form: keyof typeof SERVER_FORMS): Members {
  const write: Form = SERVER_FORMS[form]
  return { mcpServers: { [service.name]: write(endpoint) } }
}

function identity({ service }: Brand) {
  const { name, version, description } = service
  return { name, version, description: shorten(description, DESCRIPTION_CHARACTERS_MAX) }
}

function about({ service, packages }: Brand): Members {
  const { identifier } = service.license
  return {
    ...(packages.repository === undefined ? {} : { repository: packages.repository.url }),
    ...(identifier === 'NOASSERTION' ? {} : { license: identifier }),
    keywords: packages.keywords,
  }
}
