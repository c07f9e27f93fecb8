import type { Fields } from './endpoint.ts'

/** One POST of a client and what we answered. */
export type Exchange = {
  readonly method: string
  readonly revision: string
  readonly status: number
  /** Absent when the client sent a notification. */
  readonly answer: Fields | undefined
}

export type Tap = {
  readonly url: string
  /** All calls so far, in order. */
  readonly exchanges: readonly Exchange[]
  stop(): Promise<void>
}

/** Records what a client and the service send, and passes it on unchanged. */
export function openTap(target: string): Tap {
  const exchanges: Exchange[] = []
  const server = Bun.serve({
    port: 0,
    fetch: async (request) => {
      const { pathname, search } = new URL(request.url)
      const asked = request.method === 'POST' ? await request.text() : undefined
      const headers = new Headers(request.headers)
      headers.delete('host')
      const answer = await fetch(target + pathname + search, {
        method: request.method,
        headers,
        ...(asked === undefined ? {} : { body: asked }),
      })
      const text = await answer.text()
      if (asked !== undefined) exchanges.push(exchangeOf(asked, answer, text))
      const passed = new Headers(answer.headers)
      passed.delete('content-encoding')
      passed.delete('content-length')
      return new Response(text === '' ? null : text, { status: answer.status, headers: passed })
    },
  })
  return {
    url: `http://localhost:${server.port}`,
    exchanges,
    stop: async () => await server.stop(true),
  }
}

function exchangeOf(asked: string, answer: Response, text: string): Exchange {
  return {
    method: (JSON.parse(asked) as { method: string }).method,
    revision: answer.headers.get('mcp-protocol-version') ?? 'none',
    status: answer.status,
    answer: text === '' ? undefined : (JSON.parse(text) as Fields),
  }
}
