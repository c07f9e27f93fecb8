import { chmod, copyFile, cp, mkdir, readdir, stat, writeFile } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { gzipSync } from 'node:zlib'

type ImageContents = {
  readonly program: string
  /** Without a base image, the program brings the libraries that it is linked with. */
  readonly needsLibraries: boolean
  /** Licences of everything in the program. */
  readonly licences: string
  readonly corpus: string | undefined
}

/** Mount points, because the root of a container is read-only. */
const MOUNT_POINTS = ['dev', 'proc', 'sys', 'tmp']

/**
 * Where what a deployment mounts belongs, from `/srv`; defaults of the settings say the same. There
 * is no empty `corpus`, because where there is one it is built.
 */
const FOLDERS = ['data', 'dist']

const USER = 'lectern:x:65532:65532:lectern:/srv:/nonexistent\n'
const GROUP = 'lectern:x:65532:\n'

/** Where Debian keeps the copyright of its C library. */
const LIBRARY_COPYRIGHT = '/usr/share/doc/libc6/copyright'

/** Fills a folder with what the Containerfile copies; returns the bytes of its system. */
export async function writeContext(folder: string, contents: ImageContents): Promise<number> {
  const { program, needsLibraries, licences, corpus } = contents
  const root = join(folder, 'rootfs')
  await copyInto(root, program, '/usr/bin/lectern')
  await chmod(join(root, 'usr/bin/lectern'), 0o755)
  await mkdir(join(root, 'usr/share/doc/lectern'), { recursive: true })
  // As Debian keeps the long texts of this folder.
  await writeFile(join(root, 'usr/share/doc/lectern/licences.txt.gz'), gzipSync(licences))
  for (const name of MOUNT_POINTS) await mkdir(join(root, name), { recursive: true })
  if (needsLibraries) await writeBareSystem(root, program)
  for (const name of FOLDERS) await mkdir(join(folder, 'srv', name), { recursive: true })
  // A builder that copies it wants it there, also where nothing is baked in.
  const baked = join(folder, 'corpus')
  if (corpus === undefined) await mkdir(baked, { recursive: true })
  else await cp(corpus, baked, { recursive: true })
  for (const name of ['rootfs', 'srv', 'corpus']) await setModes(join(folder, name))
  await chmod(join(root, 'tmp'), 0o1777)
  return await sumBytes(root)
}

/** The mask of whoever builds must not change the image. */
async function setModes(path: string): Promise<void> {
  const stats = await stat(path)
  const isOpen = stats.isDirectory() || (stats.mode & 0o111) !== 0
  await chmod(path, isOpen ? 0o755 : 0o644)
  if (!stats.isDirectory()) return
  for (const name of await readdir(path)) await setModes(join(path, name))
}

async function sumBytes(folder: string): Promise<number> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile())
  const sizes = files.map(async ({ parentPath, name }) => (await stat(join(parentPath, name))).size)
  return (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0)
}

async function writeBareSystem(root: string, program: string): Promise<void> {
  for (const library of listLibraries(program)) await copyInto(root, library, library)
  await copyInto(root, LIBRARY_COPYRIGHT, LIBRARY_COPYRIGHT).catch(() => undefined)
  await mkdir(join(root, 'etc'), { recursive: true })
  await writeFile(join(root, 'etc/passwd'), USER)
  await writeFile(join(root, 'etc/group'), GROUP)
}

/**
 * The libraries that a program is linked with, at the places where its loader looks for them; the
 * loader itself lists them.
 */
function listLibraries(program: string): readonly string[] {
  const { success, stdout } = Bun.spawnSync(['ldd', program], { stderr: 'ignore' })
  const paths = [...stdout.toString().matchAll(/(\/\S+) \(0x[0-9a-f]+\)$/gm)].map(
    ([, path = '']) => path,
  )
  if (success && paths.length > 0) return paths.sort()
  const fix = 'build on Linux with glibc, or give --base'
  throw new Error(`Cannot find the libraries of "${basename(program)}": ldd lists none: ${fix}`)
}

async function copyInto(root: string, from: string, to: string): Promise<void> {
  const target = join(root, to)
  await mkdir(dirname(target), { recursive: true })
  await copyFile(from, target)
}

type ImageTarget = 'service' | 'documentation'

type BuildOptions = {
  readonly containerfile: string
  readonly context: string
  readonly target: ImageTarget
  readonly base: string | undefined
  readonly baseUrl: string | undefined
  readonly epoch: number
  /** Where the builder keeps its own files. */
  readonly storage: string
  /** A folder for images in the form of the Open Container Initiative, and the tag in it. */
  readonly to: string
  readonly tag: string
  /** Whether layers are compressed, as they are for a registry. */
  readonly isPacked: boolean
}

/**
 * Builds an image and writes it out; returns what went wrong. Works without a daemon, and without
 * namespaces of its own, so that it can run in a container. All times in the image are the epoch.
 */
export async function buildImage(options: BuildOptions): Promise<string | undefined> {
  const { containerfile, context, target, base, baseUrl, epoch, to, tag, isPacked } = options
  const settings = {
    ...(base === undefined ? {} : { BASE: base }),
    ...(baseUrl === undefined ? {} : { BASE_URL: baseUrl }),
    SOURCE_DATE_EPOCH: String(epoch),
  }
  const name = `lectern:${tag}`
  const built = await runBuildah(options, [
    ...['bud', '--isolation', 'chroot', '--timestamp', '0', '--format', 'oci', '--quiet'],
    ...Object.entries(settings).flatMap(([key, value]) => ['--build-arg', `${key}=${value}`]),
    ...['--target', target, '--tag', name, '--file', containerfile, context],
  ])
  if (built !== undefined) return built
  return await runBuildah(options, [
    ...['push', '--quiet', ...(isPacked ? [] : ['--disable-compression'])],
    ...[name, `oci:${to}:${tag}`],
  ])
}

async function runBuildah(
  { storage }: Pick<BuildOptions, 'storage'>,
  words: readonly string[],
): Promise<string | undefined> {
  const places = ['--root', join(storage, 'root'), '--runroot', join(storage, 'run')]
  const child = Bun.spawn(['buildah', '--storage-driver', 'vfs', ...places, ...words], {
    stdout: 'pipe',
    stderr: 'pipe',
  })
  const [out, errors] = await Promise.all([
    new Response(child.stdout).text(),
    new Response(child.stderr).text(),
  ])
  return (await child.exited) === 0 ? undefined : `${out}${errors}`.trim()
}
