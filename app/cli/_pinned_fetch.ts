import { lookup } from 'node:dns/promises'
import { type IncomingMessage, request as requestPlain } from 'node:http'
import { request as requestSecure } from 'node:https'
import { isIP, type LookupFunction } from 'node:net'
import { isLoopback } from '../contract/loopback.ts'
import { err, ok, type Result } from '../contract/result.ts'
import type { FetchDocument, FetchedDocument } from '../oauth/plugin.ts'
import { isLoopbackAddress, isPublicAddress } from './_address_rules.ts'

/** Largest document of a client, in bytes (Client ID Metadata Document, section 6.6). */
const DOCUMENT_BYTES_MAX = 5 * 1024

const HEAD_MS_MAX = 3000
const WHOLE_MS_MAX = 5000

const JSON_TYPE = /^application\/(?:[a-z0-9.+-]+\+)?json$/

type PinnedFetchPorts = {
  /** Whether documents may come from this machine: where the service itself is on loopback. */
  readonly loopback: boolean
  /** Every address of a name. */
  readonly resolve?: (host: string) => Promise<readonly string[]>
  /** Whether one may connect to an address. */
  readonly permits?: (address: string) => boolean
  /** Certificates to trust in place of the usual ones. */
  readonly certificates?: string
}

type FetchRules = Required<Omit<PinnedFetchPorts, 'loopback' | 'certificates'>> &
  Pick<PinnedFetchPorts, 'certificates'>

/**
 * Fetches documents of strangers. All addresses of the name are looked up once and must be
 * permitted; the connection is then made to one of those, with the certificate checked against the
 * name. To check a name and fetch it by name would look it up twice, and the second answer may be
 * another (DNS rebinding). No redirect is followed and no proxy of the environment is used.
 */
export function createPinnedFetch(ports: PinnedFetchPorts): FetchDocument {
  const known: FetchRules = { resolve: addressesOf, permits: permitsFor(ports.loopback), ...ports }
  return async (text) => {
    const url = new URL(text)
    const over = AbortSignal.timeout(WHOLE_MS_MAX)
    const addresses = await Promise.race([checkAddresses(url, known), abortOf(over)])
    return addresses.ok ? await fetchFrom(url, addresses.value, known, over) : addresses
  }
}

function permitsFor(loopback: boolean): (address: string) => boolean {
  return (address) => isPublicAddress(address) || (loopback && isLoopbackAddress(address))
}

async function addressesOf(host: string): Promise<readonly string[]> {
  // A name below `localhost` is never asked of the network (RFC 6761 section 6.3).
  const name = isLoopback(host) ? 'localhost' : host
  return (await lookup(name, { all: true })).map(({ address }) => address)
}

async function checkAddresses(
  { hostname }: URL,
  { resolve, permits }: FetchRules,
): Promise<Result<readonly string[], string>> {
  const bare = hostname.replace(/^\[|\]$/g, '')
  const addresses = isIP(bare) === 0 ? await resolve(bare).catch(() => []) : [bare]
  if (addresses.length === 0) return err('the name has no address')
  // One bad address spoils the name: nobody can say which one a connection would take.
  return addresses.every(permits) ? ok(addresses) : err('an address of the name is not public')
}

async function abortOf(signal: AbortSignal): Promise<Result<never, string>> {
  return await new Promise((resolve) => {
    signal.addEventListener('abort', () => resolve(err('it took too long')), { once: true })
  })
}

async function fetchFrom(
  url: URL,
  addresses: readonly string[],
  { certificates }: FetchRules,
  over: AbortSignal,
): Promise<Result<FetchedDocument, string>> {
  return await new Promise((resolve) => {
    const ask = url.protocol === 'https:' ? requestSecure : requestPlain
    const request = ask(url, {
      agent: false,
      lookup: lookupOf(addresses),
      rejectUnauthorized: true,
      ...(certificates === undefined ? {} : { ca: certificates }),
      signal: over,
      headers: { accept: 'application/json', 'accept-encoding': 'identity' },
    })
    const finish = (result: Result<FetchedDocument, string>): void => {
      clearTimeout(late)
      resolve(result)
      request.destroy()
    }
    const late = setTimeout(() => finish(err('it took too long')), HEAD_MS_MAX)
    request.on('error', (error) => finish(err(`it cannot be reached: ${codeOf(error)}`)))
    request.on('response', (response) => {
      clearTimeout(late)
      void readDocument(response).then(finish)
    })
    request.end()
  })
}

/** Answers every question for the name with the addresses that were checked. */
function lookupOf(addresses: readonly string[]): LookupFunction {
  const checked = addresses.map((address) => ({ address, family: isIP(address) }))
  return (_hostname, options, answer) => {
    const [first] = checked
    if (options.all === true) answer(null, checked)
    else answer(null, first?.address ?? '', first?.family ?? 4)
  }
}

async function readDocument(response: IncomingMessage): Promise<Result<FetchedDocument, string>> {
  const { statusCode, headers } = response
  if (statusCode !== 200) return err(`it answered ${statusCode}`)
  if ((headers['content-encoding'] ?? 'identity') !== 'identity') return err('it is compressed')
  const type = (headers['content-type'] ?? '').split(';')[0]?.trim().toLowerCase() ?? ''
  if (!JSON_TYPE.test(type)) return err('it is not JSON by its type')
  const chunks: Uint8Array[] = []
  let bytes = 0
  try {
    for await (const chunk of response) {
      // Without an encoding set, a response gives its bytes as Buffers.
      const piece = chunk as Uint8Array
      bytes += piece.byteLength
      if (bytes > DOCUMENT_BYTES_MAX) return err(`it has more than ${DOCUMENT_BYTES_MAX} bytes`)
      chunks.push(piece)
    }
  } catch {
    return err('it broke off')
  }
  return ok({ body: Buffer.concat(chunks), maxAge: maxAgeOf(headers['cache-control'] ?? '') })
}

/** RFC 9111 section 5.2.2; what must not be kept is kept as short as anything. */
function maxAgeOf(cacheControl: string): number | undefined {
  const directives = cacheControl
    .toLowerCase()
    .split(',')
    .map((each) => each.trim())
  if (directives.includes('no-store') || directives.includes('no-cache')) return 0
  const age = directives.find((each) => each.startsWith('max-age='))?.slice('max-age='.length)
  return age !== undefined && /^[0-9]{1,9}$/.test(age) ? Number(age) : undefined
}

function codeOf(error: Error): string {
  return 'code' in error ? String(error.code) : error.name
}
