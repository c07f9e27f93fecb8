import { cp, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { build } from '../../app/build/corpus_build/build.ts'
import { digestProgram } from '../../app/build/corpus_build/inputs.ts'
import { formatProblem } from '../../app/contract/problem.ts'
import { importDocs } from '../../app/import/corpus/mod.ts'
import { BASE_URL, loadCorpus } from '../bench/_corpora.ts'
import { makeOneTermQueries } from '../bench/_questions.ts'
import { formatGet } from '../bench/_requests.ts'
import type { Row } from '../bench/_rows.ts'
import { bunDocs } from '../support/real_input.ts'
import { ROOT } from '../support/repository.ts'
import { readManifest, runDeploys, toRows } from './deploys.ts'

const CACHE = join(ROOT, '.cache/soak')

/** The large corpus is the small one, 1,396 pages of the runtime's documentation, so many times. */
const COPIES = 7

const PER_SECOND = 100
const QUERIES = 300

/** Deploys a small and a large build in turns, under constant search load. */
export async function soakDeploys(deploys: number, signal: AbortSignal): Promise<readonly Row[]> {
  const builds = await makeBuilds()
  const { documents } = await loadCorpus('bun-types')
  const requests = makeOneTermQueries(documents, QUERIES).map((word) =>
    formatGet(`/api/public/docs/search?q=${encodeURIComponent(word)}`),
  )
  const given = { ...builds, baseUrl: BASE_URL, requests, perSecond: PER_SECOND, deploys, signal }
  return toRows(await runDeploys(given))
}

type Builds = { readonly distDir: string; readonly manifests: readonly string[] }

/** Both builds in one folder, made again only when the program has changed. */
async function makeBuilds(): Promise<Builds> {
  const distDir = join(CACHE, 'dist')
  const note = join(CACHE, 'manifests.json')
  const program = await digestProgram()
  const kept = await readNote(note)
  if (kept?.program === program) return { distDir, manifests: kept.manifests }
  await rm(distDir, { recursive: true, force: true })
  const manifests: string[] = []
  for (const corpusDir of [(await loadCorpus('bun-types')).folder, await importCopies()]) {
    console.error(`Building ${corpusDir}`)
    const options = { corpusDir, distDir, baseUrl: BASE_URL, nowMs: Date.now() }
    const built = await build({ ...options, lock: 'write' })
    if (!built.ok) throw new Error(built.error.slice(0, 5).map(formatProblem).join('\n'))
    manifests.push(await readManifest(distDir))
  }
  await writeFile(note, JSON.stringify({ program, manifests }))
  return { distDir, manifests }
}

type Note = { readonly program: string; readonly manifests: readonly string[] }

async function readNote(path: string): Promise<Note | undefined> {
  const text = await readFile(path, 'utf8').catch(() => undefined)
  // Only `makeBuilds` writes it.
  return text === undefined ? undefined : (JSON.parse(text) as Note)
}

async function importCopies(): Promise<string> {
  const source = join(CACHE, 'source')
  const folder = join(CACHE, 'corpus')
  const temporary = `${folder}.${crypto.randomUUID()}.tmp`
  await rm(source, { recursive: true, force: true })
  await mkdir(source, { recursive: true })
  for (let copy = 1; copy <= COPIES; copy += 1) {
    await cp(await bunDocs(), join(source, `copy-${copy}`), { recursive: true })
  }
  const imported = await importDocs({ from: source, to: temporary, nowMs: Date.now() })
  if (!imported.ok) throw new Error(imported.error.slice(0, 5).map(formatProblem).join('\n'))
  await rm(folder, { recursive: true, force: true })
  await rename(temporary, folder)
  return folder
}
