import { type IncomingMessage, request as requestPlain } from 'node:http'
import { request as requestSecure } from 'node:https'
import { err, type Result } from '../../contract/result.ts'
import { codeOf, lookupOf, type PinnedRules } from './pinned_addresses.ts'

/** Interim answers (1xx) of one request; a server that never stops would keep us busy. */
const INTERIM_MAX = 10

type Outgoing = {
  readonly method: 'GET' | 'POST'
  readonly headers: Readonly<Record<string, string | number>>
  readonly body?: Uint8Array
  /** How long the head of the answer may take, in milliseconds. */
  readonly headMs?: number
}

type Connection = {
  readonly rules: PinnedRules
  /** The end of the time for the whole exchange. */
  readonly over: AbortSignal
  /** Addresses that were checked: the connection goes to one of them. */
  readonly addresses: readonly string[]
}

type ReadAnswer<Answer> = (response: IncomingMessage) => Promise<Result<Answer, string>>

/** Sends one request to a checked address; follows no redirect and uses no proxy. */
export async function requestPinned<Answer>(
  url: URL,
  { method, headers, body, headMs }: Outgoing,
  { rules: { certificates }, over, addresses }: Connection,
  read: ReadAnswer<Answer>,
): Promise<Result<Answer, string>> {
  return await new Promise((resolve) => {
    const ask = url.protocol === 'https:' ? requestSecure : requestPlain
    const request = ask(url, {
      method,
      agent: false,
      lookup: lookupOf(addresses),
      rejectUnauthorized: true,
      ...(certificates === undefined ? {} : { ca: certificates }),
      signal: over,
      headers,
    })
    const finish = (result: Result<Answer, string>): void => {
      clearTimeout(late)
      resolve(result)
      request.destroy()
    }
    const late =
      headMs === undefined ? undefined : setTimeout(() => finish(err('it took too long')), headMs)
    let interim = 0
    request.on('information', () => {
      interim += 1
      if (interim > INTERIM_MAX) finish(err('it sends interim answers without end'))
    })
    request.on('error', (error) => finish(err(explain(error, over))))
    request.on('response', (response) => {
      clearTimeout(late)
      void read(response).then(finish)
    })
    request.end(body)
  })
}

function explain(error: Error, over: AbortSignal): string {
  return over.aborted ? 'it took too long' : `it cannot be reached: ${codeOf(error)}`
}
