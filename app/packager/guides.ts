import { SERVER_FORMS } from './manifests.ts'

/** The server to add to a host. */
export type Server = {
  readonly name: string
  readonly title: string
  readonly endpoint: string
}

/** One step: an instruction, a command to run, or text to paste into a file. */
export type Step =
  | { readonly say: string }
  | { readonly run: string }
  | { readonly file: string; readonly language: 'json' | 'toml'; readonly text: string }

export type Guide = {
  readonly title: string
  /** Where the host calls from: a data centre cannot reach a loopback address. */
  readonly calls: 'data centre' | 'your machine'
  /** Where the host accepts an address without https; hosts in data centres never do. */
  readonly plainHttp: 'everywhere' | 'localhost and 127.0.0.1' | 'nowhere'
  /** Whether our tests run these steps; the others come from the documentation of the host. */
  readonly proved: boolean
  readonly steps: (server: Server) => readonly Step[]
  /** Address that opens the host with a prompt in its field; a page offers it to its readers. */
  readonly ask?: (prompt: string) => string
  /** Address that adds the server to the host. */
  readonly install?: (server: Server) => string
}

const INSPECTOR = 'npx -y @modelcontextprotocol/inspector'

const BOTH = { say: 'Or add this to the configuration file:' }

const IN_DATA_CENTRE = { calls: 'data centre', plainHttp: 'nowhere', proved: false } as const
const ON_YOUR_MACHINE = { calls: 'your machine', plainHttp: 'everywhere', proved: false } as const

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

function pasteInto(
  file: string,
  key: 'mcpServers' | 'servers',
  form: (url: string) => object,
): (server: Server) => Step {
  return ({ name, endpoint }) => {
    const content = { [key]: { [name]: form(endpoint) } }
    return { file, language: 'json', text: JSON.stringify(content, null, 2) }
  }
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
