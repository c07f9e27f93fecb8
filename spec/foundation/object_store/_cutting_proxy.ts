import { createConnection, createServer, type Socket } from 'node:net'

/** Stands between a client and a store, and loses what a test wants to be lost. */
export type CuttingProxy = {
  readonly endpoint: string
  /**
   * Decides for each request, by its method and path, after how many bytes of the answer the
   * connection breaks; undefined: not at all.
   */
  cut(rule: (request: string) => number | undefined): void
  stop(): Promise<void>
}

const REQUEST = /^(?:GET|PUT|DELETE) [^ ?]+/

export async function startCuttingProxy(endpoint: string): Promise<CuttingProxy> {
  const port = Number(new URL(endpoint).port)
  let rule: (request: string) => number | undefined = () => undefined
  const open = new Set<Socket>()
  const server = createServer((client) => {
    const store = createConnection(port, '127.0.0.1')
    let left: number | undefined
    const end = () => {
      client.destroy()
      store.destroy()
    }
    for (const socket of [client, store]) {
      open.add(socket)
      socket.on('error', end)
      socket.on('close', () => {
        open.delete(socket)
        end()
      })
    }
    client.on('data', (bytes: Buffer) => {
      const request = REQUEST.exec(bytes.subarray(0, 1000).toString('latin1'))?.[0]
      if (request !== undefined) left = rule(request)
      store.write(bytes)
    })
    store.on('data', (bytes: Buffer) => {
      if (left === undefined) {
        client.write(bytes)
        return
      }
      const passed = bytes.subarray(0, left)
      left -= passed.length
      // What was passed on must arrive before the connection ends.
      if (left > 0) client.write(passed)
      else client.end(passed, end)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('Cannot listen')
  return {
    endpoint: `http://127.0.0.1:${address.port}`,
    cut: (next) => {
      rule = next
    },
    stop: async () => {
      for (const socket of open) socket.destroy()
      await new Promise<void>((resolve) => server.close(() => resolve()))
    },
  }
}
