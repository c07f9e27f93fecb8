import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readProcessorMs } from '../support/processor_time.ts'
import { ROOT } from '../support/repository.ts'
import { freePort } from '../support/running.ts'

const STARTED_WITHIN_MS = 60_000

/** A server process under measurement. */
export type Server = {
  readonly port: number
  /** Processor time used so far; NaN where the system does not report it. */
  processorMicros(): Promise<number>
  stop(): Promise<void>
}

/**
 * Starts our whole service as an operator runs it: in production, with our own documentation and a
 * request log in a file. Only the rate limit is lifted, by its setting.
 */
export async function startOurs(
  settings: Readonly<Record<string, string>> = PRODUCTION,
): Promise<Server & { readonly home: string }> {
  const home = await mkdtemp(join(tmpdir(), 'lectern-bench-'))
  await cp(join(ROOT, 'corpus'), join(home, 'corpus'), { recursive: true })
  const port = await freePort()
  const child = Bun.spawn([process.execPath, join(ROOT, 'app/main.ts'), 'serve'], {
    cwd: home,
    env: {
      ...process.env,
      ...settings,
      PORT: String(port),
      DRAIN_SECONDS: '0',
      RATE_LIMIT_OVERRIDES: '127.0.0.0/8=999999999',
    },
    stdout: 'ignore',
    stderr: Bun.file(join(home, 'log')),
  })
  const server = await waitUntilReady(child, port, () => rm(home, { recursive: true, force: true }))
  return { ...server, home }
}

const PRODUCTION = { NODE_ENV: 'production', BASE_URL: 'https://docs.example.com' }

/** Starts a peer: a small program in `_peers/` that takes a port and one more argument. */
export async function startPeer(name: string, word = ''): Promise<Server> {
  const port = await freePort()
  const program = join(import.meta.dir, '_peers', `${name}.ts`)
  const child = Bun.spawn([process.execPath, program, String(port), word], {
    env: { ...process.env, NODE_ENV: 'production' },
    stdout: 'ignore',
    stderr: 'inherit',
  })
  return await waitUntilReady(child, port, async () => {})
}

export async function waitUntilReady(
  child: Bun.Subprocess,
  port: number,
  cleanUp: () => Promise<void>,
): Promise<Server> {
  const stop = async () => {
    child.kill()
    await child.exited
    await cleanUp()
  }
  const deadlineMs = Date.now() + STARTED_WITHIN_MS
  while (Date.now() < deadlineMs && child.exitCode === null) {
    const answer = await fetch(`http://127.0.0.1:${port}/`).catch(() => undefined)
    if (answer !== undefined) {
      return { port, stop, processorMicros: async () => (await readProcessorMs(child.pid)) * 1000 }
    }
    await Bun.sleep(25)
  }
  await stop()
  throw new Error(`Cannot start the server of port ${port}: exit ${child.exitCode}`)
}
