import { readFile } from 'node:fs/promises'
import { install } from './_install.ts'
import { run } from './_run.ts'

/** How often the end of npx is looked for. */
const LOOK_EVERY_MS = 500

/** `bun run start`: installs what running needs, and nothing else, then serves. */
const installed = await install('run-time')
if (installed !== 0) process.exit(installed)
await stopWithNpx()
process.exit(await run(['app/main.ts', 'serve']))

/**
 * npx runs Bun below a shell that ends on a signal and does not pass it on. What is left below it
 * gets another parent then, which is the only trace of the signal, so it counts as one.
 */
async function stopWithNpx(): Promise<void> {
  const first = await findParent(process.ppid)
  if (process.env.npm_execpath === undefined || first === undefined) return
  const timer = setInterval(async () => {
    if ((await findParent(process.ppid)) === first) return
    clearInterval(timer)
    process.kill(process.pid, 'SIGTERM')
  }, LOOK_EVERY_MS)
}

/** The parent of a process, where the system has `/proc`. */
async function findParent(pid: number): Promise<string | undefined> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '')
  // The second field is the name of the program, in brackets, and may hold anything.
  return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]
}
