import { existsSync, readFileSync } from 'node:fs'
import { mkdtemp, readFile, writeFile } from 'node:fs/promises'
import { tmpdir, userInfo } from 'node:os'
import { join } from 'node:path'
import { type Need, needs } from '../requirements/verifies.ts'
import { freePort } from './running.ts'

/** A PostgreSQL server for tests, on loopback, with its data in a temporary folder. */
export type Postgres = {
  /** Creates an empty database and returns its address. */
  database(): Promise<string>
  /** Stops the server at once, as a crash would; `start` restarts it on the same port. */
  stop(): Promise<void>
  /** A standby that nobody feeds answers reads and refuses changes, as after a failover. */
  start(as?: 'primary' | 'standby'): Promise<void>
  /** Stops it without a word to anybody: connections stay open and nothing is answered. */
  freeze(): Promise<void>
  thaw(): Promise<void>
  /** Stops the server and removes its data. */
  remove(): Promise<void>
}

const PORTS_TRIED_MAX = 5

/** Runs a server until its standard input ends, which it does however the test process ends. */
const KEEPER = `"$@" >>"$0/log" 2>&1 & server=$!
echo "$server" >"$0/server"
cat >/dev/null
kill -INT "$server" 2>/dev/null
wait "$server"
[ -e "$0/stopped" ] || rm -rf "$0"`

export const POSTGRES: Need = needs(
  'PostgreSQL',
  binaries() !== undefined,
  'apt-get install postgresql, or put "initdb" and "postgres" on the PATH',
)

let shared: Promise<Postgres> | undefined

/** The server that all tests of a process share; it ends with the process. */
export function sharedPostgres(): Promise<Postgres> {
  shared ??= startPostgres()
  return shared
}

/** A server that a test may stop; the test removes it. */
export async function startPostgres(): Promise<Postgres> {
  const home = await mkdtemp(join(tmpdir(), 'lectern-postgres-'))
  const password = crypto.randomUUID()
  await initialise(home, password)
  let keeper: Keeper | undefined
  let port = 0
  let databases = 0
  const address = () => `postgres://lectern:${password}@127.0.0.1:${port}`
  const start = async (): Promise<boolean> => {
    await runCommand(['rm', '-f', ...['stopped', 'log', 'server'].map((name) => join(home, name))])
    keeper = keep(home, port)
    return await isAnswering(`${address()}/postgres`, home)
  }
  const stop = async () => {
    await runCommand(['touch', join(home, 'stopped')])
    await end(keeper)
  }
  for (let tried = 1; port === 0; tried += 1) {
    port = await freePort()
    if (await start()) break
    await stop()
    if (tried === PORTS_TRIED_MAX) throw new Error('Cannot start PostgreSQL: no port is free')
    port = 0
  }
  return {
    stop,
    start: async (as = 'primary') => {
      const signal = join(home, 'data/standby.signal')
      await runCommand(as === 'standby' ? ['touch', signal] : ['rm', '-f', signal])
      if (!(await start())) throw new Error(`Cannot start PostgreSQL: port ${port} is taken`)
    },
    freeze: () => signalAll(home, 'SIGSTOP'),
    thaw: () => signalAll(home, 'SIGCONT'),
    remove: async () => {
      await end(keeper)
      await runCommand(['rm', '-rf', home])
    },
    database: async () => {
      databases += 1
      const name = `test_${databases}`
      const admin = new Bun.SQL({ url: `${address()}/postgres`, max: 1 })
      await admin.unsafe(`CREATE DATABASE ${name}`)
      await admin.close()
      return `${address()}/${name}`
    },
  }
}

async function initialise(home: string, password: string): Promise<void> {
  const passwordFile = join(home, 'password')
  await writeFile(passwordFile, password, { mode: 0o600 })
  await runCommand(['chown', '-R', owner(), home])
  const words = [program('initdb'), '-D', join(home, 'data'), '-U', 'lectern', '-E', 'UTF8']
  const security = ['-A', 'scram-sha-256', `--pwfile=${passwordFile}`]
  await runCommand([...asOwner(), ...words, '--locale=C', ...security, '--no-sync'])
}

/** The server first, so that it starts no further process. */
async function signalAll(home: string, signal: 'SIGSTOP' | 'SIGCONT'): Promise<void> {
  const [line = ''] = (await readFile(join(home, 'data/postmaster.pid'), 'utf8')).split('\n')
  process.kill(Number(line), signal)
  const children = Bun.spawnSync(['ps', '-o', 'pid=', '--ppid', line]).stdout.toString()
  for (const child of children.trim().split(/\s+/)) {
    try {
      process.kill(Number(child), signal)
    } catch {
      // A process that served a connection has ended meanwhile.
    }
  }
}

