import { lstat, mkdir, readdir, readFile, rename, rm, rmdir } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import {
  compare,
  listNames,
  type Problem,
  problemAt,
  quote,
  startOfFile,
} from '../../contract/problem.ts'
import { type EmittedFile, syncFolder } from '../../foundation/files/folder_writer.ts'
import { writeNewFile } from '../../foundation/files/new_file.ts'
import { readValue } from '../../text/source_text/yaml_column.ts'
import { PACKAGE_PATHS } from './files.ts'

/** The file that shows whose package a folder is. */
const OWNER_FILE = 'server.json'

/** Version control of a package that is a repository: a folder, or a file. */
const VERSION_CONTROL: ReadonlySet<string> = new Set(['.git/', '.git'])

/** A temporary file of an interrupted run; nobody else uses such names. */
const LEFTOVER = /^(.+)\.lectern-[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\.tmp$/

/**
 * Lists the paths in a folder; empty if the folder does not exist. Folders that cannot belong to a
 * package are listed but not entered: the folder may be the root of a disk. Anything else than a
 * file or a folder, such as a link, is marked with `@`.
 */
export async function listEntries(folder: string, below = ''): Promise<readonly string[]> {
  const found = await readdir(join(folder, below), { withFileTypes: true }).catch(ignoreMissing)
  const paths = await Promise.all(
    found.map(async (entry) => {
      const path = below === '' ? entry.name : `${below}/${entry.name}`
      if (entry.isFile()) return [path]
      if (!entry.isDirectory()) return [`${path}@`]
      return OUR_FOLDERS.has(path) ? await listEntries(folder, path) : [`${path}/`]
    }),
  )
  const all = paths.flat().filter((path) => !VERSION_CONTROL.has(path))
  return all.sort(compare)
}

/** Folders that contain files of a package, such as `.agents` and `.agents/plugins`. */
const OUR_FOLDERS: ReadonlySet<string> = new Set(
  [...PACKAGE_PATHS].flatMap((path) => {
    const parts = path.split('/').slice(0, -1)
    return parts.map((_, at) => parts.slice(0, at + 1).join('/'))
  }),
)

/** Finds files that a package must not replace, because we did not write them. */
export async function findForeignFiles(folder: string, name: string): Promise<readonly Problem[]> {
  const at = startOfFile(folder)
  // With a trailing slash, a link would be followed.
  const found = await lstat(resolve(folder)).catch(ignoreMissing)
  if (!Array.isArray(found) && !found.isDirectory()) {
    return [problemAt(at, 'this path is not a folder', 'choose another folder')]
  }
  const entries = (await listEntries(folder)).filter((path) => !isLeftover(path))
  const foreign = entries.filter((path) => !PACKAGE_PATHS.has(path))
  if (foreign.length > 0) {
    const names = listNames(foreign.map(quote), 5)
    const verb = foreign.length === 1 ? 'is' : 'are'
    const what = `the folder contains ${names}, which ${verb} not part of a package`
    return [problemAt(at, what, 'choose another folder, or move them away')]
  }
  if (entries.length === 0 || (await isOwned(folder, name))) return []
  const names = listNames(entries.map(quote), 5)
  const what = `the folder contains ${names}, but no ${OWNER_FILE} of ${quote(name)}`
  return [problemAt(at, what, 'choose another folder, or move them away')]
}

async function isOwned(folder: string, name: string): Promise<boolean> {
  const text = await readFile(join(folder, OWNER_FILE), 'utf8').catch(() => '')
  try {
    return readValue(JSON.parse(text), ['name']) === name
  } catch {
    return false
  }
}

function isLeftover(path: string): boolean {
  return PACKAGE_PATHS.has(LEFTOVER.exec(path)?.[1] ?? '')
}

/**
 * Writes every file under a temporary name, and only then renames them all: a failure before that
 * leaves the last package unchanged. `server.json` comes first, so that the next run recognises the
 * folder of an interrupted run. Nothing else is touched.
 */
export async function placePackage(
  folder: string,
  files: readonly EmittedFile[],
): Promise<readonly Problem[]> {
  const target = resolve(folder)
  const made = await mkdir(target, { recursive: true })
  const mark = `lectern-${crypto.randomUUID()}.tmp`
  const first = [...files].sort(
    (a, b) => Number(b.path === OWNER_FILE) - Number(a.path === OWNER_FILE),
  )
  try {
    for (const { path, bytes } of first) await writeNew(join(target, `${path}.${mark}`), bytes)
    for (const { path } of first) {
      await rename(join(target, `${path}.${mark}`), join(target, path))
    }
  } catch (error) {
    for (const { path } of first) await rm(join(target, `${path}.${mark}`), { force: true })
    if (made !== undefined) await removeEmpty(target)
    if (!isMissing(error)) throw error
    const at = startOfFile(folder)
    return [problemAt(at, 'another run is changing this folder', 'run package again')]
  }
  await removeLeftovers(target)
  const folders = new Set(files.map(({ path }) => dirname(join(target, path))))
  for (const path of [...folders, dirname(target)]) await syncFolder(path)
  return []
}

/** Removes the folders that were created, unless they have content. */
async function removeEmpty(target: string): Promise<void> {
  const inside = [...OUR_FOLDERS].sort((a, b) => b.length - a.length)
  for (const path of [...inside, '.']) await rmdir(join(target, path)).catch(() => undefined)
}

async function writeNew(path: string, bytes: Uint8Array): Promise<void> {
  await mkdir(dirname(path), { recursive: true })
  await writeNewFile(path, bytes)
}

async function removeLeftovers(target: string): Promise<void> {
  const leftovers = (await listEntries(target)).filter(isLeftover)
  for (const path of leftovers) await rm(join(target, path), { force: true })
}

function ignoreMissing(error: unknown): never[] {
  if (isMissing(error)) return []
  throw error
}

function isMissing(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ENOENT'
}
