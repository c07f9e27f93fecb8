import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { build, isFresh } from '../../app/build/corpus_build/build.ts'
import { readCorpus } from '../../app/build/corpus_build/corpus.ts'
import { digestProgram } from '../../app/build/corpus_build/inputs.ts'
import { type Document, documentsOf } from '../../app/checks/evaluator/documents.ts'
import { formatProblem } from '../../app/contract/problem.ts'
import { importDocs } from '../../app/import/corpus/mod.ts'
import { bunDocs, electronDocs, nextDocs, undiciDocs } from '../support/real_input.ts'
import { CORPUS, ROOT } from '../support/repository.ts'
import { writeLargeCorpus } from './_large_corpus.ts'
import { writeSyntheticCorpus } from './_synthetic.ts'
import { type TranslatedLanguage, writeTranslation } from './_translations.ts'

const CACHE = resolve(ROOT, '.cache/bench')

/** Every corpus is built for this address, and every service in a bench serves it. */
export const BASE_URL = 'https://docs.example.com'

export type Corpus = {
  readonly name: string
  readonly folder: string
  readonly documents: readonly Document[]
  /** The documents as a file, for programs that index them. */
  readonly file: string
}

export type CorpusName =
  | 'bun-types'
  | 'next'
  | 'undici'
  | 'lectern'
  | 'synthetic'
  | 'large'
  | `electron-${TranslatedLanguage}`

const FOLDERS: Readonly<Record<CorpusName, () => Promise<string>>> = {
  'bun-types': () => importOnce('bun-types', bunDocs),
  next: () => importOnce('next', nextDocs),
  undici: () => importOnce('undici', undiciDocs),
  lectern: async () => CORPUS,
  synthetic: writeSyntheticCorpus,
  large: async () => {
    const [long, short] = [
      await importOnce('next', nextDocs),
      await importOnce('bun-types', bunDocs),
    ]
    return await writeLargeCorpus({ long, short })
  },
  'electron-de': () => importTranslation('de'),
  'electron-fr': () => importTranslation('fr'),
  'electron-ja': () => importTranslation('ja'),
  'electron-ko': () => importTranslation('ko'),
  'electron-ru': () => importTranslation('ru'),
}

/** The folder of a corpus, written when it is first asked for. */
export function findCorpus(name: CorpusName): Promise<string> {
  return FOLDERS[name]()
}

const corpora = new Map<CorpusName, Promise<Corpus>>()

/** Reads a corpus, once per run. */
export function loadCorpus(name: CorpusName): Promise<Corpus> {
  const found = corpora.get(name) ?? readDocuments(name)
  corpora.set(name, found)
  return found
}

async function readDocuments(name: CorpusName): Promise<Corpus> {
  const folder = await FOLDERS[name]()
  const found = await readCorpus({ corpusDir: folder, baseUrl: BASE_URL })
  if (!found.ok) throw new Error(found.error.slice(0, 5).map(formatProblem).join('\n'))
  const documents = documentsOf(found.value)
  const file = join(CACHE, `${name}-documents.json`)
  await Bun.write(file, JSON.stringify(documents))
  return { name: `${name} ${documents.length}`, folder, documents, file }
}

/** The folder of a build of a corpus, rebuilt only when the corpus or the program has changed. */
export async function buildCorpus(name: CorpusName): Promise<string> {
  const corpusDir = await FOLDERS[name]()
  const distDir = join(CACHE, `${name}-dist`)
  const where = { corpusDir, distDir, baseUrl: BASE_URL }
  if (await isFresh(where)) return distDir
  console.error(`Building ${name}`)
  const built = await build({ ...where, lock: 'write', nowMs: Date.now() })
  if (!built.ok) throw new Error(built.error.slice(0, 5).map(formatProblem).join('\n'))
  return distDir
}

function importTranslation(language: TranslatedLanguage): Promise<string> {
  const folder = join(CACHE, `electron-${language}-pages`)
  return importOnce(`electron-${language}`, async () => {
    await writeTranslation(await electronDocs(), language, folder)
    return folder
  })
}

/** Imports a corpus once and keeps it until the program changes. */
async function importOnce(name: string, source: () => Promise<string>): Promise<string> {
  const folder = join(CACHE, `${name}-corpus`)
  const note = `${folder}.made-by`
  const program = await digestProgram()
  if ((await readFile(note, 'utf8').catch(() => '')) === program) return folder
  const temporary = `${folder}.${crypto.randomUUID()}.tmp`
  await mkdir(CACHE, { recursive: true })
  const imported = await importDocs({ from: await source(), to: temporary, nowMs: Date.now() })
  if (!imported.ok) throw new Error(imported.error.slice(0, 5).map(formatProblem).join('\n'))
  await rm(folder, { recursive: true, force: true })
  await rename(temporary, folder)
  await writeFile(note, program)
  return folder
}
