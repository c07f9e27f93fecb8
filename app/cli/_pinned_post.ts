import { type IncomingMessage, request as requestPlain } from 'node:http'
import { request as requestSecure } from 'node:https'
import { err, ok, type Result } from '../contract/result.ts'
import type { EventPorts, PostAnswer, PostedMessage } from '../events/mod.ts'
import {
  abortOf,
  checkAddresses,
  codeOf,
  createPinnedRules,
  lookupOf,
  type PinnedPorts,
  type PinnedRules,
} from './_pinned_addresses.ts'

/** What is kept of an answer: enough for a person to see what was wrong. */
const TEXT_BYTES_MAX = 1024

/**
 * Posts a message to a receiver. The same rules as for documents of strangers hold at each attempt:
 * every address of the name must be permitted, the connection goes to one of those, no redirect is
 * followed and no proxy of the environment is used.
 */
export function createPinnedPost(ports: PinnedPorts): EventPorts['post'] {
  const rules = createPinnedRules(ports)
  return async (message) => {
    const url = new URL(message.url)
    const over = AbortSignal.timeout(message.timeoutMs)
    const addresses = await Promise.race([checkAddresses(url, rules), abortOf(over)])
    if (!addresses.ok) return addresses
    return await postTo(url, message, { rules, over, addresses: addresses.value })
  }
}

type Connection = {
  readonly rules: PinnedRules
  readonly over: AbortSignal
  readonly addresses: readonly string[]
}

async function postTo(
  url: URL,
  { headers, body }: PostedMessage,
  { rules: { certificates }, over, addresses }: Connection,
): Promise<Result<PostAnswer, string>> {
  return await new Promise((resolve) => {
    const ask = url.protocol === 'https:' ? requestSecure : requestPlain
    const bytes = Buffer.from(body)
    const request = ask(url, {
      method: 'POST',
      agent: false,
      lookup: lookupOf(addresses),
      rejectUnauthorized: true,
      ...(certificates === undefined ? {} : { ca: certificates }),
      signal: over,
      headers: { ...headers, 'content-length': bytes.length, 'accept-encoding': 'identity' },
    })
    const finish = (result: Result<PostAnswer, string>): void => {
      resolve(result)
      request.destroy()
    }
    request.on('error', (error) => finish(err(explain(error, over))))
    request.on('response', (response) => {
      const status = response.statusCode ?? 0
      // The status decides; the text is for people, and may break off.
      void readText(response).then((text) => finish(ok({ status, text })))
    })
    request.end(bytes)
  })
}

function explain(error: Error, over: AbortSignal): string {
  return over.aborted ? 'it took too long' : `it cannot be reached: ${codeOf(error)}`
}

async function readText(response: IncomingMessage): Promise<string> {
  const chunks: Uint8Array[] = []
  let bytes = 0
  try {
    for await (const chunk of response) {
      // Without an encoding set, a response gives its bytes as Buffers.
      const piece = chunk as Uint8Array
      chunks.push(piece)
      bytes += piece.byteLength
      if (bytes >= TEXT_BYTES_MAX) break
    }
  } catch {
    return ''
  }
  const text = Buffer.concat(chunks).subarray(0, TEXT_BYTES_MAX).toString()
  // Control characters would steer the terminal of whoever reads the reason.
  return text.replace(/[\p{Cc}\u2028\u2029]+/gu, ' ').trim()
}
