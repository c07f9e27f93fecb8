import type { Socket } from 'bun'

/** A proxy to a server on loopback whose open connections can be silenced. */
export type SilentProxy = {
  readonly port: number
  /** Like a broken network: open connections carry nothing more. Later connections work. */
  silence(): void
  stop(): void
}

type Side = { other: Socket<Side> | undefined; early: Uint8Array[]; silent: boolean }

export function startSilentProxy(port: number): SilentProxy {
  const sides = new Set<Side>()
  const pass = (socket: Socket<Side>, bytes: Uint8Array) => {
    const { other, early, silent } = socket.data
    if (silent) return
    if (other === undefined) early.push(new Uint8Array(bytes))
    else other.write(bytes)
  }
  const newSide = (other?: Socket<Side>): Side => {
    const side: Side = { other, early: [], silent: false }
    sides.add(side)
    return side
  }
  const listener = Bun.listen<Side>({
    hostname: '127.0.0.1',
    port: 0,
    socket: {
      open: async (client) => {
        client.data = newSide()
        const server = await Bun.connect<Side>({
          hostname: '127.0.0.1',
          port,
          data: newSide(client),
          socket: { data: pass, close: ({ data }) => void data.other?.end() },
        })
        client.data.other = server
        for (const bytes of client.data.early.splice(0)) server.write(bytes)
      },
      data: pass,
      close: ({ data }) => void data.other?.end(),
    },
  })
  return {
    port: listener.port,
    silence: () => {
      for (const side of sides) side.silent = true
    },
    stop: () => listener.stop(true),
  }
}
