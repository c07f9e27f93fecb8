import { type Guide, ON_YOUR_MACHINE, pasteInto, type Server, type Step } from './guide.ts'
import { SERVER_FORMS } from './manifests.ts'

/** Editors and chat programs that take an address in a file or a form of their own. */
export const FURTHER_GUIDES: Readonly<Record<string, Guide>> = {
  windsurf: {
    title: 'Windsurf',
    ...ON_YOUR_MACHINE,
    steps: (server) => [
      pasteInto('~/.codeium/windsurf/mcp_config.json', 'mcpServers', toServerUrl)(server),
      { say: 'Refresh the list of servers. An entry with `url`, as for Cursor, does not connect.' },
    ],
  },
  zed: {
    title: 'Zed',
    ...ON_YOUR_MACHINE,
    steps: (server) => [
      { say: 'Open Settings, AI, MCP Servers, then "Add Server", or edit the settings file:' },
      pasteInto('~/.config/zed/settings.json', 'context_servers', SERVER_FORMS.cursor)(server),
    ],
  },
  jetbrains: {
    title: 'JetBrains AI Assistant',
    ...ON_YOUR_MACHINE,
    steps: (server) => [
      { say: 'Open Settings, Tools, AI Assistant, Model Context Protocol (MCP), then "Add".' },
      { say: 'Choose Streamable HTTP and paste:' },
      pasteInto('The form of the server', 'mcpServers', SERVER_FORMS.cursor)(server),
      { say: 'Junie only starts programs: give it `lectern stdio`, or the bridge.' },
    ],
  },
  goose: {
    title: 'Goose',
    ...ON_YOUR_MACHINE,
    steps: ({ name, title, endpoint }) => [
      { say: 'Run `goose configure`, "Add Extension", "Remote Extension (Streamable HTTP)".' },
      { say: 'Or add this to the configuration file:' },
      writeYaml('~/.config/goose/config.yaml', 'extensions', name, {
        name,
        description: title,
        type: 'streamable_http',
        uri: endpoint,
        enabled: true,
        timeout: 60,
      }),
    ],
  },
  librechat: {
    title: 'LibreChat',
    ...ON_YOUR_MACHINE,
    steps: ({ name, endpoint }) => [
      writeYaml('librechat.yaml', 'mcpServers', name, {
        type: 'streamable-http',
        url: endpoint,
        serverInstructions: true,
      }),
      { say: 'Restart LibreChat.' },
    ],
  },
  'open-webui': {
    title: 'Open WebUI',
    ...ON_YOUR_MACHINE,
    steps: ({ endpoint }) => [
      { say: 'Open Admin Settings, External Tools, then "+" (version 0.6.31 or newer).' },
      { say: 'Type: MCP (Streamable HTTP), not OpenAPI' },
      { say: `Server URL: ${endpoint}` },
      { say: 'Authentication: none, unless there are business tools: then OAuth 2.1.' },
    ],
  },
}

function toServerUrl(serverUrl: string): object {
  return { serverUrl }
}

/** Every scalar of JSON is one of YAML, so no value needs rules of its own. */
function writeYaml(
  file: string,
  key: string,
  name: Server['name'],
  entry: Readonly<Record<string, string | number | boolean>>,
): Step {
  const members = Object.entries(entry).map(([member, value]) => {
    return `    ${member}: ${JSON.stringify(value)}`
  })
  return { file, language: 'yaml', text: [`${key}:`, `  ${name}:`, ...members].join('\n') }
}
