import { expect } from 'bun:test'
import { mkdtemp, readdir, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { needs, verifies } from '../requirements/verifies.ts'
import { NPX_BUN } from '../support/npx_bun.ts'
import { readGroupProcessorMs } from '../support/processor_time.ts'
import { freePort } from '../support/running.ts'
import { copyTree } from '../support/tree_files.ts'

/** Nearly all of a start is processor time; that a busy machine takes longer says nothing of it. */
const PROCESSOR_MS_MAX = 60_000
const INSTALL_BYTES_MAX = 70 * 1000 * 1000

async function bytesIn(folder: string): Promise<number> {
  const names = await readdir(folder, { recursive: true })
  const sizes = await Promise.all(
    names.map(async (name) => {
      const stats = await stat(join(folder, name)).catch(() => undefined)
      return stats?.isFile() === true ? stats.size : 0
    }),
  )
  return sizes.reduce((sum, size) => sum + size, 0)
}

verifies(
  'start.fresh_machine',
  'run start answers on a fresh clone in an empty home, within a minute of processor time',
  async () => {
    const home = await mkdtemp(join(tmpdir(), 'lectern-fresh-'))
    const clone = join(home, 'clone')
    await copyTree(clone)
    const port = await freePort()
    const startedMs = Date.now()
    const path = `${dirname(process.execPath)}:${process.env.PATH ?? ''}`
    const child = Bun.spawn([...NPX_BUN.split(' '), 'run', 'start'], {
      cwd: clone,
      env: { ...process.env, HOME: home, PORT: String(port), PATH: path },
      stdout: 'pipe',
      stderr: 'pipe',
      // A group of its own: npx does not pass signals on to what it runs.
      detached: true,
    })
    try {
      const url = `http://127.0.0.1:${port}/api/public/docs/status`
      let answer: Response | undefined
      while (answer === undefined) {
        if (child.exitCode !== null) throw new Error(await new Response(child.stderr).text())
        answer = await fetch(url).catch(() => undefined)
        await Bun.sleep(50)
      }
      const tookMs = Date.now() - startedMs
      const bytes = await bytesIn(join(clone, 'node_modules'))
      const usedMs = await readGroupProcessorMs(child.pid)
      console.log(
        `answered after ${tookMs} ms, ${usedMs} ms of processor time; ` +
          `install of ${(bytes / 1e6).toFixed(1)} MB`,
      )
      expect(answer?.status).toBe(200)
      expect(usedMs).toBeGreaterThan(0)
      expect(usedMs).toBeLessThan(PROCESSOR_MS_MAX)
      expect(bytes).toBeLessThan(INSTALL_BYTES_MAX)
    } finally {
      process.kill(-child.pid, 'SIGTERM')
      await child.exited
      await rm(home, { recursive: true, force: true })
    }
  },
  {
    needs: [needs('npx', Bun.which('npx') !== null, 'install Node.js 20 or newer')],
  },
)
