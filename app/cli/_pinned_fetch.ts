import { type IncomingMessage, request as requestPlain } from 'node:http'
import { request as requestSecure } from 'node:https'
import { err, ok, type Result } from '../contract/result.ts'
import type { FetchDocument, FetchedDocument } from '../oauth/plugin.ts'
import {
  abortOf,
  checkAddresses,
  codeOf,
  createPinnedRules,
  lookupOf,
  type PinnedPorts,
  type PinnedRules,
} from './_pinned_addresses.ts'

/** Largest document of a client, in bytes (Client ID Metadata Document, section 6.6). */
const DOCUMENT_BYTES_MAX = 5 * 1024

const HEAD_MS_MAX = 3000
const WHOLE_MS_MAX = 5000

const JSON_TYPE = /^application\/(?:[a-z0-9.+-]+\+)?json$/

/**
 * Fetches documents of strangers. All addresses of the name are looked up once and must be
 * permitted; the connection is then made to one of those, with the certificate checked against the
 * name. To check a name and fetch it by name would look it up twice, and the second answer may be
 * another (DNS rebinding). No redirect is followed and no proxy of the environment is used.
 */
export function createPinnedFetch(ports: PinnedPorts): FetchDocument {
  const known = createPinnedRules(ports)
  return async (text) => {
    const url = new URL(text)
    const over = AbortSignal.timeout(WHOLE_MS_MAX)
    const addresses = await Promise.race([checkAddresses(url, known), abortOf(over)])
    return addresses.ok ? await fetchFrom(url, addresses.value, known, over) : addresses
  }
}

async function fetchFrom(
  url: URL,
  addresses: readonly string[],
  { certificates }: PinnedRules,
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
