import { SEARCH_REPORT_PATH } from '../../contract/search_report.ts'
import type { Metrics } from '../metrics/mod.ts'
import { isLoopbackAddress } from '../network/address_rules.ts'
import type { PartState } from '../parts/docs_parts.ts'
import { isTrustedHost } from './_admin_host.ts'
import type { KeptReport } from './kept_report.ts'

/** For the operator alone, on loopback by default: the public surface holds only the contract. */
export type AdminServer = {
  /** From now on the service is alive but not ready: a load balancer sends nothing more. */
  drain(): void
  stop(): Promise<void>
}

type AdminPorts = {
  readonly host: string
  readonly port: number
  readonly parts: readonly PartState[]
  readonly report: KeptReport | undefined
  readonly metrics: Metrics
}

/** Opens the admin port; throws as the runtime does when the port cannot be opened. */
export function openAdmin({ host, port, parts, report, metrics }: AdminPorts): AdminServer {
  let draining = false
  // On another address of the machine, its own programs come from that address.
  const isOwn = (peer: string | undefined) =>
    peer !== undefined && (peer === host || isLoopbackAddress(peer))
  const server = Bun.serve({
    hostname: host,
    port,
    fetch: async (request, server) => {
      // HTTP/1.0 needs no Host, and then the address is a path alone.
      switch (URL.parse(request.url, 'http://localhost')?.pathname) {
        case '/healthz':
          return new Response('ok\n')
        case '/readyz':
          return answerReadiness(draining, parts)
        case '/metrics':
          return refuseBrowser(request, host) ?? (await answerMetrics(metrics))
        case SEARCH_REPORT_PATH: {
          const isOwnMachine = isOwn(server.requestIP(request)?.address)
          return refuseBrowser(request, host) ?? (await answerReport(isOwnMachine, report))
        }
        default:
          return new Response('Not found\n', { status: 404 })
      }
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
function answerReadiness(draining: boolean, parts: readonly PartState[]): Response {
  if (draining) return new Response('stopping\n', { status: 503 })
  return new Response(['ok', ...parts.map((part) => part.describe()), ''].join('\n'))
}

/**
 * A page in a browser on this network could otherwise ask. Health is for every prober: it may know
 * the service by any name.
 */
function refuseBrowser({ headers }: Request, adminHost: string): Response | undefined {
  if (headers.has('origin')) return new Response('Forbidden\n', { status: 403 })
  if (isTrustedHost(headers.get('host'), adminHost)) return undefined
  const fix = 'ask by an IP address, localhost or the name in ADMIN_HOST'
  return new Response(`Forbidden: ${fix}\n`, { status: 403 })
}

async function answerMetrics(metrics: Metrics): Promise<Response> {
  const { text, contentType } = await metrics.render()
  return new Response(text, {
    headers: { 'content-type': contentType, 'cache-control': 'no-store' },
  })
}

/** What people typed stays on this machine, wherever the port listens. */
async function answerReport(
  isOwnMachine: boolean,
  report: KeptReport | undefined,
): Promise<Response> {
  if (!isOwnMachine) {
    return new Response('Forbidden: ask on the machine of the service\n', { status: 403 })
  }
  if (report === undefined) return new Response('SEARCH_REPORT is 0\n', { status: 404 })
  return Response.json(await report.read(), { headers: { 'cache-control': 'no-store' } })
}
