import { once } from 'node:events'
import { connect } from 'node:net'

/**
 * The status of an answer to a request that no client would write: its target and its header `Host`
 * are sent as they are.
 */
export async function sendRaw(
  origin: string,
  { target, host = 'product', headers = {} }: RawRequest,
): Promise<number> {
  const { hostname, port } = new URL(origin)
  const lines = Object.entries({ Host: host, Connection: 'close', ...headers })
  const socket = connect(Number(port), hostname)
  let text = ''
  socket.on('data', (part) => {
    text += part
  })
  const ended = once(socket, 'close')
  const head = [`GET ${target} HTTP/1.1`, ...lines.map(([name, value]) => `${name}: ${value}`)]
  socket.write(`${head.join('\r\n')}\r\n\r\n`)
  await ended
  return Number(/^HTTP\/1\.[01] (\d{3})/.exec(text)?.[1])
}

type RawRequest = {
  readonly target: string
  readonly host?: string
  readonly headers?: Readonly<Record<string, string>>
}
