import { freePort } from '../support/running.ts'

type Answer = (request: Request) => Promise<Response> | Response

/** A server on loopback that answers as a test says. */
export type SwitchedServer = {
  readonly origin: string
  behave(manner: 'answers' | 'silent' | 'garbled'): void
  kill(): Promise<void>
  /** After `kill`: starts it again on the same port. */
  start(): void
}

/** Longer than any client of it waits. */
const IDLE_SECONDS_MAX = 120

export async function startSwitchedServer(answer: Answer): Promise<SwitchedServer> {
  let manner: 'answers' | 'silent' | 'garbled' = 'answers'
  // One that no client gets as its own while nobody listens.
  const port = await freePort()
  const serve = () =>
    Bun.serve({
      hostname: '127.0.0.1',
      port,
      idleTimeout: IDLE_SECONDS_MAX,
      fetch: async (request) => {
        if (manner === 'silent') return await new Promise<Response>(() => undefined)
        if (manner === 'garbled') return new Response('<h1>Welcome</h1>')
        return await answer(request)
      },
    })
  let server = serve()
  const { origin } = new URL(server.url.href)
  return {
    origin,
    behave: (next) => {
      manner = next
    },
    kill: () => server.stop(true),
    start: () => {
      server = serve()
    },
  }
}
