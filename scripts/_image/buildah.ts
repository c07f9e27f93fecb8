import { join } from 'node:path'

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
