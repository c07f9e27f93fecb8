import { escapeMarkdown } from '../../text/source_text/escape.ts'
import type { Brand } from './brand.ts'

const MANIFESTS: readonly (readonly [host: string, files: string])[] = [
  ['a registry of MCP servers', '`server.json`'],
  ['hosts of Agent Plugins 1.0', '`plugin.json`, `mcp.json`'],
  ['Claude Code', '`.claude-plugin/`, `.mcp.json`'],
  ['Codex', '`.codex-plugin/`, `.agents/plugins/`, `.mcp.json`'],
  ['Copilot', '`.github/plugin/`, `.mcp.json`'],
  ['VS Code', '`.vscode/mcp.json`'],
  ['Cursor', '`.cursor-plugin/`'],
  ['Gemini CLI', '`gemini-extension.json`'],
]

/** Explains the folder to people who find it. */
export function formatReadme({ service, tools, home, endpoint }: Brand): string {
  const { title, version } = service
  const lines = [
    `# ${escapeMarkdown(title)}`,
    '',
    escapeMarkdown(service.description),
    '',
    `Version ${version} of the package describes version ${version} of the server at`,
    `\`${endpoint}\`. It contains no credentials: the documentation tools need none, and for`,
    'protected tools the host signs its user in. Documentation:',
    `<${home}>.`,
    '',
    '| For | Read |',
    '|---|---|',
    ...MANIFESTS.map(([host, files]) => `| ${host} | ${files} |`),
    '',
    '## Tools',
    '',
    ...tools.map(({ name, title: what }) => `- \`${name}\`: ${escapeMarkdown(what)}`),
    '',
    'Every file here is generated, and manual changes are lost with the next run.',
  ]
  return `${lines.join('\n')}\n`
}
