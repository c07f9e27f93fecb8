import { cp, mkdtemp, rename, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { importOnce } from '../import/generators/kept_imports.ts'
import { bunDocs } from './real_input.ts'
import { MAIN } from './repository.ts'
import { shareFolder } from './shared_folder.ts'

/** Settings of the build of real documentation, and of a service over it. */
export const REAL_BUILD: Readonly<Record<string, string>> = {
  BASE_URL: 'https://docs.example',
  PUBLIC_CALLS_PER_MINUTE: '1000000',
}

type RealBuild = {
  readonly child: Bun.Subprocess<'ignore', 'pipe', 'pipe'>
  readonly distDir: string
}

/** Starts a build of the bun-types documentation, 1,396 pages, as a user would. */
export async function startRealBuild(): Promise<RealBuild> {
  const { corpusDir } = await importOnce(await bunDocs())
  return await startBuild(corpusDir, await mkdtemp(join(await shareFolder('made'), 'real-')))
}

export async function startBuild(corpusDir: string, home: string): Promise<RealBuild> {
  // The build writes the ids of its pages into the corpus.
  const [own, distDir] = [join(home, 'corpus'), join(home, 'dist')]
  await cp(corpusDir, own, { recursive: true })
  const child = Bun.spawn([process.execPath, MAIN, 'build'], {
    env: { ...process.env, ...REAL_BUILD, CORPUS_DIR: own, DIST_DIR: distDir },
    stdin: 'ignore',
    stdout: 'pipe',
    stderr: 'pipe',
  })
  return { child, distDir }
}

/** Offers a finished build to the other tests of the run; returns where it is. */
export async function keepRealBuild(distDir: string): Promise<string> {
  const kept = await findKept()
  return await rename(distDir, kept).then(
    () => kept,
    () => distDir,
  )
}

/** A build that some test of the run has made, or else a new one; it must not be changed. */
export async function findRealBuild(): Promise<string> {
  const kept = await findKept()
  if ((await stat(kept).catch(() => undefined)) !== undefined) return kept
  const { child, distDir } = await startRealBuild()
  const [errors, code] = await Promise.all([new Response(child.stderr).text(), child.exited])
  if (code !== 0) throw new Error(`Cannot build "${distDir}": exit ${code}\n${errors}`)
  return await keepRealBuild(distDir)
}

async function findKept(): Promise<string> {
  return join(await shareFolder('builds'), 'real')
}
