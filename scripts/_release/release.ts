import { mkdir, mkdtemp, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { createTar } from 'nanotar'
import { readChangelog } from '../../app/build/corpus_build/read/changelog.ts'
import { listClientFiles } from '../bundle_clients.ts'
import { formatBillOfMaterials } from './bill_of_materials.ts'
import { formatLicenceList } from './licence_list.ts'
import { listCommitted, type Origin, readOrigin } from './origin.ts'
import { formatFormula, formatScoopManifest, type ReleaseArchive } from './package_managers.ts'
import { readPackages } from './packages.ts'
import { type ReleaseTarget, runtimeOf } from './targets.ts'

type ReleaseOptions = {
  readonly root: string
  readonly folder: string
  readonly targets: readonly ReleaseTarget[]
  readonly address: string | undefined
  readonly compile: Compile
  readonly say: (line: string) => void
}

/** Makes a program for a target, and returns the files that went into it. */
type Compile = (path: string, runtime: Bun.Build.CompileTarget) => Promise<readonly string[]>

const MEGABYTE = 1e6

/** A program that was made, and the files that went into it. */
type Program = {
  readonly target: ReleaseTarget
  readonly path: string
  readonly files: readonly string[]
}

/** Writes a release into a folder; false when some target could not be made. */
export async function makeRelease(options: ReleaseOptions): Promise<boolean> {
  const { root, folder, targets, say } = options
  const origin = await readOrigin(root)
  warnOfChanges(origin, say)
  await mkdir(dirname(folder), { recursive: true })
  const work = await mkdtemp(join(dirname(folder), '.release-'))
  const unfinished = join(work, 'release')
  try {
    const programs: Program[] = []
    for (const target of targets) {
      const path = join(work, target.name)
      const files = await compileTarget(target, path, options)
      if (files !== undefined) programs.push({ target, path, files })
    }
    const [program] = programs
    if (program === undefined) return false
    const notes = await writeNotes(options, origin, unfinished, program)
    const archives: ReleaseArchive[] = []
    for (const each of programs) {
      archives.push(await writeArchive(each, origin, notes, unfinished, say))
    }
    await writeManifests(options, origin, unfinished, archives)
    await writeDigests(unfinished)
    await rm(folder, { recursive: true, force: true })
    await rename(unfinished, folder)
    say(`Wrote ${folder}`)
    return programs.length === targets.length
  } finally {
    await rm(work, { recursive: true, force: true })
  }
}

function warnOfChanges({ uncommitted }: Origin, say: ReleaseOptions['say']): void {
  if (uncommitted.length === 0) return
  const [first, ...more] = uncommitted
  const others = more.length === 0 ? 'differs' : `and ${more.length} more differ`
  say(`Warning: ${first} ${others} from the commit, so nobody else can make these bytes`)
}

/** A runtime that cannot be had keeps the other targets from nothing. */
async function compileTarget(
  target: ReleaseTarget,
  path: string,
  { compile, say }: ReleaseOptions,
): Promise<readonly string[] | undefined> {
  try {
    return await compile(path, runtimeOf(target))
  } catch (error) {
    const state = describeFailure(error)
    say(`Cannot make "${target.name}": ${state}: check the network and the package registry`)
    return undefined
  }
}

/** What accompanies the programs; returns what goes into every archive. */
async function writeNotes(
  { root, say }: ReleaseOptions,
  origin: Origin,
  folder: string,
  { files }: Program,
): Promise<readonly ArchiveFile[]> {
  // What goes into a program is the same for each system.
  const packages = await readPackages(root, [...files, ...(await listClientFiles())])
  const licences = await formatLicenceList(root, origin, packages)
  await write(folder, 'licences.txt', licences)
  await write(folder, 'sbom.cdx.json', formatBillOfMaterials(origin, packages))
  await write(folder, 'changes.md', await formatChangeList(root, origin))
  say(`${origin.name} ${origin.version}: Bun ${origin.bun}, ${packages.length} packages`)
  return [
    { name: 'LICENSE', bytes: await Bun.file(join(root, 'LICENSE')).bytes() },
    { name: 'licences.txt', bytes: new TextEncoder().encode(licences) },
  ]
}

async function writeArchive(
  { target, path }: Program,
  { name, version, epoch }: Origin,
  notes: readonly ArchiveFile[],
  folder: string,
  say: ReleaseOptions['say'],
): Promise<ReleaseArchive> {
  const bytes = await Bun.file(path).bytes()
  await rm(path)
  const own = target.system === 'windows' ? `${name}.exe` : name
  const packed = packArchive([{ name: own, bytes, isProgram: true }, ...notes], epoch)
  const file = `${name}-${version}-${target.name}.tar.gz`
  await Bun.write(join(folder, file), packed)
  const [size, packedSize] = [bytes, packed].map(({ length }) => (length / MEGABYTE).toFixed(1))
  say(`${target.name.padEnd(18)} ${size} MB, ${packedSize} MB packed`)
  return { target, file, digest: digest(packed) }
}

/** What package managers read; it names the address of each archive. */
async function writeManifests(
  { address, say }: ReleaseOptions,
  origin: Origin,
  folder: string,
  archives: readonly ReleaseArchive[],
): Promise<void> {
  if (address === undefined) {
    say('No Homebrew formula, no Scoop manifest: they need --address, where the files will lie')
    return
  }
  const isFor = (...systems: readonly string[]) =>
    archives.some(({ target }) => systems.includes(target.system))
  const { name } = origin
  if (isFor('darwin', 'linux')) {
    await write(folder, `${name}.rb`, formatFormula(origin, address, archives))
  }
  if (isFor('windows')) {
    await write(folder, `${name}.json`, formatScoopManifest(origin, address, archives))
  }
}

/** What the runtime says went wrong, without its notes. */
function describeFailure(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error)
  const lines = [...text.matchAll(/^error: (.*)$/gm)].map(([, line]) => line)
  return lines.length === 0 ? text : lines.join('; ')
}

