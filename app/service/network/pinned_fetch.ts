import type { IncomingMessage } from 'node:http'
import { LIMITS } from '../../contract/limits.ts'
import { err, ok, type Result } from '../../contract/result.ts'
import type { FetchDocument, FetchedDocument } from '../../interfaces/oauth/plugin.ts'
import { requestPinned } from './_pinned_request.ts'
import { abortOf, checkAddresses, createPinnedRules, type PinnedPorts } from './pinned_addresses.ts'

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
    if (!addresses.ok) return addresses
    const headers = { accept: 'application/json', 'accept-encoding': 'identity' }
    const outgoing = { method: 'GET', headers, headMs: HEAD_MS_MAX } as const
    const connection = { rules: known, over, addresses: addresses.value }
    return await requestPinned(url, outgoing, connection, readDocument)
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
      if (bytes > LIMITS.clientDocumentBytesMax)
        return err(`it has more than ${LIMITS.clientDocumentBytesMax} bytes`)
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
