import { createHash } from 'node:crypto'
import { exists, mkdir, mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { basename, dirname, join, resolve } from 'node:path'
import { compare, type Problem, problemAt } from '../../../contract/problem.ts'
import { err, ok, type Result } from '../../../contract/result.ts'
import { errorCodeOf } from '../../../text/source_text/source_file.ts'
import { type Change, stageChanges, switchFiles, type WantedFile } from './_file_switch.ts'
import { formatImportRecord, type ImportRecord, RECORD_FILE } from './_import_record.ts'
import { OVERRIDES_FOLDER } from './overrides.ts'

/** What an import puts into a corpus. */
type ImportContents = {
  /** Files below `pages/`. */
  readonly files: readonly WantedFile[]
  readonly moves: ImportRecord['moves']
  /** The list of old addresses; absent where there are none. */
  readonly redirects: string | undefined
  /** Files of the corpus that are kept where there is one already, by name. */
  readonly defaults: readonly WantedFile[]
  /** The lock of ids, where the import changes it. */
  readonly lock: string | undefined
}

/** How many files an import changed. */
export type ImportChanges = { readonly written: number; readonly removed: number }

/**
 * Brings a corpus to what was imported, or leaves it as it is: files that differ are replaced one
 * by one, those of earlier imports that the source no longer has are removed. Reports files that
 * people edited, and keeps all other files of the corpus.
 */
export async function writeCorpus(
  corpusDir: string,
  contents: ImportContents,
  record: ImportRecord,
): Promise<Result<ImportChanges, readonly Problem[]>> {
  const found = await digestFolder(join(corpusDir, 'pages'))
  const listed = await listRedirects(corpusDir, contents.redirects, record, found)
  const all = [...contents.files, ...listed]
  const wanted = await digestFiles(all)
  const problems = findStrangers(corpusDir, found, wanted, record)
  if (problems.length > 0) return err(problems)
  const files = all.filter(({ path }) => found.get(path) !== wanted.get(path))
  const removed = [...record.digests.keys()].filter((path) => found.has(path) && !wanted.has(path))
  const target = resolve(corpusDir)
  try {
    await mkdir(dirname(target), { recursive: true })
    const temporary = await mkdtemp(join(dirname(target), `.${basename(target)}-import-`))
    try {
      const changes = await stageChanges(temporary, [
        ...files.map((file) => ({ ...file, path: `pages/${file.path}` })),
        ...(await listOtherFiles(target, contents)),
      ])
      const digests = new Map([...wanted].map(([path, digest]) => [path, [digest]]))
      await putInPlace(target, temporary, {
        changes,
        removed: removed.map((path) => `pages/${path}`),
        before: joinDigests(record, digests),
        after: formatImportRecord({ digests, moves: contents.moves }),
      })
    } finally {
      await rm(temporary, { recursive: true, force: true })
    }
  } catch (error) {
    const what = `the corpus cannot be written: ${errorCodeOf(error)}`
    const fix = 'make the parent folder writable and check the free disk space'
    return err([problemAt({ file: corpusDir, line: 1, column: 1 }, what, fix)])
  }
  return ok({ written: files.length, removed: removed.length })
}

type Placement = {
  readonly changes: readonly Change[]
  readonly removed: readonly string[]
  /** The record while files are replaced: both the old and the new are ours. */
  readonly before: string
  readonly after: string
}

/** A crash leaves files of both imports, which the record then knows: the next import goes on. */
async function putInPlace(
  target: string,
  temporary: string,
  { changes, removed, before, after }: Placement,
): Promise<void> {
  const record = join(target, RECORD_FILE)
  const old = await readFile(record, 'utf8').catch(() => undefined)
  const isSame = changes.length === 0 && removed.length === 0
  if (isSame && old === after) return
  await mkdir(target, { recursive: true })
  const write = async (text: string): Promise<void> => {
    const staged = await stageChanges(temporary, [{ path: RECORD_FILE, text: () => text }])
    await switchFiles(target, staged, [])
  }
  if (!isSame) await write(before)
  await switchFiles(target, changes, removed)
  await write(after)
}

function joinDigests(record: ImportRecord, wanted: ImportRecord['digests']): string {
  const paths = new Set([...record.digests.keys(), ...wanted.keys()])
  const digests = new Map(
    [...paths].map((path) => {
      const both = [...(record.digests.get(path) ?? []), ...(wanted.get(path) ?? [])]
      return [path, [...new Set(both)]]
    }),
  )
  return formatImportRecord({ digests, moves: record.moves })
}

/** Files beside the pages that are absent, and the lock. */
async function listOtherFiles(
  target: string,
  { defaults, lock }: ImportContents,
): Promise<readonly WantedFile[]> {
  const files: WantedFile[] = []
  for (const file of defaults) if (!(await exists(join(target, file.path)))) files.push(file)
  if (lock !== undefined) files.push({ path: 'ids.lock', text: () => lock })
  return files
}

/** The list of old addresses beside the pages. */
const REDIRECTS = '../redirects.yaml'

/** The list of old addresses, unless the writer of the corpus keeps one. */
async function listRedirects(
  corpusDir: string,
  text: string | undefined,
  record: ImportRecord,
  found: Map<string, string>,
): Promise<readonly WantedFile[]> {
  const there = await readFile(join(corpusDir, 'pages', REDIRECTS)).catch(() => undefined)
  const digest = there === undefined ? undefined : digestOf(there)
  if (digest !== undefined && record.digests.get(REDIRECTS)?.includes(digest) !== true) return []
  if (digest !== undefined) found.set(REDIRECTS, digest)
  return text === undefined ? [] : [{ path: REDIRECTS, text: () => text }]
}

/** Digests of what is wanted, one file at a time: pictures may be large. */
async function digestFiles(files: readonly WantedFile[]): Promise<ReadonlyMap<string, string>> {
  const digests = new Map<string, string>()
  for (const file of files) {
    digests.set(file.path, digestOf('text' in file ? file.text() : await readFile(file.source)))
  }
  return digests
}

async function digestFolder(folder: string): Promise<Map<string, string>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => [])
  const paths = entries
    .filter((entry) => !entry.isDirectory())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
    .sort(compare)
  const digests = new Map<string, string>()
  for (const path of paths) {
    digests.set(path.replaceAll('\\', '/'), digestOf(await readFile(join(folder, path))))
  }
  return digests
}

/** Files that were edited since an import wrote them, or that are where one must be. */
function findStrangers(
  corpusDir: string,
  found: ReadonlyMap<string, string>,
  wanted: ReadonlyMap<string, string>,
  { digests }: ImportRecord,
): readonly Problem[] {
  return [...found].flatMap(([path, digest]) => {
    const known = digests.get(path)
    if (known?.includes(digest) === true || digest === wanted.get(path)) return []
    // Beside imported pages, a page of the writer is welcome; a corpus of another origin is not.
    if (known === undefined && digests.size > 0 && !wanted.has(path)) return []
    const kind = path.endsWith('.md') ? 'page' : 'file'
    const what =
      known === undefined
        ? `this ${kind} was not created by an import`
        : `this ${kind} was edited after it was imported`
    const fix = `move it to ${OVERRIDES_FOLDER}/${path}, where it wins over every import`
    const other = 'import into another folder'
    return [
      problemAt(
        { file: join(corpusDir, 'pages', path), line: 1, column: 1 },
        what,
        digests.size === 0 ? `${other}, or move the ${kind} away` : `${fix}, or ${other}`,
      ),
    ]
  })
}

function digestOf(bytes: string | Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex')
}
