import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Need, needs } from '../requirements/verifies.ts'
import { type KeptServer, keepServer } from './kept_server.ts'
import { freePort } from './running.ts'

/** A Redis server for tests, on loopback, with everything in memory. */
export type Redis = KeptServer & {
  readonly url: string
  /** Runs a command as an operator would. */
  run(...words: readonly string[]): Promise<unknown>
  /** After `kill`: starts an empty one on the same port. */
  start(): Promise<void>
  remove(): Promise<void>
}

const PORTS_TRIED_MAX = 5

export const REDIS: Need = needs(
  'Redis',
  Bun.which('redis-server') !== null,
  'apt-get install redis-server, or put "redis-server" on the PATH',
)

/** Starts a server; `password` is what its clients have to give. */
export async function startRedis(password?: string): Promise<Redis> {
  const home = await mkdtemp(join(tmpdir(), 'lectern-redis-'))
  let port = 0
  let server: KeptServer | undefined
  const url = () => `redis://${password === undefined ? '' : `:${password}@`}127.0.0.1:${port}`
  const start = async (): Promise<boolean> => {
    await rm(join(home, 'log'), { force: true })
    server = await keep(home, port, password)
    return await isAnswering(url(), join(home, 'log'))
  }
  const kill = async () => {
    await server?.kill()
  }
  for (let tried = 1; port === 0; tried += 1) {
    port = await freePort()
    if (await start()) break
    await kill()
    if (tried === PORTS_TRIED_MAX) throw new Error('Cannot start Redis: no port is free')
    port = 0
  }
  return {
    url: url(),
    run: (...words) => runCommand(url(), words),
    freeze: () => server?.freeze(),
    thaw: () => server?.thaw(),
    kill,
    start: async () => {
      if (!(await start())) throw new Error(`Cannot start Redis: port ${port} is taken`)
    },
    remove: async () => {
      await kill()
      await rm(home, { recursive: true, force: true })
    },
  }
}

async function keep(home: string, port: number, password: string | undefined): Promise<KeptServer> {
  const settings = ['--port', String(port), '--bind', '127.0.0.1', '--dir', home]
  const inMemory = ['--save', '', '--appendonly', 'no']
  const login = password === undefined ? [] : ['--requirepass', password]
  return await keepServer(['redis-server', ...settings, ...inMemory, ...login], join(home, 'log'))
}

/** Whether the server started; false when another program took the port first. */
async function isAnswering(url: string, log: string): Promise<boolean> {
  for (;;) {
    const answer = await runCommand(url, ['PING']).catch(() => undefined)
    if (answer === 'PONG') return true
    const text = await readFile(log, 'utf8').catch(() => '')
    if (/Address already in use|Could not create server/.test(text)) return false
    if (/FATAL|Can't/.test(text)) throw new Error(`Cannot start Redis:\n${text}`)
    await Bun.sleep(20)
  }
}

async function runCommand(url: string, words: readonly string[]): Promise<unknown> {
  const [name = '', ...rest] = words
  const client = new Bun.RedisClient(url, { autoReconnect: false })
  try {
    await client.connect()
    return await client.send(name, [...rest])
  } finally {
    client.close()
  }
}
