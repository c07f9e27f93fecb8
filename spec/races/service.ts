import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { placeCodeCache } from '../support/code_cache.ts'
import { writeExcerpt } from '../support/excerpt.ts'
import { SHORT_LIVED } from '../support/program.ts'
import { ROOT } from '../support/repository.ts'
import { collectLines, freePort } from '../support/running.ts'

/** A rate limit would end a race before it began. */
const UNLIMITED = '127.0.0.0/8=1000000,::1/128=1000000'

/** What the processes of one service share: a folder with its build, a database, an address. */
export type Home = {
  readonly folder: string
  readonly baseUrl: string
  readonly port: number
  readonly env: Readonly<Record<string, string>>
  /** Processes started here, to be killed with the home in any case. */
  readonly started: Set<Bun.Subprocess>
  remove(): Promise<void>
}

/** One process of the real program. */
export type Process = {
  /** Where this process listens; its public address is the home's. */
  readonly url: string
  readonly adminUrl: string
  readonly pid: number
  /** Everything that it wrote to stdout and stderr, line by line. */
  readonly lines: readonly string[]
  readonly exited: Promise<number>
  /** Waits until it serves. */
  ready(): Promise<void>
  /** Pauses it, as if the machine had no time for it, until it is resumed. */
  pause(): void
  resume(): void
  /** Kills it without a chance to do anything more. */
  kill(): Promise<void>
  stop(): Promise<void>
}

/** Prepares a home and builds its documentation, so that a start is nothing but a start. */
export async function makeHome(
  env: Readonly<Record<string, string>>,
  givenPort?: number,
): Promise<Home> {
  const folder = await mkdtemp(join(tmpdir(), 'lectern-home-'))
  await writeExcerpt(join(folder, 'corpus'))
  await placeCodeCache(join(folder, 'dist'))
  const port = givenPort ?? (await freePort())
  const baseUrl = `http://localhost:${port}`
  const all = {
    NODE_ENV: 'test',
    BASE_URL: baseUrl,
    CORPUS_DIR: join(folder, 'corpus'),
    DIST_DIR: join(folder, 'dist'),
    DRAIN_SECONDS: '0',
    DATABASE_URL: `sqlite:${join(folder, 'data', 'lectern.sqlite')}`,
    RATE_LIMIT_OVERRIDES: UNLIMITED,
    ...env,
  }
  const built = Bun.spawn([process.execPath, join(ROOT, 'app/main.ts'), 'build'], {
    cwd: folder,
    env: { ...process.env, ...SHORT_LIVED, ...all, PORT: String(port) },
    stdout: 'ignore',
    stderr: 'pipe',
  })
  const errors = await new Response(built.stderr).text()
  if ((await built.exited) !== 0) throw new Error(`Cannot build: ${errors}`)
  const started = new Set<Bun.Subprocess>()
  const remove = async () => {
    for (const child of started) child.kill('SIGKILL')
    await Promise.all([...started].map(({ exited }) => exited))
    await rm(folder, { recursive: true, force: true })
  }
  return { folder, baseUrl, port, env: all, started, remove }
}

/**
 * Starts a process on the given port, or on that of the home's address; `before` are words of a
 * program that runs it.
 */
export async function startIn(
  home: Home,
  port: number = home.port,
  before: readonly string[] = [],
): Promise<Process> {
  const adminPort = await freePort()
  const adminUrl = `http://127.0.0.1:${adminPort}`
  const child = Bun.spawn([...before, process.execPath, join(ROOT, 'app/main.ts'), 'serve'], {
    cwd: home.folder,
    env: { ...process.env, ...home.env, PORT: String(port), ADMIN_PORT: String(adminPort) },
    stdout: 'pipe',
    stderr: 'pipe',
  })
  home.started.add(child)
  void child.exited.then(() => home.started.delete(child))
  const lines: string[] = []
  const read = Promise.all([collectLines(child.stdout, lines), collectLines(child.stderr, lines)])
  const exited = child.exited
  const end = async (signal: 'SIGKILL' | 'SIGTERM') => {
    child.kill(signal)
    await exited
    await read
  }
  return {
    url: `http://localhost:${port}`,
    adminUrl,
    pid: child.pid,
    lines,
    exited,
    ready: () => untilReady(`${adminUrl}/readyz`, () => child.exitCode ?? child.signalCode, lines),
    pause: () => child.kill('SIGSTOP'),
    resume: () => child.kill('SIGCONT'),
    kill: () => end('SIGKILL'),
    stop: () => end('SIGTERM'),
  }
}

/** Several processes of one service on one database, each on a port of its own. */
export async function startProcesses(home: Home, count: number): Promise<readonly Process[]> {
  const processes: Process[] = []
  for (let index = 0; index < count; index += 1) {
    processes.push(await startIn(home, index === 0 ? home.port : await freePort()))
  }
  await Promise.all(processes.map(({ ready }) => ready()))
  return processes
}

/** Waits as long as the program runs, as a test has no other limit than the runner's. */
async function untilReady(
  url: string,
  ending: () => number | string | null,
  lines: readonly string[],
): Promise<void> {
  for (;;) {
    const end = ending()
    if (end !== null) throw new Error(`Cannot start: exit ${end}\n${lines.join('\n')}`)
    const answer = await fetch(url).catch(() => undefined)
    if (answer?.status === 200) return
    await Bun.sleep(10)
  }
}
