import { cp, mkdir, mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { placeCodeCache } from './code_cache.ts'
import { shareExcerpt } from './excerpt.ts'
import { type KeptStart, keepStart, returnStart, takeStart } from './kept_builds.ts'
import { findProgram } from './program.ts'
import { CORPUS } from './repository.ts'
import { shareFolder } from './shared_folder.ts'

export type Running = {
  readonly url: string
  readonly adminUrl: string
  /** The process, to take something away from it. */
  readonly pid: number
  /** The folder in which the program runs. */
  readonly home: string
  readonly corpusDir: string
  readonly distDir: string
  /** Log lines so far, parsed. */
  log(): readonly Record<string, unknown>[]
  /** Lines of standard output so far. */
  output(): readonly string[]
  stop(): Promise<number>
}

export type RunningOptions = {
  /** Corpus to copy into the test's folder; default is the excerpt of our own documentation. */
  readonly corpus?: string
  readonly env?: Readonly<Record<string, string>>
  /** What serves; default is the compiled program in a whole run. */
  readonly program?: readonly string[]
  /** A port that others know already; default is a free one. */
  readonly port?: number
}

/** A program that stands for ours, such as one that runs an image. */
const { SERVED_BY } = process.env

async function findServer(): Promise<readonly string[]> {
  return SERVED_BY === undefined ? await findProgram() : [process.execPath, SERVED_BY]
}

/** Below the ports that Linux gives to clients, so that no connection takes one first. */
const PORTS = { first: 20_000, count: 12_000 }

/**
 * A port that was free a moment ago. No other test of the run gets it, however long the program
 * that shall listen there takes to start.
 */
export async function freePort({ first, count } = PORTS): Promise<number> {
  const claims = await shareFolder('ports')
  for (let tries = 0; tries < count; tries += 1) {
    const port = first + Math.floor(Math.random() * count)
    if ((await claim(join(claims, String(port)))) && (await isFree(port))) return port
  }
  throw new Error(`Cannot find a free port: ${count} tries from ${first} on failed`)
}

/** Makes a folder, which succeeds for one process alone. */
async function claim(path: string): Promise<boolean> {
  return await mkdir(path).then(
    () => true,
    () => false,
  )
}

async function isFree(port: number): Promise<boolean> {
  return await bindPort(port).then(
    () => true,
    () => false,
  )
}

async function bindPort(port: number): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    const server = createServer()
    server.once('error', reject)
    server.listen(port, '127.0.0.1', () => server.close(() => resolve()))
  })
}

/** Starts the real program on real ports with a copy of a corpus, as an operator would. */
export async function startRunning(options: RunningOptions = {}): Promise<Running> {
  const home = await mkdtemp(join(tmpdir(), 'lectern-running-'))
  const corpusDir = join(home, 'corpus')
  const distDir = join(home, 'dist')
  await cp(options.corpus ?? (await shareExcerpt()), corpusDir, { recursive: true })
  const key = startKey(options)
  const kept = key === undefined ? undefined : await takeStart(key)
  const start = kept !== undefined && (await isFree(kept.port)) ? kept : undefined
  if (start !== undefined) await cp(start.distDir, distDir, { recursive: true })
  else await placeCodeCache(distDir)
  const port = options.port ?? start?.port ?? (await freePort())
  const adminPort = await freePort()
  const program = options.program ?? (await findServer())
  const child = Bun.spawn([...program, 'serve'], {
    cwd: home,
    env: {
      ...process.env,
      NODE_ENV: 'test',
      PORT: String(port),
      ADMIN_PORT: String(adminPort),
      CORPUS_DIR: corpusDir,
      DIST_DIR: distDir,
      DRAIN_SECONDS: '0',
      ...options.env,
    },
    stdout: 'pipe',
    stderr: 'pipe',
  })
  const lines: string[] = []
  void collectLines(child.stderr, lines)
  const output: string[] = []
  void collectLines(child.stdout, output)
  const url = `http://localhost:${port}`
  const adminUrl = `http://127.0.0.1:${adminPort}`
  const stop = async () => {
    child.kill('SIGTERM')
    const code = await child.exited
    await rm(home, { recursive: true, force: true })
    return code
  }
  const { pid } = child
  const printed = { log: () => parseLines(lines), output: () => output }
  const running = { url, adminUrl, pid, home, corpusDir, distDir, ...printed }
  try {
    await untilReady(`${adminUrl}/readyz`, () => child.exitCode ?? child.signalCode)
  } catch (error) {
    await stop()
    throw new Error(`${String(error)}\n${[...output, ...lines].join('\n')}`)
  }
  if (key === undefined) return { ...running, stop }
  let used: KeptStart | undefined = start ?? (await keepStart(port, distDir))
  const stopAndReturn = async () => {
    const code = await stop()
    if (used !== undefined) await returnStart(key, used)
    used = undefined
    return code
  }
  return { ...running, stop: stopAndReturn }
}

/** Settings that decide what is built, beside the port. */
const BUILD_SETTINGS = /^SEARCH_LIMIT_|PER_MINUTE$/

/** Which starts may share a build; absent where a test says what or for which address to build. */
function startKey({ corpus, port, env = {} }: RunningOptions): string | undefined {
  const isOwn = ['CORPUS_DIR', 'DIST_DIR', 'SOURCE_DATE_EPOCH'].some((name) => name in env)
  // The port of another server, which no other test gets.
  if (/localhost|127\.0\.0\.1/.test(env.BASE_URL ?? '')) return undefined
  if ((corpus !== undefined && corpus !== CORPUS) || port !== undefined || isOwn) return undefined
  const settings = Object.entries(env).filter(([name]) => BUILD_SETTINGS.test(name))
  return JSON.stringify([corpus ?? 'excerpt', ...settings.sort()])
}

/** Waits as long as the program runs: how soon it answers is for a benchmark to say. */
async function untilReady(url: string, ending: () => number | string | null): Promise<void> {
  for (;;) {
    if (ending() !== null) throw new Error(`Cannot start the service: exit ${ending()}`)
    const answer = await fetch(url).catch(() => undefined)
    if (answer?.status === 200) return
    await Bun.sleep(25)
  }
}

/** Keeps the lines of a stream as they come. */
export async function collectLines(
  stream: ReadableStream<Uint8Array>,
  lines: string[],
): Promise<void> {
  const decoder = new TextDecoder()
  let rest = ''
  for await (const chunk of stream) {
    const parts = (rest + decoder.decode(chunk, { stream: true })).split('\n')
    rest = parts.pop() ?? ''
    lines.push(...parts)
  }
  if (rest !== '') lines.push(rest)
}

function parseLines(lines: readonly string[]): readonly Record<string, unknown>[] {
  return lines.flatMap((line) => {
    try {
      return [JSON.parse(line) as Record<string, unknown>]
    } catch {
      return []
    }
  })
}
