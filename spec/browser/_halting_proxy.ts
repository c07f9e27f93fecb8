export const PAUSE_MS = 500

export type HaltingProxy = { readonly url: string; readonly stop: () => Promise<void> }

/** Serves a site again, but pauses in the middle of a page, after the text `after`. */
export function startHaltingProxy(siteUrl: string, after: string): HaltingProxy {
  const server = Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    fetch: async (request) => {
      const { pathname } = new URL(request.url)
      const response = await fetch(siteUrl + pathname)
      if (!response.headers.get('content-type')?.startsWith('text/html')) return passOn(response)
      const html = await response.text()
      const at = html.indexOf(after) + after.length
      if (at < after.length) throw new Error(`Cannot pause after "${after}": not in ${pathname}`)
      return new Response(sendParts([html.slice(0, at), html.slice(at)]), {
        headers: { 'content-type': 'text/html; charset=utf-8' },
      })
    },
  })
  return { url: `http://127.0.0.1:${server.port}`, stop: async () => await server.stop(true) }
}

/** Its body is not compressed any more, which its headers would still say. */
function passOn(response: Response): Response {
  const headers = new Headers(response.headers)
  for (const name of ['content-encoding', 'content-length']) headers.delete(name)
  return new Response(response.body, { status: response.status, headers })
}

function sendParts(parts: readonly string[]): ReadableStream<Uint8Array> {
  const left = [...parts]
  return new ReadableStream({
    pull: async (stream) => {
      const part = left.shift()
      if (part === undefined) return stream.close()
      stream.enqueue(new TextEncoder().encode(part))
      await Bun.sleep(PAUSE_MS)
    },
  })
}
