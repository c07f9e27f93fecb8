import { afterAll, expect } from 'bun:test'
import { readdir, readFile } from 'node:fs/promises'
import { verifies, verifiesLong } from '../../requirements/verifies.ts'
import { newFolder, removeFolders } from '../../support/building.ts'
import { keepRealBuild, startBuild, startRealBuild } from '../../support/real_build.ts'
import { CORPUS } from '../../support/repository.ts'

/**
 * Processor time of the busiest thread, which the others work beside: the time by the clock also
 * depends on other programs.
 */
const BUILD_WITHIN_MS = 15_000
const BUILD_BYTES_MAX = 700 * 1000 * 1000

/** Our own corpus has fewer pages than a tenth of these, and a start that pages do not share. */
const OWN_WITHIN_MS = BUILD_WITHIN_MS / 2
const OWN_BYTES_MAX = BUILD_BYTES_MAX / 2

afterAll(removeFolders)

verifies(
  'build.bounds',
  'lectern build builds our own pages within half of the limits of time and memory',
  async () => {
    const { child } = await startBuild(CORPUS, await newFolder())
    const { tookMs, bytes } = await measureBuild(child)
    expect(await new Response(child.stdout).text()).toMatch(/Built \d{2,3} pages/)
    expect(tookMs).toBeLessThan(OWN_WITHIN_MS)
    expect(bytes).toBeLessThan(OWN_BYTES_MAX)
  },
)

verifiesLong(
  'build.bounds',
  'lectern build builds 1,396 real pages within its limits of time and memory',
  async () => {
    const { child, distDir } = await startRealBuild()
    const { tookMs, bytes } = await measureBuild(child)
    expect(await new Response(child.stdout).text()).toContain('Built 1396 pages')
    expect(tookMs).toBeLessThan(BUILD_WITHIN_MS)
    expect(bytes).toBeLessThan(BUILD_BYTES_MAX)
    await keepRealBuild(distDir)
  },
)

/** What a build takes until it ends well, which is printed, too. */
async function measureBuild(
  child: Bun.Subprocess,
): Promise<{ readonly tookMs: number; readonly bytes: number }> {
  const { bytes, busiestMs } = await watch(child)
  expect(await child.exited).toBe(0)
  const allMs = Number(child.resourceUsage()?.cpuTime.total) / 1000
  const tookMs = busiestMs === 0 ? allMs : busiestMs
  const [took, all] = [tookMs, allMs].map(Math.round)
  const peak = `peak of ${(bytes / 1e6).toFixed(0)} MB`
  console.log(`built in ${took} ms, ${all} ms on all threads, ${peak}`)
  return { tookMs, bytes }
}

/**
 * Peak memory and busiest thread of a process, watched until it ends. What the system reports
 * afterwards includes the parent, whose memory the child shares until it runs its own program.
 */
async function watch(
  child: Bun.Subprocess,
): Promise<{ readonly bytes: number; readonly busiestMs: number }> {
  let most = 0
  let busiestMs = 0
  while (child.exitCode === null) {
    const status = await readFile(`/proc/${child.pid}/status`, 'utf8').catch(() => '')
    const kilobytes = Number(/^VmHWM:\s+(\d+) kB/m.exec(status)?.[1] ?? 0)
    most = Math.max(most, kilobytes * 1024)
    busiestMs = Math.max(busiestMs, await readBusiest(child.pid))
    await Bun.sleep(50)
  }
  const reported = child.resourceUsage()?.maxRSS ?? Number.POSITIVE_INFINITY
  return { bytes: most === 0 ? reported : most, busiestMs }
}

/** Processor time of the busiest thread so far; 0 where the system does not say it. */
async function readBusiest(pid: number): Promise<number> {
  const folder = `/proc/${pid}/task`
  const threads = await readdir(folder).catch(() => [])
  const times = await Promise.all(
    threads.map(async (thread) => {
      const stat = await readFile(`${folder}/${thread}/stat`, 'utf8').catch(() => '')
      // The name before these may have spaces; times are in hundredths of a second (proc(5)).
      const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
      return (Number(fields[11] ?? 0) + Number(fields[12] ?? 0)) * 10
    }),
  )
  return Math.max(0, ...times)
}
