import { afterAll, expect } from 'bun:test'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { readCorpus } from '../../../app/build/corpus_build/corpus.ts'
import { formatProblem } from '../../../app/contract/problem.ts'
import type { CorpusPage } from '../../../app/docs/model/corpus.ts'
import { type ImportReport, importDocs } from '../../../app/import/corpus/mod.ts'

export const BASE_URL = 'http://localhost:8080'

/** The fallback date of an import: 2026-03-04. */
export const NOW_MS = Date.parse('2026-03-04T05:06:07Z')

/** A folder for one spec, which goes when it ends. */
export async function createHome(): Promise<string> {
  const home = await mkdtemp(join(tmpdir(), 'lectern-importing-'))
  afterAll(() => rm(home, { recursive: true, force: true }))
  return home
}

/** Imports a folder and fails the test on problems. */
export async function importFolder(from: string, to: string, date?: string): Promise<ImportReport> {
  const options = { from, to, nowMs: NOW_MS, ...(date === undefined ? {} : { date }) }
  const result = await importDocs(options)
  if (result.ok) return result.value
  throw new Error(result.error.map(formatProblem).join('\n'))
}

/** What a spec knows of its fixture: `home` holds the corpus, and goes when the spec ends. */
export type ImportedFixture = {
  readonly home: string
  readonly corpusDir: string
  readonly report: ImportReport
}

/** Imports the fixture of a spec into a folder of its own. */
export async function importFixture(fixture: string, date?: string): Promise<ImportedFixture> {
  const home = await createHome()
  const corpusDir = join(home, 'corpus')
  return { home, corpusDir, report: await importFolder(fixture, corpusDir, date) }
}

/** A file below the pages of a corpus, without front matter. */
export async function readBodyOf(corpusDir: string, file: string): Promise<string> {
  const text = await readFile(join(corpusDir, 'pages', file), 'utf8')
  return text.startsWith('---\n') ? text.slice(text.indexOf('\n---\n') + 5) : text
}

/** Creates a folder of files, and names the folder of its corpus. */
export async function createFolders(
  home: string,
  files: Readonly<Record<string, string>>,
): Promise<readonly [from: string, to: string]> {
  const from = join(home, 'from')
  await mkdir(from, { recursive: true })
  for (const [path, text] of Object.entries(files)) {
    await mkdir(dirname(join(from, path)), { recursive: true })
    await writeFile(join(from, path), text)
  }
  return [from, join(home, 'to')]
}

/** Pages of a corpus, which must have no problems. */
export async function readPagesOf(corpusDir: string): Promise<readonly CorpusPage[]> {
  const corpus = await readCorpus({ corpusDir, baseUrl: BASE_URL })
  if (corpus.ok) return corpus.value.pages
  throw new Error(corpus.error.map(formatProblem).join('\n'))
}

/** Each loss must name a file and line that exist. */
export async function expectLossPlaces({ losses }: ImportReport, folder: string): Promise<void> {
  const lines = new Map<string, number>()
  for (const { file, line, fix } of losses) {
    expect(file.startsWith(folder)).toBe(true)
    if (!lines.has(file)) lines.set(file, (await readFile(file, 'utf8')).split(/\r\n?|\n/).length)
    expect(line).toBeGreaterThanOrEqual(1)
    expect(line).toBeLessThanOrEqual(lines.get(file) ?? 0)
    expect(fix).not.toBe('')
  }
}
