import { isLoopback } from '../../contract/loopback.ts'
import { MCP_PATH } from '../../contract/protocol.ts'
import type { Registry } from '../../contract/registry.ts'
import { baseOf } from '../../docs/model/addresses.ts'
import { GUIDES } from './guides.ts'

export type HostLink = { readonly title: string; readonly href: string }

/** What a page offers its readers beside itself. */
export type HostLinks = {
  /** Opens a host with this prompt; none for an address that hosts in a data centre cannot read. */
  readonly ask: (prompt: string) => readonly HostLink[]
  /** Adds the server to a host on the computer of the reader. */
  readonly install: readonly HostLink[]
}

export function createHostLinks({ service }: Registry, baseUrl: string): HostLinks {
  const endpoint = baseOf(baseUrl) + MCP_PATH
  const server = { name: service.name, title: service.title, endpoint }
  const isLocal = isLoopback(new URL(baseUrl))
  const guides = Object.values(GUIDES)
  return {
    ask: (prompt) =>
      guides.flatMap(({ ask, calls, title }) =>
        ask === undefined || (isLocal && calls === 'data centre')
          ? []
          : [{ title: shortenName(title), href: ask(prompt) }],
      ),
    install: guides
      .flatMap(({ install, title }) =>
        install === undefined ? [] : [{ title: shortenName(title), href: install(server) }],
      )
      .sort((one, other) => (one.title < other.title ? -1 : 1)),
  }
}

/** "Claude (web and desktop)" is "Claude" in a menu. */
function shortenName(title: string): string {
  return title.replace(/ (\(|with ).*$/, '')
}