async function write(folder: string, name: string, text: string): Promise<void> {
  await Bun.write(join(folder, name), text)
}

/** The form that `sha256sum --check` reads. */
async function writeDigests(folder: string): Promise<void> {
  const lines: string[] = []
  for (const name of [...new Bun.Glob('*').scanSync(folder)].sort()) {
    lines.push(`${digest(await Bun.file(join(folder, name)).bytes())}  ${name}\n`)
  }
  await write(folder, 'SHA256SUMS', lines.join(''))
}

function digest(bytes: Uint8Array): string {
  return new Bun.CryptoHasher('sha256').update(bytes).digest('hex')
}

type ArchiveFile = {
  readonly name: string
  readonly bytes: Uint8Array
  readonly isProgram?: boolean
}

/** An archive ends with two empty blocks, which the library leaves out when its pages are full. */
const END = new Uint8Array(1024)

/** A compressed archive: the same files and time give the same bytes, whoever packs them. */
function packArchive(files: readonly ArchiveFile[], epoch: number): Uint8Array {
  const tar = createTar(
    files.map(({ name, bytes, isProgram }) => ({
      name,
      data: bytes,
      attrs: { mode: isProgram === true ? '755' : '644' },
    })),
    { attrs: { uid: 0, gid: 0, mtime: epoch * 1000 } },
  )
  return Bun.gzipSync(Buffer.concat([tar, END]), { level: 9 })
}

const FOLDER = 'corpus/changelog'

/** The section of the changelog for a release: what was added since the release before it. */
export async function formatChangeList(root: string, origin: Origin): Promise<string> {
  const { tagBefore, name, version } = origin
  const known = new Set(tagBefore === undefined ? [] : listCommitted(root, tagBefore, FOLDER))
  const { changes, problems } = await readChangelog({ path: join(root, FOLDER), name: FOLDER })
  const [problem] = problems
  if (problem !== undefined) throw new Error(`Cannot read "${FOLDER}": run check`)
  const fresh = changes.filter(({ id }) => !known.has(`${FOLDER}/${id}.md`))
  const sections = fresh
    .toReversed()
    .flatMap(({ title, date, summary }) => [
      `## ${title.text}`,
      '',
      `${date.text}. ${summary.trim()}`,
      '',
    ])
  return [`# ${name} ${version}`, '', ...sections].join('\n')
}
