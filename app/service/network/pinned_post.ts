import type { IncomingMessage } from 'node:http'
import type { EventPorts, PostAnswer } from '../../business/events/mod.ts'
import { ok, type Result } from '../../contract/result.ts'
import { requestPinned } from './_pinned_request.ts'
import { abortOf, checkAddresses, createPinnedRules, type PinnedPorts } from './pinned_addresses.ts'

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
    const body = Buffer.from(message.body)
    const encoding = { 'content-length': body.length, 'accept-encoding': 'identity' }
    const outgoing = { method: 'POST', headers: { ...message.headers, ...encoding }, body } as const
    const connection = { rules, over, addresses: addresses.value }
    return await requestPinned(url, outgoing, connection, readAnswer)
  }
}

/** The status decides; the text is for people, and may break off. */
async function readAnswer(response: IncomingMessage): Promise<Result<PostAnswer, string>> {
  return ok({ status: response.statusCode ?? 0, text: await readText(response) })
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
