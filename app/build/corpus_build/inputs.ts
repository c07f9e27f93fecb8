import { readdirSync, readFileSync, statSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join, relative, resolve, sep } from 'node:path'
import { Type } from '@sinclair/typebox'
import { Value } from '@sinclair/typebox/value'
import { compare } from '../../contract/problem.ts'
import { baseOf } from '../../docs/model/addresses.ts'
import { buildsFolder } from '../../foundation/files/build_folders.ts'
import { replaceFile } from '../../foundation/files/replacement.ts'
import { encodeJson } from '../../text/source_text/escape.ts'
import { locateCorpusFile } from '../../text/source_text/source_file.ts'
import { isCompleteBuild, readCurrentBuild } from './_build_folders.ts'
import type { CorpusOptions } from './corpus.ts'
import { type PageDate, readPageDates } from './read/page_dates.ts'
import { listPageFiles } from './read/page_files.ts'
import { readPagesFolder, readSisterFiles } from './read/registry.ts'
import { digestSisterFile } from './read/sisters.ts'
import { PROGRAM_FOLDERS, type Stamp, saveStamp, takeStamp } from './stamp.ts'

/** The build itself writes the lock, so its content counts as of the end of the build. */
const LOCK_NAME = 'ids.lock'

/** Files of a corpus that the build reads: not its lock, and not its search evaluation. */
const READ_BY_BUILD = /^(?!ids\.lock$|eval\/)/

/** A page that states its date; one that only seems to is dated without need. */
const DATED = /^updated:/m

/** The front matter of a page is within these bytes; a date below them counts as none. */
const FRONT_MATTER_BYTES = 8192

type Options = CorpusOptions & { readonly distDir: string }

const RecordSchema = Type.Object({ build: Type.String(), inputs: Type.String() })

/** Digest of the program, set by `scripts/compile.ts`: a compiled program has no folders. */
declare const LECTERN_PROGRAM: string | undefined

/** The inputs of a build: program, address, limits, every file of the corpus. */
export type Inputs = {
  readonly digest: string
  readonly stamp: Stamp
  /** The folders whose files are inputs, and files elsewhere. */
  readonly roots: readonly string[]
}

/** Reads every input; the stamp is older than the digest, so that a change between them shows. */
export async function digestInputs(options: Options): Promise<Inputs> {
  const roots = await findRoots(options.corpusDir)
  const stamp = takeStamp(options, roots)
  return { digest: await digestContent(options), stamp, roots }
}

async function findRoots(corpusDir: string): Promise<readonly string[]> {
  const pages = await findPages(corpusDir)
  const folders = relative(corpusDir, pages).startsWith('..') ? [corpusDir, pages] : [corpusDir]
  return [...folders, ...(await findSisterFiles(corpusDir))].map((folder) => resolve(folder))
}

/** The manifests of sister sites; those that a build fetched count until the next build. */
async function findSisterFiles(corpusDir: string): Promise<readonly string[]> {
  const names = await readSisterFiles(locateCorpusFile(corpusDir, 'registry.yaml'))
  return names.map((name) => join(corpusDir, name))
}

async function findPages(corpusDir: string): Promise<string> {
  return join(corpusDir, await readPagesFolder(locateCorpusFile(corpusDir, 'registry.yaml')))
}

async function digestContent({ corpusDir, baseUrl, limits }: Options): Promise<string> {
  const hasher = new Bun.CryptoHasher('sha256')
  hasher.update(`${baseOf(baseUrl)}\n${JSON.stringify(limits ?? {})}\n`)
  hasher.update(await findProgramDigest())
  for (const path of await findSisterFiles(corpusDir)) {
    hasher.update(`${await digestSisterFile(path)}\n`)
  }
  // A commit or a new clone may change the date of a page, and none of its bytes.
  hasher.update(JSON.stringify(await digestPages(hasher, corpusDir)))
  return hasher.digest('hex')
}

/** Adds the files of the corpus, and pages outside it, and gives the dates that pages take. */
async function digestPages(
  hasher: Bun.CryptoHasher,
  corpusDir: string,
): Promise<readonly (readonly [file: string, date: PageDate])[]> {
  const pages = await findPages(corpusDir)
  const undated: string[] = []
  const note = (path: string, bytes: Buffer) => {
    const isDated = () => DATED.test(bytes.toString('latin1', 0, FRONT_MATTER_BYTES))
    if (path.endsWith('.md') && !isDated()) undated.push(relative(pages, path))
  }
  await hashFolder(hasher, corpusDir, READ_BY_BUILD, (name, bytes) => {
    if (!name.startsWith('changelog/')) note(join(corpusDir, name), bytes)
  })
  if (relative(corpusDir, pages).startsWith('..')) {
    const turns = createTurns()
    const listed = await listPageFiles({ path: pages, name: pages }, corpusDir)
    for (const file of [...listed.files, ...listed.folderFiles, ...listed.otherFiles]) {
      const bytes = readBytes(file.path) ?? Buffer.alloc(0)
      hasher.update(`${file.below} ${bytes.length}\n`).update(bytes)
      note(file.path, bytes)
      await turns.take(bytes)
    }
  }
  return [...(await readPageDates(pages, undated))]
}

