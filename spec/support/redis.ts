import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Need, needs } from '../requirements/verifies.ts'
import { freePort } from './running.ts'

/** A Redis server for tests, on loopback, with everything in memory. */
export type Redis = {
  readonly url: string
  /** Runs a command as an operator would. */
  run(...words: readonly string[]): Promise<unknown>
  /** Stops it without a word to anybody: connections stay open and nothing is answered. */
  freeze(): void
  thaw(): void
  /** Ends it as a crash would; `start` starts an empty one on the same port. */
  kill(): Promise<void>
  start(): Promise<void>
  remove(): Promise<void>
}

const PORTS_TRIED_MAX = 5

/** Runs a server until its standard input ends, which it does however the test process ends. */
const KEEPER = `"$@" >>"$0/log" 2>&1 &
echo $!
cat >/dev/null
kill -KILL $!`

export const REDIS: Need = needs(
  'Redis',
  Bun.which('redis-server') !== null,
  'apt-get install redis-server, or put "redis-server" on the PATH',
)

/** Starts a server; `password` is what its clients have to give. */
export async function startRedis(password?: string): Promise<Redis> {
  const home = await mkdtemp(join(tmpdir(), 'lectern-redis-'))
  let port = 0
  let keeper: Keeper | undefined
  const url = () => `redis://${password === undefined ? '' : `:${password}@`}127.0.0.1:${port}`
  const start = async (): Promise<boolean> => {
    await rm(join(home, 'log'), { force: true })
    keeper = await keep(home, port, password)
    return await isAnswering(url(), join(home, 'log'))
  }
  const kill = async () => {
    await keeper?.child.stdin.end()
    await keeper?.child.exited
  }
  for (let tried = 1; port === 0; tried += 1) {
    port = await freePort()
    if (await start()) break
    await kill()
    if (tried === PORTS_TRIED_MAX) throw new Error('Cannot start Redis: no port is free')
    port = 0
  }
  const signal = (name: NodeJS.Signals) => {
    if (keeper !== undefined) process.kill(keeper.pid, name)
  }
  return {
    url: url(),
    run: (...words) => runCommand(url(), words),
    freeze: () => signal('SIGSTOP'),
    thaw: () => signal('SIGCONT'),
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

type Keeper = { readonly child: Bun.Subprocess<'pipe', 'pipe', 'inherit'>; readonly pid: number }

async function keep(home: string, port: number, password: string | undefined): Promise<Keeper> {
  const settings = ['--port', String(port), '--bind', '127.0.0.1', '--dir', home]
  const inMemory = ['--save', '', '--appendonly', 'no']
  const login = password === undefined ? [] : ['--requirepass', password]
  const words = ['redis-server', ...settings, ...inMemory, ...login]
  const child = Bun.spawn(['sh', '-c', KEEPER, home, ...words], {
    stdin: 'pipe',
    stdout: 'pipe',
    stderr: 'inherit',
  })
  child.unref()
  const { value } = await child.stdout.getReader().read()
  return { child, pid: Number(new TextDecoder().decode(value)) }
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
