import { lstat, mkdir, readdir, readFile, rename, rm, rmdir } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { compare, listNames, type Problem, problemAt, quote } from '../contract/problem.ts'
import { type EmittedFile, syncFolder } from '../files/folder_writer.ts'
import { writeNewFile } from '../files/new_file.ts'
import { readValue } from '../source_text/yaml_column.ts'
import { PACKAGE_PATHS } from './files.ts'

/** The file by which a folder shows whose package it is. */
const OWNER_FILE = 'server.json'

/** Version control keeps its own files in a package that is a repository: a folder, or a file. */
const VERSION_CONTROL: ReadonlySet<string> = new Set(['.git/', '.git'])

/** What a run that was ended leaves: a file of ours under a name that nobody else makes. */
const LEFTOVER = /^(.+)\.lectern-[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\.tmp$/

/**
 * Paths of what stands in a folder; empty when there is none. A folder in which no file of a
 * package can lie is named and not entered: somebody may have named the root of a disk. What is
 * neither a file nor a folder, such as a link, has a mark behind its path.
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

/** Folders in which files of a package lie: `.agents` and `.agents/plugins`. */
const OUR_FOLDERS: ReadonlySet<string> = new Set(
  [...PACKAGE_PATHS].flatMap((path) => {
    const parts = path.split('/').slice(0, -1)
    return parts.map((_, at) => parts.slice(0, at + 1).join('/'))
  }),
)

/** Why a package cannot be written into a folder: what stands there is not ours to replace. */
export async function findForeignFiles(folder: string, name: string): Promise<readonly Problem[]> {
  const at = { file: folder, line: 1, column: 1 }
  // Without its last slash a link is seen as the link that it is.
  const found = await lstat(resolve(folder)).catch(ignoreMissing)
  if (!Array.isArray(found) && !found.isDirectory()) {
    return [problemAt(at, 'something that is no folder stands there', 'name another folder')]
  }
  const entries = (await listEntries(folder)).filter((path) => !isLeftover(path))
  const foreign = entries.filter((path) => !PACKAGE_PATHS.has(path))
  if (foreign.length > 0) {
    const is = foreign.length === 1 ? 'which is no file' : 'which are no files'
    const what = `the folder holds ${listNames(foreign.map(quote), 5)}, ${is} of a package`
    return [problemAt(at, what, 'name another folder, or move them away')]
  }
  if (entries.length === 0 || (await isOwned(folder, name))) return []
  const held = listNames(entries.map(quote), 5)
  const what = `the folder holds ${held}, and no ${OWNER_FILE} of ${quote(name)}`
  return [problemAt(at, what, 'name another folder, or move them away')]
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
 * Writes every file beside its place, and only then puts each in its place: what fails before that
 * leaves the last package as it was. The claim comes first, so that a run which is ended between
 * two files leaves a folder that the next run knows as its own. Nothing else is touched.
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
    const at = { file: folder, line: 1, column: 1 }
    return [problemAt(at, 'another run changes the folder too', 'run package again')]
  }
  await removeLeftovers(target)
  const folders = new Set(files.map(({ path }) => dirname(join(target, path))))
  for (const path of [...folders, dirname(target)]) await syncFolder(path)
  return []
}

/** Takes back the folders that were made; one in which something stands is left alone. */
async function removeEmpty(target: string): Promise<void> {
  const inside = [...OUR_FOLDERS].sort((a, b) => b.length - a.length)
  for (const path of [...inside, '.']) await rmdir(join(target, path)).catch(() => undefined)
}

async function writeNew(path: string, bytes: Uint8Array): Promise<void> {
  await mkdir(dirname(path), { recursive: true })
  await writeNewFile(path, bytes)
}

/** Clears away what earlier runs could not, because somebody ended them. */
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
