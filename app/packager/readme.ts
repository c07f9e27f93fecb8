import { escapeMarkdown } from '../source_text/escape.ts'
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

/** What the folder is, for people who come upon it. */
export function formatReadme({ service, tools, home, endpoint }: Brand): string {
  const { title, version } = service
  const lines = [
    `# ${escapeMarkdown(title)}`,
    '',
    escapeMarkdown(service.description),
    '',
    `Version ${version} of the package describes version ${version} of the server at`,
    `\`${endpoint}\`. It holds no credential: the documentation tools need none, and for`,
    'protected tools the host itself signs its user in. Documentation:',
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
    'Every file here is made by a program; a change by hand is lost with the next one.',
  ]
  return `${lines.join('\n')}\n`
}
