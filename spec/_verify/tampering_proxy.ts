import { freePort } from '../_running.ts'

/** An answer on its way to the client, with the request that asked for it. */
export type Passing = {
  readonly request: { readonly method: string; readonly path: string; readonly body: string }
  readonly headers: Headers
  readonly status: number
  readonly text: string
}

/** What becomes of an answer; nothing leaves it as it is. */
export type Tamper = (passing: Passing) => Partial<Changed> | undefined

type Changed = {
  readonly status: number
  readonly text: string
  readonly headers: Readonly<Record<string, string>>
}

export type TamperingProxy = {
  readonly url: string
  /** Sends everything to this address from now on. */
  lead(target: string): void
  set(tamper: Tamper | undefined): void
  stop(): Promise<void>
}

/** Stands before a service as a faulty window would: it changes single answers on their way. */
export async function startProxy(): Promise<TamperingProxy> {
  const port = await freePort()
  let target = ''
  let tamper: Tamper | undefined
  const server = Bun.serve({
    port,
    hostname: '127.0.0.1',
    fetch: async (request) => {
      const { pathname, search } = new URL(request.url)
      const path = pathname + search
      const body = request.method === 'POST' ? await request.text() : ''
      const answer = await fetch(target + path, {
        method: request.method,
        headers: request.headers,
        redirect: 'manual',
        ...(body === '' ? {} : { body }),
      })
      const headers = new Headers(answer.headers)
      // The body is handed on decoded and whole.
      for (const name of ['content-encoding', 'content-length', 'transfer-encoding']) {
        headers.delete(name)
      }
      const text = await answer.text()
      const { status } = answer
      const asked = { method: request.method, path, body }
      const changed = tamper?.({ request: asked, headers, status, text }) ?? {}
      for (const [name, value] of Object.entries(changed.headers ?? {})) headers.set(name, value)
      const empty = status === 204 || status === 304
      return new Response(empty ? null : (changed.text ?? text), {
        status: changed.status ?? status,
        headers,
      })
    },
  })
  return {
    url: `http://localhost:${port}`,
    lead: (to) => {
      target = to
    },
    set: (next) => {
      tamper = next
    },
    stop: async () => await server.stop(true),
  }
}
