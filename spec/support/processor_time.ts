import { readdir, readFile } from 'node:fs/promises'

/** Linux counts hundredths of a second. */
const MS_PER_TICK = 10

/** Processor time of a process in milliseconds; 0 if it has ended. */
export async function readProcessorMs(pid: number): Promise<number> {
  const { ownMs } = await readTimes(pid)
  return ownMs
}

/** Processor time in milliseconds of a group of processes, and of those of them that have ended. */
export async function readGroupProcessorMs(group: number): Promise<number> {
  const pids = (await readdir('/proc')).map(Number).filter(Number.isInteger)
  const times = await Promise.all(pids.map(readTimes))
  return times
    .filter((each) => each.group === group)
    .reduce((sum, { ownMs, endedMs }) => sum + ownMs + endedMs, 0)
}

/** Fields 5 and 14 to 17 of proc_pid_stat(5); the name before them may hold anything. */
async function readTimes(pid: number) {
  const text = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '')
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ')
  const [user = 0, system = 0, endedUser = 0, endedSystem = 0] = fields
    .slice(11, 15)
    .map((ticks) => Number(ticks) * MS_PER_TICK)
  return { group: Number(fields[2]), ownMs: user + system, endedMs: endedUser + endedSystem }
}
