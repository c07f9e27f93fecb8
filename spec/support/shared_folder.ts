import { mkdir, mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { removeAtExit } from './process_end.ts'

let home: Promise<string> | undefined

/**
 * A folder that lasts until the run ends: `bun run test` names one that all of its processes share,
 * otherwise each process has its own.
 */
export async function shareFolder(name: string): Promise<string> {
  const folder = join(process.env.KEPT_BUILDS ?? (await findHome()), name)
  await mkdir(folder, { recursive: true })
  return folder
}

async function findHome(): Promise<string> {
  home ??= makeHome()
  return await home
}

async function makeHome(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'lectern-kept-'))
  removeAtExit(folder)
  return folder
}
