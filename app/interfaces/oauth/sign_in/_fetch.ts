import { isJsonObject, type JsonObject } from '../../../contract/json_rpc.ts'
import { err, ok, type Result } from '../../../contract/result.ts'
import { readCounted } from '../../../foundation/limits/body_limit.ts'

/** The part of `fetch` that a sign-in needs. */
export type Fetch = (url: string, init: RequestInit) => Promise<Response>

/** Timeout of one call to the provider, in milliseconds. */
const ANSWER_MS_MAX = 5000

/** Largest response in bytes; documents of providers have a few thousand. */
const ANSWER_BYTES_MAX = 256 * 1024

export type ProviderAnswer = { readonly status: number; readonly body: JsonObject }

/**
 * Calls the provider once, without redirects, with a deadline for head and body and a limit on
 * bytes. Returns any JSON object with its status.
 */
export async function askProvider(
  fetch: Fetch,
  url: string,
  init: RequestInit = {},
): Promise<Result<ProviderAnswer, string>> {
  const signal = AbortSignal.timeout(ANSWER_MS_MAX)
  try {
    const answer = await fetch(url, {
      ...init,
      redirect: 'manual',
      signal: init.signal ? AbortSignal.any([signal, init.signal]) : signal,
    })
    // The received bytes are counted, because the runtime inflates compressed responses.
    const bytes = await readCounted(answer.body, ANSWER_BYTES_MAX)
    if (!bytes.ok) return err(`more than ${ANSWER_BYTES_MAX} bytes`)
    const body: unknown = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes.value))
    if (!isJsonObject(body)) return err(`response is not a JSON object: status ${answer.status}`)
    return ok({ status: answer.status, body })
  } catch (error) {
    // Only the name: a message of the runtime may contain what was sent.
    return err(`no response: ${error instanceof Error ? error.name : 'unknown'}`)
  }
}
