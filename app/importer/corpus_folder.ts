import { createHash } from 'node:crypto'
import { exists, mkdir, mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { basename, dirname, join, resolve } from 'node:path'
import { compare, type Problem, problemAt } from '../contract/problem.ts'
import { err, ok, type Result } from '../contract/result.ts'
import { errorCodeOf } from '../source_text/source_file.ts'
import type { ImportedPage } from './pages.ts'

/** Digests of the pages from the last import: a page that differs was edited since. */
const RECORD = 'import.lock'

const HEADER =
  '# Pages that "lectern import" wrote, with their digests. An edited page is never replaced.\n'

/**
 * Writes a whole corpus, or nothing. Replaces pages of an earlier import, reports pages that people
 * wrote or edited, and keeps all other files of the corpus.
 */
export async function writeCorpus(
  folder: string,
  pages: readonly ImportedPage[],
  defaults: Readonly<Record<string, string>>,
): Promise<Result<void, readonly Problem[]>> {
  const record = await readRecord(folder)
  const problems = await findEditedPages(folder, pages, record)
  if (problems.length > 0) return err(problems)
  const target = resolve(folder)
  try {
    await mkdir(dirname(target), { recursive: true })
    const temporary = await mkdtemp(join(dirname(target), `.${basename(target)}-import-`))
    try {
      await writePages(join(temporary, 'pages'), pages)
      await putInPlace(temporary, target, pages, defaults)
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
  pages: readonly ImportedPage[],
  defaults: Readonly<Record<string, string>>,
): Promise<void> {
  await mkdir(target, { recursive: true })
  const files = { ...defaults, [RECORD]: formatRecord(pages) }
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

async function writePages(folder: string, pages: readonly ImportedPage[]): Promise<void> {
  const folders = new Set(pages.map(({ page }) => dirname(join(folder, page))))
  await mkdir(folder, { recursive: true })
  for (const each of folders) await mkdir(each, { recursive: true })
  for (const { page, text } of pages) await writeFile(join(folder, page), text)
}

/** Pages that no import wrote, or that changed since. */
async function findEditedPages(
  folder: string,
  pages: readonly ImportedPage[],
  record: ReadonlyMap<string, string>,
): Promise<readonly Problem[]> {
  const wanted = new Map(pages.map(({ page, text }) => [page, digestOf(text)]))
  const found = await listFiles(join(folder, 'pages'))
  const problems: Problem[] = []
  for (const page of found) {
    const path = join(folder, 'pages', page)
    const digest = digestOf(await readFile(path))
    if (digest === record.get(page) || digest === wanted.get(page)) continue
    const what = record.has(page)
      ? 'this page was edited after it was imported'
      : 'this page was not created by an import'
    const fix = 'import into another folder and copy what you need, or move the page away'
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

async function readRecord(folder: string): Promise<ReadonlyMap<string, string>> {
  const text = await readFile(join(folder, RECORD), 'utf8').catch(() => '')
  const rows = [...text.matchAll(/^([0-9a-f]{64}) {2}(.+)$/gm)]
  return new Map(rows.map(([, digest = '', page = '']) => [page, digest]))
}

function formatRecord(pages: readonly ImportedPage[]): string {
  const rows = [...pages]
    .sort((a, b) => compare(a.page, b.page))
    .map(({ page, text }) => `${digestOf(text)}  ${page}\n`)
  return HEADER + rows.join('')
}

function digestOf(bytes: string | Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex')
}
