import { link, mkdir, mkdtemp, rename, rm, rmdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Problem } from '../../contract/problem.ts'
import { err, ok, type Result } from '../../contract/result.ts'
import { syncFolder } from '../../foundation/files/folder_writer.ts'
import { describeSystemError } from '../../foundation/files/system_problem.ts'

export type NewFile = { readonly path: string; readonly text: string }

/**
 * Places new files, and removes them again if one cannot be placed. They are written elsewhere
 * first, so that each appears whole, and none replaces a file that came in the meantime.
 */
export async function placeFiles(
  folder: string,
  files: readonly NewFile[],
): Promise<Result<void, Problem>> {
  const undo: (() => Promise<unknown>)[] = []
  try {
    undo.push(await makeFolders(folder))
    const staging = await mkdtemp(join(folder, '.lectern-'))
    undo.push(() => rm(staging, { recursive: true, force: true }))
    for (const [at, { text }] of files.entries()) await writeFile(join(staging, `${at}`), text)
    for (const [at, { path }] of files.entries()) {
      const target = join(folder, path)
      undo.push(await makeFolders(dirname(target)))
      await moveNew(join(staging, `${at}`), target)
      undo.push(() => rm(target, { force: true }))
    }
    await rm(staging, { recursive: true, force: true })
    await syncFolder(folder)
    return ok(undefined)
  } catch (error) {
    for (const step of undo.reverse()) await step().catch(() => undefined)
    const problem = describeSystemError(error, folder)
    if (problem === undefined) throw error
    return err(problem)
  }
}

/** Moves a file to a path that must not exist. A disk without links has to trust the plan. */
async function moveNew(from: string, to: string): Promise<void> {
  try {
    await link(from, to)
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined
    if (code !== 'EPERM' && code !== 'ENOTSUP' && code !== 'ENOSYS') throw error
    await rename(from, to)
  }
}

/** Makes a folder and those above it; the result removes those that were made and are empty. */
async function makeFolders(path: string): Promise<() => Promise<void>> {
  const first = await mkdir(path, { recursive: true })
  return async () => {
    if (first === undefined) return
    for (let each = path; each.length >= first.length; each = dirname(each)) await rmdir(each)
  }
}
