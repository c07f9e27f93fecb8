import { freePort } from '../../support/running.ts'

/** An answer on its way to the client, with its request. */
export type Exchange = {
  readonly request: {
    readonly method: string
    readonly path: string
    readonly body: string
    readonly headers: Headers
  }
  readonly headers: Headers
  readonly status: number
  readonly text: string
}

/** Changes of an answer; `undefined` leaves it as it is. */
export type Tamper = (passing: Exchange) => Partial<AnswerChange> | undefined

type AnswerChange = {
  readonly status: number
  readonly text: string
  /** Null removes a header. */
  readonly headers: Readonly<Record<string, string | null>>
}

export type TamperingProxy = {
  readonly url: string
  /** Sends all further requests to this address. */
  lead(target: string): void
  set(tamper: Tamper | undefined): void
  /** From now on asks each question only once: for a service whose answers stay the same. */
  keepAnswers(): void
  /** Number of answers since the start, by path and status: `/mcp 200`. */
  passed(): ReadonlyMap<string, number>
  stop(): Promise<void>
}

/** Starts a proxy that changes single answers, as a faulty interface would. */
export async function startProxy(): Promise<TamperingProxy> {
  const port = await freePort()
  let target = ''
  let tamper: Tamper | undefined
  let kept: Map<string, Answer> | undefined
  const passed = new Map<string, number>()
  const server = Bun.serve({
    port,
    hostname: '127.0.0.1',
    fetch: async (request) => {
      const { pathname, search } = new URL(request.url)
      const path = pathname + search
      const body = ['GET', 'HEAD'].includes(request.method) ? '' : await request.text()
      const { method } = request
      const key = JSON.stringify([method, path, body, [...request.headers].sort()])
      const answer = kept?.get(key) ?? (await ask(target + path, request, body))
      kept?.set(key, answer)
      const { status, text, bytes } = answer
      const headers = new Headers(answer.headers)
      const kind = `${pathname} ${status}`
      passed.set(kind, (passed.get(kind) ?? 0) + 1)
      const asked = { method, path, body, headers: request.headers }
      const changed = tamper?.({ request: asked, headers, status, text }) ?? {}
      for (const [name, value] of Object.entries(changed.headers ?? {})) {
        if (value === null) headers.delete(name)
        else headers.set(name, value)
      }
      const empty = status === 204 || status === 304
      return new Response(empty ? null : (changed.text ?? bytes), {
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
    keepAnswers: () => {
      kept = new Map()
    },
    passed: () => passed,
    stop: async () => await server.stop(true),
  }
}

/** The bytes as they came: a picture is no text. */
type Answer = Pick<Exchange, 'status' | 'headers' | 'text'> & {
  readonly bytes: Uint8Array<ArrayBuffer>
}

/** Passes a request on; the body of the answer comes back decoded. */
async function ask(url: string, { method, headers }: Request, body: string): Promise<Answer> {
  const answer = await fetch(url, {
    method,
    headers,
    redirect: 'manual',
    ...(body === '' ? {} : { body }),
  })
  const own = new Headers(answer.headers)
  for (const name of ['content-encoding', 'content-length', 'transfer-encoding']) own.delete(name)
  const bytes = await answer.bytes()
  return { status: answer.status, headers: own, text: new TextDecoder().decode(bytes), bytes }
}
