import { Elysia } from 'elysia'
import { HTTP_API_PREFIX } from '../contract/operations.ts'
import { type HttpApiPorts, httpApiHandler } from './endpoint.ts'

/**
 * The window `GET /api/public/docs/…`. It takes the whole prefix; which paths below it exist is
 * decided per request by the generation that answers.
 */
export function httpApi(ports: HttpApiPorts) {
  const handle = httpApiHandler(ports)
  return new Elysia()
    .all(
      HTTP_API_PREFIX,
      ({ request, server }) => handle(request, server?.requestIP(request)?.address),
      { parse: 'none' },
    )
    .all(
      `${HTTP_API_PREFIX}/*`,
      ({ request, server }) => handle(request, server?.requestIP(request)?.address),
      { parse: 'none' },
    )
}
