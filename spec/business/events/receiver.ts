import { Webhook } from 'standardwebhooks'

/** A message that a receiver got, after the official library accepted it. */
export type ReceivedMessage = {
  readonly id: string
  readonly body: { readonly type: string; readonly data: Readonly<Record<string, unknown>> }
  readonly text: string
  readonly headers: Headers
}

export type Receiver = {
  readonly url: string
  /** Everything that arrived with a valid signature, repeats too. */
  readonly received: readonly ReceivedMessage[]
  /** What the library refused. */
  readonly refused: readonly string[]
  /** What it answers next; 204 unless a test says otherwise. */
  answer: (message: ReceivedMessage) => Response | Promise<Response>
  stop(): void
}

/** A secret of 32 bytes that a test chooses by a number. */
export function makeSecret(seed: number): string {
  return `whsec_${Buffer.alloc(32, seed).toString('base64')}`
}

/** A receiver that verifies with the official library, at the time of `clock`. */
export function startReceiver(secret: string, clock: () => number): Receiver {
  const webhook = new Webhook(secret)
  const received: ReceivedMessage[] = []
  const refused: string[] = []
  const server = Bun.serve({
    hostname: '127.0.0.1',
    port: 0,
    fetch: async (request) => {
      const text = await request.text()
      const message = verify(webhook, request, text, clock)
      if (typeof message === 'string') {
        refused.push(message)
        return new Response(message, { status: 401 })
      }
      received.push(message)
      return await receiver.answer(message)
    },
  })
  const receiver: Receiver = {
    url: `http://127.0.0.1:${server.port}/hook`,
    received,
    refused,
    answer: () => new Response(null, { status: 204 }),
    stop: () => void server.stop(true),
  }
  return receiver
}

/** The library reads the clock of the machine and can be given none. */
function verify(
  webhook: Webhook,
  { headers }: Request,
  text: string,
  clock: () => number,
): ReceivedMessage | string {
  const real = Date.now
  Date.now = clock
  try {
    const body = webhook.verify(text, Object.fromEntries(headers)) as ReceivedMessage['body']
    return { id: headers.get('webhook-id') ?? '', body, text, headers }
  } catch (error) {
    return String(error)
  } finally {
    Date.now = real
  }
}
