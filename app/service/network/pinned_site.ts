import type { IncomingMessage } from 'node:http'
import { pipeline } from 'node:stream'
import { createGunzip } from 'node:zlib'
import { ok, type Result } from '../../contract/result.ts'
import { RefusedAddress, type SitePorts } from '../../import/fetch/mod.ts'
import { requestPinned } from './_pinned_request.ts'
import { abortOf, checkAddresses, createPinnedRules, type PinnedPorts } from './pinned_addresses.ts'

const HEAD_MS_MAX = 20_000
const WHOLE_MS_MAX = 60_000

/**
 * Sends requests to the server of a site. At each one every address of the name must be permitted
 * and the connection goes to one of those; no redirect is followed, no proxy of the environment
 * used. A body is unpacked as it is read, so whoever reads it decides how much there may be.
 */
export function createPinnedSite(ports: PinnedPorts): SitePorts['send'] {
  const rules = createPinnedRules(ports)
  return async (message) => {
    const url = new URL(message.url)
    const over = AbortSignal.timeout(WHOLE_MS_MAX)
    const addresses = await Promise.race([checkAddresses(url, rules), abortOf(over)])
    if (!addresses.ok) throw new RefusedAddress(addresses.error)
    const encoding = { 'accept-encoding': 'gzip' }
    const headers = { ...Object.fromEntries(message.headers), ...encoding }
    const outgoing = { method: 'GET', headers, headMs: HEAD_MS_MAX } as const
    const connection = { rules, over, addresses: addresses.value }
    const head = Promise.withResolvers<Response>()
    // The connection is kept until the body is read to its end, or dropped.
    const whole = requestPinned(url, outgoing, connection, (response) => {
      const reading = readResponse(response)
      head.resolve(reading.response)
      return reading.end
    })
    void whole.then((result) => {
      if (!result.ok) head.reject(new Error(result.error))
    })
    return await head.promise
  }
}

type Reading = { readonly response: Response; readonly end: Promise<Result<undefined, string>> }

function readResponse(incoming: IncomingMessage): Reading {
  const { statusCode = 0, headers: fields } = incoming
  const headers = new Headers()
  for (const [name, value] of Object.entries(fields)) {
    if (value !== undefined) headers.set(name, Array.isArray(value) ? value.join(', ') : value)
  }
  const end = Promise.withResolvers<Result<undefined, string>>()
  const status = statusCode >= 200 && statusCode < 600 ? statusCode : 502
  if (status !== 200) {
    // Nobody reads more than the head of these.
    incoming.destroy()
    end.resolve(ok(undefined))
    return { response: new Response(null, { status, headers }), end: end.promise }
  }
  const isPacked = /^(?:x-)?gzip$/i.test(fields['content-encoding']?.trim() ?? '')
  if (isPacked) headers.delete('content-length')
  // A pipeline passes on that the connection broke.
  const source = isPacked ? pipeline(incoming, createGunzip(), () => undefined) : incoming
  const pieces = source[Symbol.asyncIterator]()
  const finish = () => end.resolve(ok(undefined))
  const body = new ReadableStream<Uint8Array>({
    pull: async (controller) => {
      try {
        const { done, value } = await pieces.next()
        // Without an encoding set, a stream gives its bytes as Buffers.
        if (done !== true) return controller.enqueue(value as unknown as Uint8Array)
        controller.close()
      } catch {
        controller.error(new Error('it broke off'))
      }
      finish()
    },
    cancel: finish,
  })
  return { response: new Response(body, { status, headers }), end: end.promise }
}
