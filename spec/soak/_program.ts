import { mkdir, mkdtemp, readdir, readFile, readlink, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Home, type Process, startIn } from '../races/service.ts'
import { freePort } from '../support/running.ts'

/** What a process holds at one moment. */
export type Usage = {
  readonly residentMb: number
  readonly heapMb: number
  readonly openFiles: number
  readonly connections: number
  readonly temporaryFiles: number
}

/** A service under observation, with a folder of its own for temporary files. */
export type Program = {
  readonly url: string
  readonly port: number
  readonly lines: readonly string[]
  readUsage(): Promise<Usage>
  stop(): Promise<void>
}

/** A limit of calls would end the load. */
const UNLIMITED = '127.0.0.0/8=999999999,::1/128=999999999'

/** Starts a service in production over a folder of builds, without a corpus. */
export async function startOver(distDir: string, baseUrl: string): Promise<Program> {
  const folder = await mkdtemp(join(tmpdir(), 'lectern-soak-'))
  const port = await freePort()
  const env = {
    NODE_ENV: 'production',
    BASE_URL: baseUrl,
    CORPUS_DIR: join(folder, 'no-corpus'),
    DIST_DIR: distDir,
    DRAIN_SECONDS: '0',
    RATE_LIMIT_OVERRIDES: UNLIMITED,
  }
  const started = new Set<Bun.Subprocess>()
  const remove = () => rm(folder, { recursive: true, force: true })
  return await startProgram({ folder, baseUrl, port, env, started, remove })
}

/** Starts a service in its home, which is removed with it. */
export async function startProgram(home: Home): Promise<Program> {
  const temporary = join(home.folder, 'temporary')
  await mkdir(temporary, { recursive: true })
  const service = await startIn({ ...home, env: { ...home.env, TMPDIR: temporary } })
  await service.ready()
  return {
    url: service.url,
    port: home.port,
    lines: service.lines,
    readUsage: () => readUsage(service, temporary),
    stop: async () => {
      await service.stop()
      await home.remove()
    },
  }
}

const KILOBYTES_IN_MB = 1000
const BYTES_IN_MB = 1_000_000

async function readUsage({ pid, adminUrl }: Process, temporary: string): Promise<Usage> {
  const figures = await (await fetch(`${adminUrl}/metrics`)).text()
  const status = await readFile(`/proc/${pid}/status`, 'utf8')
  const resident = Number(/^VmRSS:\s+([0-9]+) kB$/m.exec(status)?.[1])
  const heap = Number(/^nodejs_heap_size_used_bytes(?:\{.*\})? (\S+)$/m.exec(figures)?.[1])
  return {
    residentMb: (resident * 1.024) / KILOBYTES_IN_MB,
    heapMb: heap / BYTES_IN_MB,
    ...(await countOpen(pid)),
    temporaryFiles: (await readdir(temporary, { recursive: true })).length,
  }
}

/** Files on disk, and all else that has a number: clients keep their sockets. */
async function countOpen(pid: number): Promise<{ openFiles: number; connections: number }> {
  const folder = `/proc/${pid}/fd`
  const numbers = await readdir(folder)
  // A connection that was closed meanwhile has no target any more.
  const targets = await Promise.all(numbers.map((fd) => readlink(join(folder, fd)).catch(() => '')))
  const openFiles = targets.filter((target) => target.startsWith('/')).length
  return { openFiles, connections: targets.filter((target) => target !== '').length - openFiles }
}
