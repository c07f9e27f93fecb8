import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Need, needs } from '../requirements/verifies.ts'

/** Programs of Debian that build an image and run a container, and the rights to do that. */
export const CONTAINERS: readonly Need[] = [
  ...['buildah', 'runc'].map((program) =>
    needs(program, Bun.which(program) !== null, `apt-get install ${program}`),
  ),
  needs('root', process.getuid?.() === 0, 'run as root'),
]

/** What an image says about how it is run (OCI image specification). */
export type ImageConfig = {
  readonly User: string
  readonly Env: readonly string[]
  readonly Entrypoint: readonly string[]
  readonly Cmd: readonly string[]
  readonly WorkingDir: string
  readonly StopSignal: string
  readonly ExposedPorts: Readonly<Record<string, unknown>>
  readonly Volumes?: Readonly<Record<string, unknown>>
}

export type UnpackedImage = {
  /** Digest of the manifest, by which a registry knows the image. */
  readonly digest: string
  readonly config: ImageConfig
  /** The root of its files. */
  readonly root: string
}

/** Unpacks an image of an OCI layout, as a container runtime does. */
export async function unpackImage(layout: string, root: string): Promise<UnpackedImage> {
  const blob = (digest: string) => join(layout, 'blobs', digest.replace(':', '/'))
  const { manifests } = await Bun.file(join(layout, 'index.json')).json()
  const digest: string = manifests[0].digest
  const manifest = await Bun.file(blob(digest)).json()
  const { config } = await Bun.file(blob(manifest.config.digest)).json()
  await mkdir(root, { recursive: true })
  for (const layer of manifest.layers) {
    const command = ['tar', '-xpf', blob(layer.digest), '--numeric-owner', '-C', root]
    const { success, stderr } = Bun.spawnSync(command)
    if (!success) throw new Error(`Cannot unpack the image: ${stderr.toString()}`)
  }
  return { digest, config, root }
}

/** Every file of an image, as absolute paths. */
export async function listImageFiles(root: string): Promise<readonly string[]> {
  const entries = await readdir(root, { recursive: true, withFileTypes: true })
  return entries
    .filter((entry) => !entry.isDirectory())
    .map(({ parentPath, name }) => join(parentPath, name).slice(root.length))
    .sort()
}

type Mount = {
  readonly destination: string
  readonly type: string
  readonly source: string
  readonly options?: readonly string[]
}

const SYSTEM_MOUNTS: readonly Mount[] = [
  { destination: '/proc', type: 'proc', source: 'proc' },
  { destination: '/dev', type: 'tmpfs', source: 'tmpfs', options: ['nosuid', 'mode=755'] },
  {
    destination: '/tmp',
    type: 'tmpfs',
    source: 'tmpfs',
    options: ['nosuid', 'nodev', 'mode=1777'],
  },
]

const HOST_NAMES: readonly Mount[] = ['/etc/hosts', '/etc/resolv.conf'].map((path) => {
  return { destination: path, source: path, type: 'bind', options: ['bind', 'ro'] }
})

export type ContainerOptions = {
  readonly env: Readonly<Record<string, string>>
  /** Folders of this machine, by their place in the container; all of them writable. */
  readonly binds?: Readonly<Record<string, string>>
  /** Whether names of hosts can be found, by the files that every orchestrator mounts for that. */
  readonly findsHosts?: boolean
  readonly words?: readonly string[]
  readonly cwd?: string
}

/** Writes what `runc` reads, and returns the command that runs the container. */
export async function prepareContainer(
  { root, config }: Pick<UnpackedImage, 'root' | 'config'>,
  options: ContainerOptions,
): Promise<{ readonly command: readonly string[]; readonly id: string; readonly home: string }> {
  const home = await mkdtemp(join(tmpdir(), 'lectern-container-'))
  const id = `lectern-${crypto.randomUUID()}`
  await writeFile(join(home, 'config.json'), JSON.stringify(describe(root, config, options)))
  return { command: [...runcAt(home), 'run', '--bundle', home, id], id, home }
}

/**
 * A container as a careful orchestrator runs it: its root cannot be written to, its user is the
 * image's, no capability, no new rights, processes of its own. It shares the network of the test.
 */
function describe(root: string, config: ImageConfig, options: ContainerOptions): unknown {
  const [uid, gid] = config.User.split(':').map(Number)
  const { env, binds = {}, findsHosts, words = config.Cmd, cwd = config.WorkingDir } = options
  const own = Object.entries(env).map(([name, value]) => `${name}=${value}`)
  const none = { bounding: [], effective: [], inheritable: [], permitted: [], ambient: [] }
  return {
    ociVersion: '1.0.2',
    process: {
      ...{ terminal: false, user: { uid, gid }, cwd, noNewPrivileges: true, capabilities: none },
      args: [...config.Entrypoint, ...words],
      env: [...config.Env, ...own],
    },
    root: { path: root, readonly: true },
    mounts: [
      ...SYSTEM_MOUNTS.filter(({ destination }) => !(destination in binds)),
      ...(findsHosts === true ? HOST_NAMES : []),
      ...Object.entries(binds).map(([destination, source]) => {
        return { destination, source, type: 'bind', options: ['rbind', 'rw'] }
      }),
    ],
    linux: { namespaces: ['pid', 'ipc', 'uts', 'mount'].map((type) => ({ type })) },
  }
}

export type Container = {
  /** The process of the service, as this machine sees it. */
  readonly pid: number
  /** Runs the image's program once more, inside. */
  execute(words: readonly string[]): { readonly code: number; readonly output: string }
  /** What was printed so far. */
  output(): Promise<string>
  exitCode(): number | null
  readonly ended: Promise<number>
  /** Sends the signal that the image names, and waits; returns the exit code. */
  stop(): Promise<number>
  /** Removes what the runtime kept. */
  remove(): Promise<void>
}

/** Starts a container and returns when its process is there. */
export async function startContainer(
  image: UnpackedImage,
  options: ContainerOptions,
): Promise<Container> {
  const { command, id, home } = await prepareContainer(image, options)
  const [stdout, stderr] = [Bun.file(join(home, 'output')), Bun.file(join(home, 'errors'))]
  const child = Bun.spawn([...command], { stdout, stderr })
  const runc = runcAt(home)
  const readPid = (): number => {
    const { success, stdout } = Bun.spawnSync([...runc, 'state', id], { stderr: 'ignore' })
    return success ? JSON.parse(stdout.toString()).pid : 0
  }
  let pid = readPid()
  while (pid === 0 && child.exitCode === null) {
    await Bun.sleep(20)
    pid = readPid()
  }
  return {
    pid,
    execute: (words) => {
      const { exitCode, stdout, stderr } = Bun.spawnSync([
        ...[...runc, 'exec', id, ...image.config.Entrypoint, ...words],
      ])
      return { code: exitCode, output: `${stdout}${stderr}` }
    },
    output: async () => `${await stdout.text()}${await stderr.text()}`,
    exitCode: () => child.exitCode,
    ended: child.exited,
    stop: async () => {
      Bun.spawnSync([...runc, 'kill', id, image.config.StopSignal], { stderr: 'ignore' })
      return await child.exited
    },
    remove: async () => {
      Bun.spawnSync([...runc, 'delete', '--force', id], { stderr: 'ignore' })
      await rm(home, { recursive: true, force: true })
    },
  }
}

function runcAt(home: string): readonly string[] {
  return ['runc', '--root', join(home, 'state')]
}
