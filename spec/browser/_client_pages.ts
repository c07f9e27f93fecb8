import { certificateFor } from '../support/certificate.ts'

/** A page on another site: a client's callback or a malicious page. */
export type ForeignPage = {
  readonly port: number
  /** Requested addresses: path and query. */
  readonly asked: readonly string[]
  show(html: string): void
  stop(): Promise<void>
}

const ARRIVED = '<!doctype html><html lang="en"><title>Arrived</title><h1>Arrived</h1></html>'

/** A page on http, as a program on the same computer serves it. */
export function openLocalPage(): ForeignPage {
  return serve({})
}

/** A page on https with a certificate of its own. */
export async function openHttpsPage(host: string): Promise<ForeignPage> {
  return serve({ tls: await certificateFor(host) })
}

function serve(options: {
  readonly tls?: { readonly key: string; readonly cert: string }
}): ForeignPage {
  const asked: string[] = []
  let shown = ARRIVED
  const server = Bun.serve({
    hostname: '::',
    port: 0,
    ...options,
    fetch: (request) => {
      const { pathname, search } = new URL(request.url)
      if (pathname === '/favicon.ico') return new Response(null, { status: 204 })
      asked.push(`${pathname}${search}`)
      return new Response(shown, { headers: { 'content-type': 'text/html; charset=utf-8' } })
    },
  })
  return {
    port: server.port ?? 0,
    asked,
    show: (html) => {
      shown = html
    },
    stop: async () => await server.stop(true),
  }
}
