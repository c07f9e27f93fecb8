import { SEARCH_REPORT_PATH } from '../contract/search_report.ts'
import type { SearchReport } from '../telemetry/search_report.ts'
import type { Part } from './_part.ts'

/** For the operator alone, on loopback: the public surface holds only the contract. */
export type AdminServer = {
  /** From now on the service is alive but not ready: a load balancer sends nothing more. */
  drain(): void
  stop(): Promise<void>
}

/** Opens the admin port; throws as the runtime does when the port cannot be opened. */
export function openAdmin(
  port: number,
  parts: readonly Part[],
  report: SearchReport | undefined,
): AdminServer {
  let draining = false
  const server = Bun.serve({
    hostname: '127.0.0.1',
    port,
    fetch: (request) => {
      const path = new URL(request.url).pathname
      if (path === SEARCH_REPORT_PATH) return answerReport(request, report)
      return health(path, draining, parts)
    },
  })
  return {
    drain: () => {
      draining = true
    },
    stop: () => server.stop(),
  }
}

/**
 * The port opens only after the first snapshot is loaded: any answer means ready. A part that is
 * away is named, but the documentation needs none, and all replicas would leave at once.
 */
function health(path: string, draining: boolean, parts: readonly Part[]): Response {
  if (path === '/healthz') return new Response('ok\n')
  if (path !== '/readyz') return new Response('Not found\n', { status: 404 })
  if (draining) return new Response('stopping\n', { status: 503 })
  return new Response(['ok', ...parts.map((part) => part.describe()), ''].join('\n'))
}

function answerReport(request: Request, report: SearchReport | undefined): Response {
  // A page in a browser on this machine could otherwise ask.
  if (request.headers.has('origin')) return new Response('Forbidden\n', { status: 403 })
  if (report === undefined) return new Response('SEARCH_REPORT is 0\n', { status: 404 })
  return Response.json(report.read(), { headers: { 'cache-control': 'no-store' } })
}