let program: Promise<string> | undefined

/** The code that runs stays as it was loaded, so one look at its files is enough. */
export async function findProgramDigest(): Promise<string> {
  program ??=
    typeof LECTERN_PROGRAM === 'string' ? Promise.resolve(LECTERN_PROGRAM) : digestProgram()
  return await program
}

/** Digest over the part of the program that a build depends on. */
export async function digestProgram(): Promise<string> {
  const hasher = new Bun.CryptoHasher('sha256')
  for (const folder of PROGRAM_FOLDERS) await hashFolder(hasher, folder, /\.(ts|css|txt|yaml)$/)
  return hasher.digest('hex')
}

/** Records the inputs of the current build, in a file beside the builds. */
export async function recordInputs(
  options: Options,
  build: string,
  { digest, stamp, roots }: Inputs,
): Promise<void> {
  const { distDir, corpusDir } = options
  const record = { build, inputs: await digestWithLock(digest, corpusDir) }
  if (!Value.Equal(await readRecord(distDir), record)) {
    await replaceFile(recordPath(distDir), encodeJson(record))
  }
  await saveStamp(options, roots, stamp)
}

/** Whether the current build was made from exactly these inputs and is complete. */
export async function isFresh(options: Options): Promise<boolean> {
  const { distDir, corpusDir } = options
  const [current, record] = await Promise.all([readCurrentBuild(distDir), readRecord(distDir)])
  if (current === undefined || record?.build !== current.build) return false
  if (current.base_url !== baseOf(options.baseUrl)) return false
  const { digest, stamp, roots } = await digestInputs(options)
  if ((await digestWithLock(digest, corpusDir)) !== record.inputs) return false
  if (!(await isCompleteBuild(distDir, current.build, current.files))) return false
  await saveStamp(options, roots, stamp)
  return true
}

function recordPath(distDir: string): string {
  return join(buildsFolder(distDir), '.inputs.json')
}

async function readRecord(
  distDir: string,
): Promise<{ readonly build: string; readonly inputs: string } | undefined> {
  const text = await readFile(recordPath(distDir), 'utf8').catch(() => '')
  try {
    const value: unknown = JSON.parse(text)
    return Value.Check(RecordSchema, value) ? value : undefined
  } catch {
    return undefined
  }
}

async function digestWithLock(digest: string, corpusDir: string): Promise<string> {
  const lock = await readFile(join(corpusDir, LOCK_NAME)).catch(() => new Uint8Array())
  return new Bun.CryptoHasher('sha256').update(digest).update(lock).digest('hex')
}

async function hashFolder(
  hasher: Bun.CryptoHasher,
  folder: string,
  paths: RegExp,
  onFile: (name: string, bytes: Buffer) => void = () => undefined,
): Promise<void> {
  const turns = createTurns()
  const names = listFolder(folder)
    .filter((name) => paths.test(name))
    .sort(compare)
  for (const name of names) {
    const bytes = readBytes(join(folder, name))
    hasher.update(`${name} ${bytes === undefined ? 'unreadable' : bytes.length}\n`)
    if (bytes === undefined) continue
    hasher.update(bytes)
    onFile(name, bytes)
    await turns.take(bytes)
  }
}

function listFolder(folder: string): readonly string[] {
  try {
    return readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => !entry.isDirectory())
      .map((entry) => relative(folder, join(entry.parentPath, entry.name)).replaceAll(sep, '/'))
  } catch {
    return []
  }
}

/** On this thread: handing a small file to another and back takes longer than reading it. */
function readBytes(path: string): Buffer | undefined {
  try {
    // A pipe would wait for who writes into it.
    return statSync(path).isFile() ? readFileSync(path) : undefined
  } catch {
    return undefined
  }
}

/** Bytes and files that are read before requests get a turn: about a millisecond. */
const TURN_BYTES = 512 * 1024
const FILE_BYTES = 16 * 1024

/** A service compares a corpus beside requests, which must not wait for all of it. */
function createTurns(): { readonly take: (bytes: Buffer) => Promise<void> } {
  let left = TURN_BYTES
  const take = async (bytes: Buffer): Promise<void> => {
    left -= FILE_BYTES + bytes.length
    if (left > 0) return
    left = TURN_BYTES
    await new Promise<void>((resolve) => setImmediate(resolve))
  }
  return { take }
}
