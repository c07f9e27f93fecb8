import { cp, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { Value } from '@sinclair/typebox/value'
import { type BuildOptions, type BuildReport, build } from '../../app/build/corpus_build/build.ts'
import { type Manifest, ManifestSchema } from '../../app/contract/corpus.ts'
import { registerFormats } from '../../app/contract/formats.ts'
import type { Problem } from '../../app/contract/problem.ts'
import { placeCodeCache } from './code_cache.ts'
import { readWholeRegistry } from './renamed_registry.ts'
import { CORPUS } from './repository.ts'

const OUR_CORPUS = CORPUS

export const BASE_URL = 'https://docs.example'

/** Noon of a day on which nothing else happens. */
export const NOW_MS = Date.UTC(2026, 10, 1, 12)

const made: string[] = []

/** A new folder; `removeFolders()` removes all of them. */
export async function newFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'lectern-build-'))
  made.push(folder)
  return folder
}

export async function removeFolders(): Promise<void> {
  for (const folder of made.splice(0)) await rm(folder, { recursive: true, force: true })
}

/** Copies our own corpus into a folder that may be changed. */
export async function copyOurCorpus(): Promise<string> {
  const folder = join(await newFolder(), 'corpus')
  await cp(OUR_CORPUS, folder, { recursive: true })
  await writeFile(join(folder, 'registry.yaml'), await readWholeRegistry())
  return folder
}

export type SamplePage = {
  readonly title?: string
  readonly description?: string
  readonly kind?: string
  readonly movedFrom?: string
  readonly body?: string
}

export async function writeSampleCorpus(
  pages: Readonly<Record<string, SamplePage>>,
): Promise<string> {
  const folder = join(await newFolder(), 'corpus')
  for (const name of ['allowlist.yaml', 'brand']) {
    await mkdir(folder, { recursive: true })
    await cp(join(OUR_CORPUS, name), join(folder, name), { recursive: true })
  }
  await writeFile(join(folder, 'registry.yaml'), await readWholeRegistry())
  for (const [path, page] of Object.entries(pages)) await writePage(folder, path, page)
  return folder
}

export async function writePage(corpusDir: string, path: string, page: SamplePage): Promise<void> {
  const file = join(corpusDir, 'pages', path)
  const front = {
    title: page.title ?? `Title of ${path}`,
    description: page.description ?? `About ${path}.`,
    updated: '2026-11-01',
    kind: page.kind ?? 'guide',
    capability: 'project',
    ...(page.movedFrom === undefined ? {} : { moved_from: page.movedFrom }),
  }
  const lines = Object.entries(front).map(([name, value]) => `${name}: ${JSON.stringify(value)}`)
  await mkdir(dirname(file), { recursive: true })
  const body = page.body ?? `Text of ${path}.`
  await writeFile(file, `---\n${lines.join('\n')}\n---\n\n${body}\n`)
}

type Choices = Partial<BuildOptions> & { readonly corpusDir: string; readonly distDir: string }

export async function runBuild(
  choices: Choices,
): Promise<ReturnType<typeof build> extends Promise<infer Answer> ? Answer : never> {
  return await build({ baseUrl: BASE_URL, lock: 'write', nowMs: NOW_MS, ...choices })
}

/** Builds; a problem fails the test. */
export async function buildOrThrow(choices: Choices): Promise<BuildReport> {
  const answer = await runBuild(choices)
  if (!answer.ok) throw new Error(`Cannot build: ${JSON.stringify(answer.error.slice(0, 5))}`)
  return answer.value
}

/** Builds and returns the problems; a build without problems fails the test. */
export async function expectProblems(choices: Choices): Promise<readonly Problem[]> {
  const answer = await runBuild(choices)
  if (answer.ok) throw new Error(`Cannot expect a refusal: build ${answer.value.build} came out`)
  return answer.error
}

export async function manifestOf(distDir: string): Promise<Manifest> {
  registerFormats()
  const value: unknown = JSON.parse(await readFile(join(distDir, 'docs-manifest.json'), 'utf8'))
  if (!Value.Check(ManifestSchema, value)) throw new Error('Cannot read the manifest: wrong shape')
  return value
}

export async function fileOf(distDir: string, path: string): Promise<Uint8Array> {
  const { build: name } = await manifestOf(distDir)
  return new Uint8Array(await readFile(join(distDir, 'builds', name, path)))
}

export async function textOf(distDir: string, path: string): Promise<string> {
  return new TextDecoder().decode(await fileOf(distDir, path))
}

export async function jsonOf<Content>(distDir: string, path: string): Promise<Content> {
  const content: Content = JSON.parse(await textOf(distDir, path))
  return content
}

/** Notes for the next start and build, with times and with paths on this machine. */
const NOTES: ReadonlySet<string> = new Set(['.stamp.json', '.pages.bin'])

/** Digest of every file below a folder, by path. */
export async function digestsBelow(folder: string): Promise<Readonly<Record<string, string>>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile() && !NOTES.has(entry.name))
  const digests: Record<string, string> = {}
  for (const path of files.map(({ parentPath, name }) => join(parentPath, name)).sort()) {
    digests[path.slice(folder.length + 1)] = sha256(await readFile(path))
  }
  return digests
}

/** Every file of the current build, by path, with its digest. */
export async function filesOf(distDir: string): Promise<Readonly<Record<string, string>>> {
  const { build: name } = await manifestOf(distDir)
  return await digestsBelow(join(distDir, 'builds', name))
}

/** Finds the served files that differ after a change of the registry, with the same clock. */
export async function findChangedFiles(
  { corpusDir, distDir, sourceDateEpoch }: Choices & { readonly sourceDateEpoch: number },
  change: (registry: string) => string,
): Promise<readonly string[]> {
  const other = join(await newFolder(), 'corpus')
  await cp(corpusDir, other, { recursive: true })
  const path = join(other, 'registry.yaml')
  const before = await readFile(path, 'utf8')
  const after = change(before)
  if (after === before) throw new Error('Cannot compare builds: the registry is unchanged')
  await writeFile(path, after)
  const otherDist = join(await newFolder(), 'dist')
  await placeCodeCache(otherDist)
  await buildOrThrow({ corpusDir: other, distDir: otherDist, sourceDateEpoch })
  const [one, two] = await Promise.all([filesOf(distDir), filesOf(otherDist)])
  const paths = new Set([...Object.keys(one), ...Object.keys(two)])
  return [...paths].filter((name) => one[name] !== two[name] && !name.startsWith('private/')).sort()
}

export function sha256(bytes: Uint8Array): string {
  return new Bun.CryptoHasher('sha256').update(bytes).digest('hex')
}
