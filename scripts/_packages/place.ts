import { lstat, mkdir, readdir, rename, rm } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import type { EmittedFile, Problem } from '../_corpus.ts'
import { compare, problemAt, quoted } from '../_problem.ts'
import { folderWriter, syncFolder } from '../_write.ts'
import { PACKAGE_PATHS } from './files.ts'

/**
 * Paths of what stands in a folder; empty when there is none. A folder in which no file of a
 * package can lie is named and not entered: somebody may have named the root of a disk.
 */
export async function entriesIn(folder: string, below = ''): Promise<readonly string[]> {
  const found = await readdir(join(folder, below), { withFileTypes: true }).catch(unlessMissing)
  const paths = await Promise.all(
    found.map(async (entry) => {
      const path = below === '' ? entry.name : `${below}/${entry.name}`
      if (!entry.isDirectory()) return [path]
      return OUR_FOLDERS.has(path) ? await entriesIn(folder, path) : [`${path}/`]
    }),
  )
  return paths.flat().sort(compare)
}

/** Folders in which files of a package lie: `.agents` and `.agents/plugins`. */
const OUR_FOLDERS: ReadonlySet<string> = new Set(
  [...PACKAGE_PATHS].flatMap((path) => {
    const parts = path.split('/').slice(0, -1)
    return parts.map((_, at) => parts.slice(0, at + 1).join('/'))
  }),
)

/** Why a folder cannot be replaced by a package: what stands there is not ours to remove. */
export async function foreignProblems(folder: string): Promise<readonly Problem[]> {
  const found = await lstat(folder).catch(unlessMissing)
  const at = { file: folder, line: 1, column: 1 }
  if (!Array.isArray(found) && !found.isDirectory()) {
    return [problemAt(at, 'something that is no folder stands there', 'name another folder')]
  }
  const foreign = (await entriesIn(folder)).find((path) => !PACKAGE_PATHS.has(path))
  if (foreign === undefined) return []
  const what = `the folder holds ${quoted(foreign)}, which is no file of a package`
  return [problemAt(at, what, 'name another folder, or move the file away')]
}

/** Fills a folder beside the target, then takes its place: nobody sees half a package. */
export async function placePackage(folder: string, files: readonly EmittedFile[]): Promise<void> {
  const target = resolve(folder)
  const filled = `${target}.${crypto.randomUUID()}.tmp`
  try {
    await mkdir(filled, { recursive: true })
    const writer = folderWriter(filled)
    for (const file of files) await writer.put(file)
    await writer.settle()
    await syncFolder(filled)
    await exchange(target, filled)
  } finally {
    await rm(filled, { recursive: true, force: true }).catch(() => undefined)
  }
}

/** A folder that is not empty cannot be renamed over, so the old one steps aside first. */
async function exchange(target: string, filled: string): Promise<void> {
  const old = `${target}.${crypto.randomUUID()}.old`
  const aside = await rename(target, old).then(() => true, falseIfMissing)
  try {
    await rename(filled, target)
  } catch (error) {
    if (aside) await rename(old, target)
    throw error
  }
  await syncFolder(dirname(target))
  await rm(old, { recursive: true, force: true })
}

function unlessMissing(error: unknown): never[] {
  if (isMissing(error)) return []
  throw error
}

function falseIfMissing(error: unknown): boolean {
  if (isMissing(error)) return false
  throw error
}

function isMissing(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ENOENT'
}
