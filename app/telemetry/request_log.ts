import { afterValue } from '../contract/after.ts'
import type { Log } from './log.ts'

/** A fetch handler. */
export type Fetch = (request: Request) => Response | Promise<Response>

/**
 * Logs one line for each answer, 404s included. Query strings, headers and bodies are not logged:
 * they may contain what a person typed.
 */
export function withRequestLog(fetch: Fetch, log: Log, stopwatch: () => number): Fetch {
  return (request) => {
    const startedMs = stopwatch()
    return afterValue(fetch(request), (response) => {
      log.info('request', {
        method: request.method,
        path: pathOf(request.url),
        status: response.status,
        ms: Math.round((stopwatch() - startedMs) * 1000) / 1000,
      })
      return response
    })
  }
}

/** The path of an absolute address, without parsing all of it. */
function pathOf(url: string): string {
  const from = url.indexOf('/', url.indexOf('://') + 3)
  const to = url.indexOf('?', from)
  return to === -1 ? url.slice(from) : url.slice(from, to)
}
