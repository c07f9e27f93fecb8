import { afterValue } from '../../contract/result.ts'
import type { Log } from './log.ts'
import type { Observer } from './observer.ts'
import { pathOf } from './routes.ts'

export type Fetch = (request: Request) => Response | Promise<Response>

type RequestLogPorts = {
  readonly log: Log
  readonly stopwatch: () => number
  readonly observer?: Observer | undefined
}

/**
 * Logs and counts each answer, 404s included. Query strings, headers and bodies are not logged:
 * they may contain what a person typed.
 */
export function withRequestLog(fetch: Fetch, ports: RequestLogPorts): Fetch {
  const { log, stopwatch, observer } = ports
  return (request) => {
    const startedMs = stopwatch()
    return afterValue(fetch(request), (response) => {
      const { status } = response
      const path = pathOf(request.url)
      const ms = Math.round((stopwatch() - startedMs) * 1000) / 1000
      log.info('request', { method: request.method, path, status, ms })
      observer?.counters.countRequest({ path, status, ms })
      return response
    })
  }
}
