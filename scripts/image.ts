import { mkdir, mkdtemp, readdir, rename, rm } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { buildImage, writeContext } from './_image/context.ts'
import { installAbsent } from './_install.ts'
import { formatLicenceList } from './_release/licence_list.ts'
import { type Origin, readOrigin } from './_release/origin.ts'
import { readPackages } from './_release/packages.ts'
import { run } from './_run.ts'
import { listClientFiles } from './bundle_clients.ts'
import { compile } from './compile.ts'

const ROOT = resolve(import.meta.dir, '..')
const CONTAINERFILE = join(ROOT, 'Containerfile')
const EXIT = { fine: 0, problems: 1, wrongUse: 2 } as const
const MEGABYTE = 1e6

const USAGE = `Usage: bun run image [--corpus DIR] [--base-url URL] [--base IMAGE] [--to DIR]
       bun run image --prepare DIR [--corpus DIR]
       bun run image --check

  Builds the image of the service with buildah, from nothing but the program, and writes it as
  an OCI layout. The same commit gives the same digest.
  --corpus DIR    an image with this corpus, built for --base-url; mounts nothing, changes nothing
  --base-url URL  the public address of that corpus: http://localhost:8080 unless given
  --base IMAGE    put the program on this image; it must have glibc
  --to DIR        dist/image unless given; an earlier image there is replaced
  --prepare DIR   only write what the Containerfile copies, for another builder
  --check         prove the image: build it twice, run it, and run the contract specs against it`

const OPTIONS = {
  help: { type: 'boolean' },
  check: { type: 'boolean' },
  corpus: { type: 'string' },
  'base-url': { type: 'string' },
  base: { type: 'string' },
  prepare: { type: 'string' },
  to: { type: 'string' },
} as const

type ImageRequest = {
  readonly corpus: string | undefined
  readonly baseUrl: string | undefined
  readonly base: string | undefined
}

async function main(words: readonly string[]): Promise<number> {
  const read = readWords(words)
  if (typeof read === 'string') return refuse(read)
  const { help, check, corpus, base, prepare, to } = read
  if (help === true) {
    console.log(USAGE)
    return EXIT.fine
  }
  const given = { corpus, baseUrl: read['base-url'], base }
  if (given.baseUrl !== undefined && corpus === undefined) {
    return refuse('Cannot use --base-url: it is for an image with a corpus: give --corpus')
  }
  if (corpus !== undefined && !(await Bun.file(join(corpus, 'registry.yaml')).exists())) {
    return refuse(`Cannot put "${corpus}" into an image: it has no registry.yaml`)
  }
  const installed = await installAbsent('all')
  if (installed !== 0) return installed
  if (check === true) return await run([join(ROOT, 'spec/image/main.ts')])
  try {
    if (prepare !== undefined) return await prepareContext(resolve(prepare), given)
    return await makeImage(resolve(to ?? 'dist/image'), given)
  } catch (error) {
    console.error(error instanceof Error ? error.message : String(error))
    return EXIT.problems
  }
}

function readWords(words: readonly string[]) {
  try {
    return parseArgs({ args: [...words], options: OPTIONS }).values
  } catch (error) {
    return `Cannot build an image: ${error instanceof Error ? error.message : String(error)}`
  }
}

function refuse(problem: string): number {
  console.error(`${problem}\n\n${USAGE}`)
  return EXIT.wrongUse
}

async function prepareContext(folder: string, given: ImageRequest): Promise<number> {
  const held = await readdir(folder).catch(() => [])
  if (held.length > 0) return refuse(`Cannot prepare "${folder}": the folder is not empty`)
  const size = await fillContext(folder, await readOrigin(ROOT), given)
  console.log(`Wrote ${folder}: ${size} of files; build it with ${CONTAINERFILE}`)
  return EXIT.fine
}

async function makeImage(folder: string, given: ImageRequest): Promise<number> {
  if (Bun.which('buildah') === null) {
    const fix = 'apt-get install buildah, or use --prepare and another builder'
    console.error(`Cannot build an image: buildah is not installed: ${fix}`)
    return EXIT.problems
  }
  await mkdir(dirname(folder), { recursive: true })
  const work = await mkdtemp(join(dirname(folder), '.image-'))
  try {
    const origin = await readOrigin(ROOT)
    const size = await fillContext(join(work, 'context'), origin, given)
    const failure = await buildImage({
      ...given,
      containerfile: CONTAINERFILE,
      context: join(work, 'context'),
      target: given.corpus === undefined ? 'service' : 'documentation',
      epoch: origin.epoch,
      storage: join(work, 'storage'),
      to: join(work, 'image'),
      tag: origin.version,
      isPacked: true,
    })
    if (failure !== undefined) throw new Error(`Cannot build an image: buildah failed:\n${failure}`)
    await rm(folder, { recursive: true, force: true })
    await rename(join(work, 'image'), folder)
    const index = await Bun.file(join(folder, 'index.json')).json()
    console.log(`Wrote ${folder}: ${size} of files, ${index.manifests[0].digest}`)
    return EXIT.fine
  } finally {
    await rm(work, { recursive: true, force: true })
  }
}

/** Returns how large the files are that the image begins with. */
async function fillContext(folder: string, origin: Origin, given: ImageRequest): Promise<string> {
  const program = join(folder, 'program')
  const files = await compile(program)
  const packages = await readPackages(ROOT, [...files, ...(await listClientFiles())])
  const licences = await formatLicenceList(ROOT, origin, packages)
  const needsLibraries = given.base === undefined
  const bytes = await writeContext(folder, {
    ...{ program, needsLibraries, licences, corpus: given.corpus },
  })
  await rm(program)
  return `${(bytes / MEGABYTE).toFixed(1)} MB`
}

process.exit(await main(process.argv.slice(2)))
