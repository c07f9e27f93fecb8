import { mkdir, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const PREFIX = 'lectern-test-'

/**
 * A folder for everything that a test run writes elsewhere, named after this process. Folders of
 * runs that were killed are removed first: a process that is gone can no longer use its own.
 */
export async function createTemporaryFolder(): Promise<string> {
  const parent = tmpdir()
  const left = (await readdir(parent)).filter((name) => isLeftBehind(name))
  await Promise.all(left.map((name) => removeFolder(join(parent, name))))
  const folder = join(parent, `${PREFIX}${process.pid}`)
  await mkdir(folder, { recursive: true })
  return folder
}

export async function removeFolder(folder: string): Promise<void> {
  await rm(folder, { recursive: true, force: true })
}

function isLeftBehind(name: string): boolean {
  const pid = name.startsWith(PREFIX) ? Number(name.slice(PREFIX.length)) : Number.NaN
  return Number.isInteger(pid) && pid !== process.pid && !isRunning(pid)
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    // A process of somebody else may not be asked, and is there.
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}
