import type { Server } from 'bun'
import type { Preview } from '../build/preview/mod.ts'
import { LIMITS } from '../contract/limits.ts'
import { messageOf } from '../contract/problem.ts'
import { err, ok, type Result } from '../contract/result.ts'
import type { Config } from './settings/config.ts'

const PORTS_TRIED = 20

type NearbyPort = { readonly server: Server<undefined>; readonly port: number }

/** Opens the port of the preview, or the next one that is free. */
export function listenNearby(
  { host, port }: Pick<Config, 'host' | 'port'>,
  preview: () => Preview | undefined,
): Result<NearbyPort, string> {
  let reason = ''
  for (let next = port; next < Math.min(port + PORTS_TRIED, 65_536); next += 1) {
    try {
      return ok({ server: listenAt(host, next, preview), port: next })
    } catch (error) {
      reason = messageOf(error)
      const code = error instanceof Error && 'code' in error ? error.code : undefined
      if (code !== 'EADDRINUSE') break
    }
  }
  return err(`Cannot listen on "${host}:${port}": ${reason}`)
}

function listenAt(
  hostname: string,
  port: number,
  preview: () => Preview | undefined,
): Server<undefined> {
  return Bun.serve<undefined>({
    hostname,
    port,
    // Another process would share the port, and each would get half of the requests.
    reusePort: false,
    idleTimeout: LIMITS.idleSecondsMax,
    maxRequestBodySize: LIMITS.requestBytesMax,
    fetch: async (request, server) => {
      const current = preview()
      if (current === undefined) return new Response('Starting\n', { status: 503 })
      return await current.fetch(request, (each) => server.upgrade(each))
    },
    websocket: {
      open: (socket) => preview()?.open(socket),
      close: (socket) => preview()?.close(socket),
      // A page only listens.
      message: () => undefined,
    },
  })
}
