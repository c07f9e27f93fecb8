/**
 * What each host asks of its file, in our words, from its public documentation
 * (`spec/decisions/package.md` names it). Closed, so that nothing else slips in.
 */
const text = { type: 'string', minLength: 1 }
const name = { type: 'string', pattern: '^[a-z0-9]+(-[a-z0-9]+)*$', maxLength: 64 }
const semver = { type: 'string', pattern: '^\\d+\\.\\d+\\.\\d+(-[0-9A-Za-z.-]+)?$' }
const address = { type: 'string', pattern: '^https?://[^\\s@{}]+$' }
const secure = { type: 'string', pattern: '^https://[^\\s@{}]+$' }
const words = { type: 'array', items: text, uniqueItems: true }

function closed(properties: Readonly<Record<string, object>>, ...optional: readonly string[]) {
  const required = Object.keys(properties).filter((key) => !optional.includes(key))
  return { type: 'object', properties, required, additionalProperties: false }
}

function serversBy(key: string, entry: Readonly<Record<string, object>>) {
  const one = { minProperties: 1, maxProperties: 1, propertyNames: name }
  return { [key]: { type: 'object', ...one, additionalProperties: closed(entry) } }
}

const typed = (type: string) => ({ type: { const: type }, url: address })
const about = { license: text, keywords: words, repository: secure }
const plugin = {
  name,
  version: semver,
  description: { ...text, maxLength: 1024 },
  author: closed({ name: text, url: address }, 'url'),
  homepage: address,
  ...about,
}
const OPTIONAL = ['repository', 'license', 'homepage'] as const

export const FORMS: Readonly<Record<string, object>> = {
  'server.json': closed(
    {
      $schema: {
        const: 'https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json',
      },
      name: { type: 'string', pattern: '^[a-zA-Z0-9.-]+/[a-zA-Z0-9._-]+$', maxLength: 200 },
      title: { ...text, maxLength: 100 },
      description: { ...text, maxLength: 100 },
      version: semver,
      websiteUrl: address,
      repository: closed({ url: secure, source: text }),
      remotes: { type: 'array', minItems: 1, maxItems: 1, items: closed(typed('streamable-http')) },
      _meta: closed({
        'io.modelcontextprotocol.registry/publisher-provided': closed({
          tools: words,
          revisions: words,
        }),
      }),
    },
    'repository',
  ),
  'plugin.json': closed(
    {
      $schema: { const: 'https://agent-plugins.org/schemas/1.0.0/plugin.schema.json' },
      ...plugin,
    },
    ...OPTIONAL,
  ),
  'mcp.json': closed({
    $schema: { const: 'https://agent-plugins.org/schemas/1.0.0/mcp.schema.json' },
    ...serversBy('mcpServers', typed('streamable-http')),
  }),
  '.mcp.json': closed(serversBy('mcpServers', typed('http'))),
  '.vscode/mcp.json': closed(serversBy('servers', typed('http'))),
  '.claude-plugin/plugin.json': closed(plugin, ...OPTIONAL),
  '.claude-plugin/marketplace.json': closed({
    name,
    owner: closed({ name: text }),
    description: text,
    version: semver,
    plugins: {
      type: 'array',
      minItems: 1,
      maxItems: 1,
      items: closed({
        name,
        source: { const: './' },
        description: text,
        version: semver,
        category: text,
      }),
    },
  }),
  '.codex-plugin/plugin.json': closed(
    {
      ...plugin,
      author: closed({ name: text, url: secure }, 'url'),
      homepage: secure,
      mcpServers: { const: './.mcp.json' },
      interface: closed(
        {
          displayName: text,
          shortDescription: text,
          longDescription: text,
          developerName: text,
          category: text,
          capabilities: words,
          websiteURL: secure,
          defaultPrompt: { ...words, maxItems: 3, items: { ...text, maxLength: 128 } },
        },
        'websiteURL',
      ),
    },
    ...OPTIONAL,
  ),
  '.agents/plugins/marketplace.json': closed({
    name,
    interface: closed({ displayName: text }),
    plugins: {
      type: 'array',
      minItems: 1,
      maxItems: 1,
      items: closed({
        name,
        source: closed({ source: { const: 'local' }, path: { const: './' } }),
        policy: closed({
          installation: { const: 'AVAILABLE' },
          authentication: { const: 'ON_USE' },
        }),
        category: text,
      }),
    },
  }),
  '.github/plugin/plugin.json': closed(
    { ...plugin, category: text, mcpServers: { const: '.mcp.json' } },
    ...OPTIONAL,
  ),
  '.cursor-plugin/plugin.json': closed(
    {
      ...plugin,
      author: closed({ name: text }),
      displayName: text,
      category: text,
      ...serversBy('mcpServers', { url: address }),
    },
    ...OPTIONAL,
  ),
  'gemini-extension.json': closed({
    name,
    version: semver,
    description: text,
    ...serversBy('mcpServers', { httpUrl: address }),
  }),
}
