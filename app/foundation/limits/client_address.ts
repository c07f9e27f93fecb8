import {
  type Address,
  type AddressRange,
  formatAddress,
  isInRange,
  parseAddress,
} from './address_range.ts'

/** The socket address of a request, if the runtime knows it. */
export type PeerOf = (request: Request) => string | undefined

/**
 * The address that a call is counted under. Only the part of `X-Forwarded-For` that trusted proxies
 * wrote is used: each appends the address that it saw, so the list is read from the right, and the
 * first address that is not a trusted proxy is the client. Entries further left come from the
 * client and are ignored. An entry that is not an address ends the search at the proxy that wrote
 * it.
 */
export function clientAddress(
  headers: Headers,
  peer: string | undefined,
  trustedProxies: readonly AddressRange[],
): Address | undefined {
  const direct = peer === undefined ? undefined : parsePeer(peer)
  const field = headers.get('x-forwarded-for')
  if (direct === undefined || field === null || !isTrusted(direct, trustedProxies)) return direct
  const forwarded = field.split(',')
  let client = direct
  for (let index = forwarded.length - 1; index >= 0; index -= 1) {
    const hop = parseHop(forwarded[index] ?? '')
    if (hop === undefined) return client
    client = hop
    if (!isTrusted(hop, trustedProxies)) return client
  }
  return client
}

/** The client address of a request as text; `peer` as in `Admit`. */
export type AddressOf = (request: Request, peer: string | undefined) => string

export function createAddressOf(trustedProxies: readonly AddressRange[]): AddressOf {
  return ({ headers }, peer) => {
    const address = clientAddress(headers, peer, trustedProxies)
    return address === undefined ? 'unknown' : formatAddress(address)
  }
}

/** Parsed peers that are cached; a kept connection has the same one with every call. */
const PEERS_MAX = 1024
const peers = new Map<string, Address | undefined>()

function parsePeer(peer: string): Address | undefined {
  const known = peers.get(peer)
  if (known !== undefined) return known
  const address = parseAddress(peer)
  if (peers.size >= PEERS_MAX) peers.clear()
  peers.set(peer, address)
  return address
}

function isTrusted(address: Address, trustedProxies: readonly AddressRange[]): boolean {
  return trustedProxies.some((range) => isInRange(range, address))
}

/** Some proxies add the port: `192.0.2.1:4711`, `[2001:db8::1]:4711`. */
function parseHop(text: string): Address | undefined {
  const hop = text.trim()
  const bracketed = /^\[([^\]]*)\](?::[0-9]+)?$/.exec(hop)
  if (bracketed !== null) return parseAddress(bracketed[1] ?? '')
  return parseAddress(hop.replace(/^([0-9.]+):[0-9]+$/, '$1'))
}
