import type { Client } from '../../../business/grants/mod.ts'
import { withoutLoopbackPort } from '../../../contract/redirect_uri.ts'
import { formatName } from '../../../contract/shown_name.ts'
import { redirectHostOf } from '../clients/redirects.ts'

/** What the consent page says about a client: its own claims and what was checked. */
export type ClientDescription = {
  readonly name: string
  readonly knownBy: string
  readonly id: string
  readonly redirectsTo: string
  readonly warnings: readonly string[]
}

/** A client can choose everything shown except the host of its document's address. */
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
      return { knownBy: 'Published at', id: new URL(client.id).host }
    case 'dynamic':
      return { knownBy: 'Self-registered as', id: client.id }
    case 'registered':
      return { knownBy: 'Registered here as', id: client.id }
  }
}

const LOCAL =
  'this client runs on your computer, where any program can use any name. ' +
  'Continue only if you have just started it yourself.'
const CHANGED =
  'the details of this client have changed since it was last connected. Check them again.'

function warningsOf(client: Client, redirectUri: string): readonly string[] {
  const isLocal = withoutLoopbackPort(redirectUri) !== undefined
  return [...(isLocal ? [LOCAL] : []), ...(client.changed ? [CHANGED] : [])]
}

/**
 * What `form-action` must allow besides us: browsers check it at each redirect, so without the
 * client's address the button Allow would do nothing (CSP level 3, 6.4.1). Absent for a host with a
 * character that has a meaning in a policy.
 */
export function formTargetOf(redirectUri: string): string | undefined {
  const { protocol, host, origin } = new URL(redirectUri)
  if (protocol !== 'https:' && protocol !== 'http:') {
    return /^[a-z][a-z0-9+.-]*:$/.test(protocol) ? protocol : undefined
  }
  // A policy cannot name an IPv6 address; http is allowed only to loopback hosts.
  if (host.startsWith('[')) return protocol
  return /^[a-z0-9.-]+(?::[0-9]+)?$/.test(host) ? origin : undefined
}
