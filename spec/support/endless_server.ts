/** A server on loopback whose every answer has no end, and what it has sent. */
export type EndlessServer = {
  readonly url: string
  readonly sent: () => { readonly answers: number; readonly bytes: number }
  stop(): Promise<void>
}

const CHUNK = new Uint8Array(64 * 1024).fill(0x20)

/** Sends as much as somebody reads, and as the sockets between them hold. */
export function startEndlessServer(type: string): EndlessServer {
  let [answers, bytes] = [0, 0]
  const server = Bun.serve({
    hostname: '127.0.0.1',
    port: 0,
    idleTimeout: 0,
    fetch: () => {
      answers += 1
      const body = new ReadableStream<Uint8Array>({
        type: 'bytes',
        pull: async (controller) => {
          // Other connections have their turn.
          await Bun.sleep(0)
          bytes += CHUNK.length
          controller.enqueue(CHUNK.slice())
        },
      })
      return new Response(body, { headers: { 'content-type': type } })
    },
  })
  return {
    url: server.url.origin,
    sent: () => ({ answers, bytes }),
    stop: () => server.stop(true),
  }
}