type Keeper = Bun.Subprocess<'pipe', 'ignore', 'inherit'>

function keep(home: string, port: number): Keeper {
  const settings = [
    'listen_addresses=127.0.0.1',
    'unix_socket_directories=',
    // A test survives no power failure; other tests check that the program asks for durability.
    'fsync=off',
    'max_connections=200',
  ]
  const server = [program('postgres'), '-D', join(home, 'data'), '-p', String(port)]
  const words = [...server, ...settings.flatMap((setting) => ['-c', setting])]
  const keeper = Bun.spawn(['sh', '-c', KEEPER, home, ...asOwnerExec(), ...words], {
    stdin: 'pipe',
    stdout: 'ignore',
    stderr: 'inherit',
    // In its own process group, so that an interrupt at the terminal leaves it time to clean up.
    detached: true,
  })
  keeper.unref()
  return keeper
}

async function end(keeper: Keeper | undefined): Promise<void> {
  await keeper?.stdin.end()
  await keeper?.exited
}

/** Whether the server started; false when another program took the port first. */
async function isAnswering(url: string, home: string): Promise<boolean> {
  for (;;) {
    const probe = new Bun.SQL({ url, max: 1, connectionTimeout: 5 })
    const answers = await probe.unsafe('SELECT 1').then(
      () => true,
      () => false,
    )
    await probe.close({ timeout: 0 })
    if (answers) return true
    // Before the log, which is whole once the server has ended.
    const isOver = hasEnded(await readFile(join(home, 'server'), 'utf8').catch(() => ''))
    const text = await readFile(join(home, 'log'), 'utf8').catch(() => '')
    if (/could not (bind|create any)/.test(text)) return false
    // Later ones are about a client; before, a client only hears that it is too early.
    const isRefused = /FATAL: {2}(?!the database system is)/.test(text)
    if (isOver || (!text.includes('ready to accept') && isRefused)) {
      throw new Error(`Cannot start PostgreSQL:\n${text}`)
    }
    await Bun.sleep(20)
  }
}

/** Whether a process has ended; its parent, which waits for its own input, has not noticed. */
function hasEnded(pid: string): boolean {
  // Other systems do not show it.
  if (pid === '' || !existsSync('/proc/self/stat')) return false
  try {
    return /\) Z /.test(readFileSync(`/proc/${pid.trim()}/stat`, 'utf8'))
  } catch {
    return true
  }
}

async function runCommand(words: readonly string[]): Promise<void> {
  const child = Bun.spawn([...words], { stdout: 'pipe', stderr: 'pipe', cwd: tmpdir() })
  const [code, errors] = [await child.exited, await new Response(child.stderr).text()]
  if (code !== 0) throw new Error(`Cannot run "${words.join(' ')}": exit ${code}\n${errors}`)
}

/** PostgreSQL refuses to run as root: use its own user, or `nobody`. */
function owner(): string {
  if (process.getuid?.() !== 0) return userInfo().username
  const hasPostgres = Bun.spawnSync(['id', '-u', 'postgres']).exitCode === 0
  return hasPostgres ? 'postgres' : 'nobody'
}

function asOwner(): readonly string[] {
  return process.getuid?.() === 0 ? ['runuser', '-u', owner(), '--'] : []
}

/** As `asOwner`, but the program replaces the shell's child, so that it can be signalled. */
function asOwnerExec(): readonly string[] {
  if (process.getuid?.() !== 0) return []
  return ['setpriv', `--reuid=${owner()}`, '--clear-groups', `--regid=${groupOf(owner())}`, '--']
}

function groupOf(user: string): string {
  return Bun.spawnSync(['id', '-g', user]).stdout.toString().trim()
}

function program(name: string): string {
  return join(binaries() ?? '', name)
}

/** Debian has a folder for each version; elsewhere the programs are on the PATH. */
function binaries(): string | undefined {
  const debian = [...new Bun.Glob('/usr/lib/postgresql/*/bin/initdb').scanSync({ absolute: true })]
  const newest = debian.sort((a, b) => a.localeCompare(b, 'en', { numeric: true })).at(-1)
  const found = newest ?? Bun.which('initdb') ?? undefined
  const folder = found?.slice(0, found.lastIndexOf('/'))
  return folder !== undefined && existsSync(join(folder, 'postgres')) ? folder : undefined
}
