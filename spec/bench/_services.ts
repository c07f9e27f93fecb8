import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { MAIN } from '../support/repository.ts'
import { freePort } from '../support/running.ts'
import { BASE_URL } from './_corpora.ts'
import { type Server, waitUntilReady } from './_servers.ts'

export type Process = {
  readonly child: Bun.Subprocess
  readonly port: number
  readonly cleanUp: () => Promise<void>
}

/** Starts our whole service over a build, mostly without its corpus, and does not wait for it. */
export async function spawnServing(
  distDir: string,
  words: readonly string[] = [process.execPath, MAIN],
  corpusDir?: string,
): Promise<Process> {
  const home = await mkdtemp(join(tmpdir(), 'lectern-bench-'))
  const port = await freePort()
  const child = Bun.spawn([...words, 'serve'], {
    cwd: home,
    env: {
      PATH: process.env.PATH ?? '',
      NODE_ENV: 'production',
      BASE_URL,
      CORPUS_DIR: corpusDir ?? join(home, 'no-corpus'),
      DIST_DIR: distDir,
      PORT: String(port),
      DRAIN_SECONDS: '0',
      RATE_LIMIT_OVERRIDES: '127.0.0.0/8=999999999',
    },
    stdout: 'ignore',
    stderr: Bun.file(join(home, 'log')),
  })
  return { child, port, cleanUp: () => rm(home, { recursive: true, force: true }) }
}

/** Starts our whole service over a build and waits until it answers. */
export async function startServing(distDir: string): Promise<Server & { readonly pid: number }> {
  const { child, port, cleanUp } = await spawnServing(distDir)
  const server = await waitUntilReady(child, port, cleanUp)
  return { ...server, pid: child.pid }
}

/** Starts a program in `_peers/` under a given runtime and waits until it answers. */
export async function startProgram(
  words: readonly string[],
  wordsAfterPort: readonly string[],
): Promise<Server & { readonly pid: number }> {
  const port = await freePort()
  const child = Bun.spawn([...words, String(port), ...wordsAfterPort], {
    env: { PATH: process.env.PATH ?? '', NODE_ENV: 'production' },
    stdout: 'ignore',
    stderr: 'inherit',
  })
  const server = await waitUntilReady(child, port, async () => {})
  return { ...server, pid: child.pid }
}
