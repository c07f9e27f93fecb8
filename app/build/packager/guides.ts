import { FURTHER_GUIDES } from './further_guides.ts'
import {
  BOTH,
  type Guide,
  IN_DATA_CENTRE,
  ON_YOUR_MACHINE,
  pasteInto,
  type Server,
  type Step,
} from './guide.ts'
import { SERVER_FORMS } from './manifests.ts'

const INSPECTOR = 'npx -y @modelcontextprotocol/inspector'

/** How to add the server to each host, by its name for `connect`. */
export const GUIDES: Readonly<Record<string, Guide>> = {
  claude: {
    title: 'Claude (web and desktop)',
    ...IN_DATA_CENTRE,
    steps: ({ title, endpoint }) => [
      { say: 'Open Customize or Settings, Connectors, then "Add custom connector".' },
      { say: `Name: ${title}` },
      { say: `Remote MCP server URL: ${endpoint}` },
      { say: 'Leave the OAuth fields in the advanced settings empty.' },
    ],
    ask: (prompt) => `https://claude.ai/new?q=${encodeURIComponent(prompt)}`,
  },
  'claude-code': describeLocalHost(
    'Claude Code',
    ({ name, endpoint }) => `claude mcp add --transport http ${name} ${quoteWord(endpoint)}`,
    pasteInto('.mcp.json', 'mcpServers', SERVER_FORMS.http),
  ),
  chatgpt: {
    title: 'ChatGPT',
    ...IN_DATA_CENTRE,
    steps: ({ title, endpoint }) => [
      { say: 'Open Settings, Connectors, Advanced, and turn on developer mode.' },
      { say: 'Choose "Create" under Connectors.' },
      { say: `Name: ${title}` },
      { say: `MCP server URL: ${endpoint}` },
      { say: 'Authentication: none.' },
    ],
    ask: (prompt) => `https://chatgpt.com/?q=${encodeURIComponent(prompt)}`,
  },
  vscode: {
    ...describeLocalHost(
      'VS Code with Copilot',
      (server) => `code --add-mcp ${quoteWord(JSON.stringify(toNamedEntry(server)))}`,
      pasteInto('.vscode/mcp.json', 'servers', SERVER_FORMS.http),
    ),
    install: (server) =>
      `vscode:mcp/install?${encodeURIComponent(JSON.stringify(toNamedEntry(server)))}`,
  },
  copilot: describeLocalHost(
    'Copilot CLI',
    ({ name, endpoint }) => `copilot mcp add --transport http ${name} ${quoteWord(endpoint)}`,
    pasteInto('~/.copilot/mcp-config.json', 'mcpServers', SERVER_FORMS.http),
  ),
  cursor: {
    title: 'Cursor',
    ...ON_YOUR_MACHINE,
    steps: (server) => [
      { say: `Open this address in a browser: ${formatInstallLink(server)}` },
      BOTH,
      pasteInto('.cursor/mcp.json', 'mcpServers', SERVER_FORMS.cursor)(server),
    ],
    install: formatInstallLink,
  },
  codex: {
    title: 'Codex',
    ...ON_YOUR_MACHINE,
    steps: (server) => [
      { run: `codex mcp add ${server.name} --url ${quoteWord(server.endpoint)}` },
      BOTH,
      {
        file: '~/.codex/config.toml',
        language: 'toml',
        // A basic string of TOML has the escapes of JSON.
        text: `[mcp_servers.${server.name}]\nurl = ${JSON.stringify(server.endpoint)}`,
      },
    ],
  },
  gemini: describeLocalHost(
    'Gemini CLI',
    ({ name, endpoint }) => `gemini mcp add --scope user -t http ${name} ${quoteWord(endpoint)}`,
    pasteInto('~/.gemini/settings.json', 'mcpServers', SERVER_FORMS.gemini),
  ),
  ...FURTHER_GUIDES,
  bridge: {
    title: 'Hosts that only start local programs',
    ...ON_YOUR_MACHINE,
    plainHttp: 'localhost and 127.0.0.1',
    proved: true,
    steps: (server) => [
      { say: 'This program connects the host to the server:' },
      { run: `npx -y mcp-remote ${quoteWord(server.endpoint)}` },
      { say: 'Many hosts start it themselves with this configuration:' },
      pasteInto('The configuration file of the host', 'mcpServers', (url) => ({
        command: 'npx',
        args: ['-y', 'mcp-remote', url],
      }))(server),
    ],
  },
  inspector: {
    title: 'MCP Inspector (to try it out)',
    ...ON_YOUR_MACHINE,
    proved: true,
    steps: ({ endpoint }) => [
      { run: `${INSPECTOR} --cli ${quoteWord(endpoint)} --method tools/list` },
    ],
  },
}

/** A host on this computer: a command of its own adds the server, or an entry in a file. */
function describeLocalHost(
  title: string,
  command: (server: Server) => string,
  paste: (server: Server) => Step,
): Guide {
  const steps = (server: Server) => [{ run: command(server) }, BOTH, paste(server)]
  return { title, ...ON_YOUR_MACHINE, steps }
}

function toNamedEntry({ name, endpoint }: Server): object {
  return { name, ...SERVER_FORMS.http(endpoint) }
}

/** Cursor reads an entry as Base64 from an address with its own scheme. */
function formatInstallLink({ name, endpoint }: Server): string {
  const config = encodeURIComponent(btoa(JSON.stringify(SERVER_FORMS.cursor(endpoint))))
  return `cursor://anysphere.cursor-deeplink/mcp/install?name=${name}&config=${config}`
}

/**
 * Quotes a word for a POSIX shell, where single quotes cannot contain a single quote (POSIX 2.2.2).
 * Other shells differ: cmd.exe knows double quotes only, and PowerShell before 7.3 drops those
 * inside JSON. Text that is pasted into a file is the same everywhere.
 */
export function quoteWord(word: string): string {
  return /^[\w.:/@-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`
}
