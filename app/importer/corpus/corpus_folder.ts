import { createHash } from 'node:crypto'
import {
  copyFile,
  exists,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  rename,
  rm,
  writeFile,
} from 'node:fs/promises'
import { basename, dirname, join, resolve } from 'node:path'
import { compare, type Problem, problemAt } from '../../contract/problem.ts'
import { err, ok, type Result } from '../../contract/result.ts'
import { errorCodeOf } from '../../source_text/source_file.ts'
import type { ImportedAsset } from '../pages/asset_files.ts'
import type { ImportedPage } from '../pages/imported_pages.ts'

/** Digests of the files from the last import: a file that differs was edited since. */
const RECORD = 'import.lock'

const HEADER =
  '# Files that "lectern import" wrote, with their digests. An edited file is never replaced.\n'

/** What an import puts below `pages/`. */
type ImportContents = {
  readonly pages: readonly ImportedPage[]
  readonly assets: readonly ImportedAsset[]
  /** Files that order the pages, by their paths below `pages/`. */
  readonly folders: readonly { readonly path: string; readonly text: string }[]
}

/** Digests of the files below `pages/`, by path. */
type Digests = ReadonlyMap<string, string>

/**
 * Writes a whole corpus, or nothing. Replaces files of an earlier import, reports those that people
 * wrote or edited, and keeps all other files of the corpus.
 */
export async function writeCorpus(
  folder: string,
  imported: ImportContents,
  defaults: Readonly<Record<string, string>>,
): Promise<Result<void, readonly Problem[]>> {
  const digests = await digestFiles(imported)
  const problems = await findEditedFiles(folder, digests, await readRecord(folder))
  if (problems.length > 0) return err(problems)
  const target = resolve(folder)
  try {
    await mkdir(dirname(target), { recursive: true })
    const temporary = await mkdtemp(join(dirname(target), `.${basename(target)}-import-`))
    try {
      await writeFiles(join(temporary, 'pages'), imported)
      await putInPlace(temporary, target, { ...defaults, [RECORD]: formatRecord(digests) })
    } finally {
      await rm(temporary, { recursive: true, force: true })
    }
  } catch (error) {
    const what = `the corpus cannot be written: ${errorCodeOf(error)}`
    const fix = 'make the parent folder writable and check the free disk space'
    return err([problemAt({ file: folder, line: 1, column: 1 }, what, fix)])
  }
  return ok(undefined)
}

async function putInPlace(
  temporary: string,
  target: string,
  files: Readonly<Record<string, string>>,
): Promise<void> {
  await mkdir(target, { recursive: true })
  const wanted: string[] = []
  for (const [name, text] of Object.entries(files)) {
    if (name !== RECORD && (await exists(join(target, name)))) continue
    await writeFile(join(temporary, name), text)
    wanted.push(name)
  }
  const [old, current] = [join(temporary, 'pages-before'), join(target, 'pages')]
  const replaces = await exists(current)
  if (replaces) await rename(current, old)
  try {
    await rename(join(temporary, 'pages'), current)
  } catch (error) {
    if (replaces) await rename(old, current)
    throw error
  }
  for (const name of wanted) await rename(join(temporary, name), join(target, name))
}

async function writeFiles(
  folder: string,
  { pages, assets, folders }: ImportContents,
): Promise<void> {
  const texts = listTexts({ pages, assets, folders })
  const paths = [...texts.map(({ path }) => path), ...assets.map(({ target }) => target)]
  await mkdir(folder, { recursive: true })
  for (const each of new Set(paths.map((path) => dirname(join(folder, path))))) {
    await mkdir(each, { recursive: true })
  }
  for (const { path, text } of texts) await writeFile(join(folder, path), text)
  for (const { target, source } of assets) await copyFile(source, join(folder, target))
}

function listTexts({
  pages,
  folders,
}: ImportContents): readonly { readonly path: string; readonly text: string }[] {
  return [...pages.map(({ page, text }) => ({ path: page, text })), ...folders]
}

/** Digests of what is written, one file at a time: pictures may be large. */
async function digestFiles(imported: ImportContents): Promise<Digests> {
  const { assets } = imported
  const digests = new Map(listTexts(imported).map(({ path, text }) => [path, digestOf(text)]))
  for (const { target, source } of assets) digests.set(target, digestOf(await readFile(source)))
  return digests
}

/** Files that no import wrote, or that changed since. */
async function findEditedFiles(
  folder: string,
  wanted: Digests,
  record: Digests,
): Promise<readonly Problem[]> {
  const found = await listFiles(join(folder, 'pages'))
  const problems: Problem[] = []
  for (const page of found) {
    const path = join(folder, 'pages', page)
    const digest = digestOf(await readFile(path))
    if (digest === record.get(page) || digest === wanted.get(page)) continue
    const kind = page.endsWith('.md') ? 'page' : 'file'
    const what = record.has(page)
      ? `this ${kind} was edited after it was imported`
      : `this ${kind} was not created by an import`
    const fix = `import into another folder and copy what you need, or move the ${kind} away`
    problems.push(problemAt({ file: path, line: 1, column: 1 }, what, fix))
  }
  return problems
}

async function listFiles(folder: string): Promise<readonly string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => [])
  return entries
    .filter((entry) => !entry.isDirectory())
    .map((entry) =>
      join(entry.parentPath, entry.name)
        .slice(folder.length + 1)
        .replaceAll('\\', '/'),
    )
    .sort(compare)
}

async function readRecord(folder: string): Promise<Digests> {
  const text = await readFile(join(folder, RECORD), 'utf8').catch(() => '')
  const rows = [...text.matchAll(/^([0-9a-f]{64}) {2}(.+)$/gm)]
  return new Map(rows.map(([, digest = '', page = '']) => [page, digest]))
}

function formatRecord(digests: Digests): string {
  const rows = [...digests]
    .sort(([a], [b]) => compare(a, b))
    .map(([path, digest]) => `${digest}  ${path}\n`)
  return HEADER + rows.join('')
}

function digestOf(bytes: string | Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex')
}
