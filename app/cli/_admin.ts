import type { Part } from './_part.ts'

/** Health for the operator alone, on loopback: the public surface holds only the contract. */
export type AdminServer = {
  /** From now on the service is alive but not ready: a load balancer sends nothing more. */
  drain(): void
  stop(): Promise<void>
}

/** Opens the admin port; throws as the runtime does when the port cannot be opened. */
export function openAdmin(port: number, parts: readonly Part[]): AdminServer {
  let draining = false
  const server = Bun.serve({
    hostname: '127.0.0.1',
    port,
    fetch: (request) => health(new URL(request.url).pathname, draining, parts),
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
