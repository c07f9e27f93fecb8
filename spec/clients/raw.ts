import { connect, type Socket } from 'node:net'

/** Sends raw bytes; returns what the server sends until it closes, as it has to after each. */
export async function sendRaw(base: string, bytes: string): Promise<string> {
  return await new Promise((resolve) => {
    let received = ''
    const socket = openSocket(base)
    socket.on('connect', () => socket.write(bytes, 'latin1'))
    socket.on('data', (data) => {
      received += data.toString('latin1')
    })
    socket.on('close', () => resolve(received))
  })
}

/** The status of each response. */
export function statusesOf(received: string): readonly number[] {
  return [...received.matchAll(/^HTTP\/1\.1 (\d{3})/gm)].map(([, status]) => Number(status))
}

/** Opens connections that send the beginning of a request and then nothing. */
export async function hold(
  base: string,
  count: number,
  beginning: string,
): Promise<{ readonly closed: () => number; readonly release: () => void }> {
  let closed = 0
  const sockets = await Promise.all(
    Array.from({ length: count }, async () => {
      const socket = openSocket(base)
      socket.on('close', () => {
        closed += 1
      })
      await new Promise<void>((ready) => socket.on('connect', () => ready()))
      socket.write(beginning, 'latin1')
      return socket
    }),
  )
  return {
    closed: () => closed,
    release: () => {
      for (const socket of sockets) socket.destroy()
    },
  }
}

function openSocket(base: string): Socket {
  const socket = connect(Number(new URL(base).port), '127.0.0.1')
  // A server that refuses may reset the connection; only what it sent before counts.
  socket.on('error', () => undefined)
  return socket
}
