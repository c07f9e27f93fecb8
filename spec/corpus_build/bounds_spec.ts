import { expect } from 'bun:test'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { importFolder } from '../importer/importing.ts'
import { verifies } from '../requirements/verifies.ts'
import { bunDocs } from '../support/real_input.ts'
import { MAIN } from '../support/repository.ts'

/** Processor time: the time by the clock also depends on other programs. */
const BUILD_WITHIN_MS = 15_000
const BUILD_BYTES_MAX = 700 * 1000 * 1000

verifies(
  'build.bounds',
  'lectern build builds 1,396 real pages within its limits of time and memory',
  async () => {
    const home = await mkdtemp(join(tmpdir(), 'lectern-bounds-'))
    try {
      const corpusDir = join(home, 'corpus')
      await importFolder(await bunDocs(), corpusDir)
      const child = Bun.spawn([process.execPath, MAIN, 'build'], {
        env: { ...process.env, CORPUS_DIR: corpusDir, DIST_DIR: join(home, 'dist') },
        stdout: 'pipe',
        stderr: 'pipe',
      })
      const bytes = await peakBytes(child)
      expect(await child.exited).toBe(0)
      const tookMs = Number(child.resourceUsage()?.cpuTime.total) / 1000
      console.log(`built in ${Math.round(tookMs)} ms, peak of ${(bytes / 1e6).toFixed(0)} MB`)
      expect(await new Response(child.stdout).text()).toContain('Built 1396 pages')
      expect(tookMs).toBeLessThan(BUILD_WITHIN_MS)
      expect(bytes).toBeLessThan(BUILD_BYTES_MAX)
    } finally {
      await rm(home, { recursive: true, force: true })
    }
  },
)

/**
 * Peak memory of a process, watched until it ends. What the system reports afterwards includes the
 * parent, whose memory the child shares until it runs its own program.
 */
async function peakBytes(child: Bun.Subprocess): Promise<number> {
  let most = 0
  while (child.exitCode === null) {
    const status = await readFile(`/proc/${child.pid}/status`, 'utf8').catch(() => '')
    const kilobytes = Number(/^VmHWM:\s+(\d+) kB/m.exec(status)?.[1] ?? 0)
    most = Math.max(most, kilobytes * 1024)
    await Bun.sleep(20)
  }
  return most === 0 ? (child.resourceUsage()?.maxRSS ?? Number.POSITIVE_INFINITY) : most
}
