import { withoutLoopbackPort } from '../contract/redirect_uri.ts'
import type { Client } from '../grants/mod.ts'
import { formatName } from './_page_text.ts'
import { redirectHostOf } from './_redirects.ts'

/** What the consent page says of a client: its own words, and what was checked of it. */
export type ClientDescription = {
  readonly name: string
  readonly knownBy: string
  readonly id: string
  readonly redirectsTo: string
  readonly warnings: readonly string[]
}

/** The host of a document's address is the only thing that a stranger cannot choose freely. */
export function describeClient(client: Client, redirectUri: string): ClientDescription {
  const known = describeOrigin(client)
  return {
    name: formatName(client.name),
    ...known,
    redirectsTo: redirectHostOf(redirectUri),
    warnings: warningsOf(client, redirectUri),
  }
}

function describeOrigin(client: Client): Pick<ClientDescription, 'knownBy' | 'id'> {
  switch (client.kind) {
    case 'document':
      return { knownBy: 'Described at', id: new URL(client.id).host }
    case 'dynamic':
      return { knownBy: 'Registered itself as', id: client.id }
    case 'registered':
      return { knownBy: 'Known here as', id: client.id }
  }
}

const LOCAL =
  'It runs on the computer in front of you, where any program can use any name. ' +
  'Go on only if you have just started it yourself.'
const CHANGED = 'Its description has changed since it was last connected. Look again at what it is.'

function warningsOf(client: Client, redirectUri: string): readonly string[] {
  const isLocal = withoutLoopbackPort(redirectUri) !== undefined
  return [...(isLocal ? [LOCAL] : []), ...(client.changed ? [CHANGED] : [])]
}

/**
 * What `form-action` must allow besides us: browsers hold a form to it at each redirection, so
 * without the client's own place the button Allow would end in nothing (CSP level 3, 6.4.1).
 * Absent for a host with a character that has a meaning in a policy.
 */
export function formTargetOf(redirectUri: string): string | undefined {
  const { protocol, host, origin } = new URL(redirectUri)
  if (protocol !== 'https:' && protocol !== 'http:') {
    return /^[a-z][a-z0-9+.-]*:$/.test(protocol) ? protocol : undefined
  }
  // A policy has no word for an IPv6 address; http is allowed to loopback hosts alone.
  if (host.startsWith('[')) return protocol
  return /^[a-z0-9.-]+(?::[0-9]+)?$/.test(host) ? origin : undefined
}
