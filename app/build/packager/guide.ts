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
  | { readonly file: string; readonly language: 'json' | 'toml' | 'yaml'; readonly text: string }

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

export const BOTH = { say: 'Or add this to the configuration file:' }

export const IN_DATA_CENTRE = { calls: 'data centre', plainHttp: 'nowhere', proved: false } as const
export const ON_YOUR_MACHINE = {
  calls: 'your machine',
  plainHttp: 'everywhere',
  proved: false,
} as const

/** An entry for the server in a JSON file of the host. */
export function pasteInto(
  file: string,
  key: 'mcpServers' | 'servers' | 'context_servers',
  form: (url: string) => object,
): (server: Server) => Step {
  return ({ name, endpoint }) => {
    const content = { [key]: { [name]: form(endpoint) } }
    return { file, language: 'json', text: JSON.stringify(content, null, 2) }
  }
}
