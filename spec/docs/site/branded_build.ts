import { mkdtemp, readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { build } from '../../../app/build/corpus_build/build.ts'
import { formatProblem } from '../../../app/contract/problem.ts'
import { copyGoodCorpus } from '../../build/corpus_build/bad_input/files.ts'

export const BASE_URL = 'https://docs.example/manual'

export type BrandedBuild = {
  readonly corpusDir: string
  readonly distDir: string
  /** Problems as printed, with paths below the corpus. */
  readonly problems: readonly string[]
  /** Text of a file; `logo.*.svg` is one of the assets. */
  readonly read: (path: string) => Promise<string>
  readonly readBytes: (path: string) => Promise<Uint8Array>
}

/** Builds the good corpus with more in its registry, and with more files. */
export async function buildBranded(
  home: string,
  theme: string,
  files: Readonly<Record<string, string | Uint8Array>> = {},
  dated: { readonly sourceDateEpoch?: number } = {},
): Promise<BrandedBuild> {
  const folder = await mkdtemp(join(home, 'case-'))
  const corpus = await copyGoodCorpus(join(folder, 'corpus'))
  const registry = join(corpus.path, 'registry.yaml')
  await Bun.write(registry, `${await readFile(registry, 'utf8')}${theme}`)
  for (const [path, content] of Object.entries(files)) {
    await Bun.write(join(corpus.path, path), content)
  }
  const distDir = join(folder, 'dist')
  const built = await rebuild({ corpusDir: corpus.path, distDir }, dated)
  const problems = built.ok
    ? []
    : built.error.map((problem) => formatProblem(problem).replace(`${corpus.path}/`, ''))
  const readBytes = async (path: string) => {
    const names = await readdir(join(distDir, 'builds'))
    const at = join(distDir, 'builds', names.find((name) => !name.startsWith('.')) ?? '')
    if (!path.includes('*')) return new Uint8Array(await readFile(join(at, path)))
    const [start = '', end = ''] = path.split('*')
    const name = (await readdir(join(at, 'assets'))).find(
      (each) => each.startsWith(start) && each.endsWith(end),
    )
    return new Uint8Array(await readFile(join(at, 'assets', name ?? 'absent')))
  }
  const read = async (path: string) => new TextDecoder().decode(await readBytes(path))
  return { corpusDir: corpus.path, distDir, problems, read, readBytes }
}

/** Builds a corpus again, as it is now. */
export async function rebuild(
  { corpusDir, distDir }: Pick<BrandedBuild, 'corpusDir' | 'distDir'>,
  dated: { readonly sourceDateEpoch?: number } = {},
): Promise<Awaited<ReturnType<typeof build>>> {
  const options = { corpusDir, distDir, baseUrl: BASE_URL, lock: 'keep', nowMs: 0 } as const
  return await build({ ...options, ...dated })
}
