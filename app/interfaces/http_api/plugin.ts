import { Elysia } from 'elysia'
import { HTTP_API_PREFIX } from '../../contract/operations/mod.ts'
import type { PeerOf } from '../../foundation/limits/client_address.ts'
import { createHttpApiHandler, type HttpApiPorts } from './endpoint.ts'

/**
 * The interface `GET /api/public/docs/…`. It handles the whole prefix; the snapshot that answers a
 * request decides which paths exist.
 */
export function httpApi(ports: HttpApiPorts & { readonly peerOf: PeerOf }) {
  const handle = createHttpApiHandler(ports)
  return new Elysia()
    .all(HTTP_API_PREFIX, ({ request }) => handle(request, ports.peerOf(request)), {
      parse: 'none',
    })
    .all(`${HTTP_API_PREFIX}/*`, ({ request }) => handle(request, ports.peerOf(request)), {
      parse: 'none',
    })
}
