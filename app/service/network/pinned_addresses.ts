import { lookup } from 'node:dns/promises'
import { isIP, type LookupFunction } from 'node:net'
import { isLoopback } from '../../contract/loopback.ts'
import { err, ok, type Result } from '../../contract/result.ts'
import { isLoopbackAddress, isPublicAddress } from './address_rules.ts'

export type PinnedPorts = {
  /** Whether addresses of this machine count: where the service itself is on loopback. */
  readonly loopback: boolean
  readonly resolve?: (host: string) => Promise<readonly string[]>
  /** Whether one may connect to an address. */
  readonly permits?: (address: string) => boolean
  /** Certificates to trust in place of the usual ones. */
  readonly certificates?: string
}

export type PinnedRules = Required<Omit<PinnedPorts, 'loopback' | 'certificates'>> &
  Pick<PinnedPorts, 'certificates'>

export function createPinnedRules(ports: PinnedPorts): PinnedRules {
  return { resolve: addressesOf, permits: permitsFor(ports.loopback), ...ports }
}

function permitsFor(loopback: boolean): (address: string) => boolean {
  return (address) => isPublicAddress(address) || (loopback && isLoopbackAddress(address))
}

async function addressesOf(host: string): Promise<readonly string[]> {
  // A name below `localhost` is never asked of the network (RFC 6761 section 6.3).
  const name = isLoopback(host) ? 'localhost' : host
  return (await lookup(name, { all: true })).map(({ address }) => address)
}

/** The addresses of a host, if every one of them is permitted. */
export async function checkAddresses(
  { hostname }: URL,
  { resolve, permits }: PinnedRules,
): Promise<Result<readonly string[], string>> {
  const bare = hostname.replace(/^\[|\]$/g, '')
  const addresses = isIP(bare) === 0 ? await resolve(bare).catch(() => []) : [bare]
  if (addresses.length === 0) return err('the name has no address')
  // One bad address spoils the name: nobody can say which one a connection would take.
  return addresses.every(permits) ? ok(addresses) : err('an address of the name is not public')
}

/** A refusal once the time is over. */
export async function abortOf(signal: AbortSignal): Promise<Result<never, string>> {
  return await new Promise((resolve) => {
    signal.addEventListener('abort', () => resolve(err('it took too long')), { once: true })
  })
}

/** Answers every question for the name with the addresses that were checked. */
export function lookupOf(addresses: readonly string[]): LookupFunction {
  const checked = addresses.map((address) => ({ address, family: isIP(address) }))
  return (_hostname, options, answer) => {
    const [first] = checked
    if (options.all === true) answer(null, checked)
    else answer(null, first?.address ?? '', first?.family ?? 4)
  }
}

/** What the system calls a failure to connect. */
export function codeOf(error: Error): string {
  return 'code' in error ? String(error.code) : error.name
}
