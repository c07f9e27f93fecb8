import { afterAll, beforeAll, expect } from 'bun:test'
import { mkdtemp, rename, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buildImage, writeContext } from '../../scripts/_image/context.ts'
import { formatLicenceList } from '../../scripts/_release/licence_list.ts'
import { readOrigin } from '../../scripts/_release/origin.ts'
import { readPackages } from '../../scripts/_release/packages.ts'
import { listClientFiles } from '../../scripts/bundle_clients.ts'
import { walkThrough } from '../interfaces/mcp/host.ts'
import { olderSdkHost } from '../interfaces/mcp/hosts.ts'
import { verifies } from '../requirements/verifies.ts'
import { compileOnce, listCompiledFiles } from '../support/compiled_program.ts'
import { writeExcerpt } from '../support/excerpt.ts'
import { runProgram } from '../support/program.ts'
import { ROOT } from '../support/repository.ts'
import { freePort } from '../support/running.ts'
import {
  CONTAINERS,
  type Container,
  listImageFiles,
  startContainer,
  type UnpackedImage,
  unpackImage,
} from './container.ts'

const MEGABYTE = 1e6
const UNLIMITED = '127.0.0.0/8=1000000,::1/128=1000000'

/** The libraries of Debian's C library that the runtime is linked with, by their names. */
const LIBRARIES = [
  process.arch === 'x64' ? 'ld-linux-x86-64.so.2' : 'ld-linux-aarch64.so.1',
  ...['libc.so.6', 'libdl.so.2', 'libm.so.6', 'libpthread.so.0'],
]

const options = { needs: CONTAINERS }

let home: string
let image: UnpackedImage
let url: string

beforeAll(async () => {
  if (!CONTAINERS.every(({ available }) => available)) return
  home = await mkdtemp(join(tmpdir(), 'lectern-image-'))
  url = `http://localhost:${await freePort()}`
  const corpus = await writeExcerpt(join(home, 'corpus'))
  await make('documentation', { corpus, program: await compileOnce() })
  image = await unpackImage(join(home, 'documentation'), join(home, 'root'))
})

afterAll(async () => {
  if (home !== undefined) await rm(home, { recursive: true, force: true })
})

type Contents = { readonly program: string; readonly corpus?: string }

/** Builds an image, with the corpus if there is one, into a folder of its own. */
async function make(name: string, { program, corpus }: Contents): Promise<void> {
  const place = (part: string) => join(home, part === 'layout' ? name : `${name}-${part}`)
  const licences = await listLicences()
  await writeContext(place('context'), { program, licences, corpus, needsLibraries: true })
  const failure = await buildImage({
    containerfile: join(ROOT, 'Containerfile'),
    context: place('context'),
    target: corpus === undefined ? 'service' : 'documentation',
    base: undefined,
    baseUrl: url,
    epoch: 1_700_000_000,
    storage: place('storage'),
    to: place('layout'),
    tag: 'tested',
    isPacked: false,
  })
  await rm(place('storage'), { recursive: true, force: true })
  expect(failure).toBeUndefined()
}

/** Those of the whole program, whatever is in the image: they are a part of its size. */
async function listLicences(): Promise<string> {
  const files = [...(await listCompiledFiles()), ...(await listClientFiles())]
  return await formatLicenceList(ROOT, await readOrigin(ROOT), await readPackages(ROOT, files))
}

/** Starts the image and waits until it is ready. */
async function start(env: Readonly<Record<string, string>> = {}): Promise<Container> {
  const adminPort = String(await freePort())
  const container = await startContainer(image, {
    env: {
      ...{ HOST: '127.0.0.1', PORT: new URL(url).port, ADMIN_PORT: adminPort },
      ...{ RATE_LIMIT_OVERRIDES: UNLIMITED, ...env },
    },
  })
  const ask = () => fetch(`http://127.0.0.1:${adminPort}/readyz`).catch(() => undefined)
  while ((await ask())?.status !== 200) {
    if (container.exitCode() !== null) throw new Error(await container.output())
    await Bun.sleep(25)
  }
  return container
}

verifies(
  'image.contents',
  'the image has the program, its libraries, licences, and no shell',
  async () => {
    const files = (await listImageFiles(image.root)).filter((path) => !path.startsWith('/srv/'))
    const others = files.filter((path) => !LIBRARIES.some((name) => path.endsWith(`/${name}`)))
    expect(others).toEqual([
      '/etc/group',
      '/etc/passwd',
      '/usr/bin/lectern',
      '/usr/share/doc/lectern/licences.txt.gz',
      '/usr/share/doc/libc6/copyright',
    ])
    expect(files).toHaveLength(others.length + LIBRARIES.length)
    const sizes = files.map(async (path) => (await stat(join(image.root, path))).size)
    const bytes = (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0)
    expect(bytes / MEGABYTE).toBeLessThan(140)
  },
  options,
)

verifies(
  'image.contents',
  'the image says how it is run: a user with a number, a signal, a port',
  () => {
    const { User, StopSignal, ExposedPorts, Entrypoint, Cmd, Volumes } = image.config
    expect([User, StopSignal, Object.keys(ExposedPorts)]).toEqual([
      '65532:65532',
      'SIGTERM',
      ['8080/tcp'],
    ])
    expect([...Entrypoint, ...Cmd]).toEqual(['/usr/bin/lectern', 'serve'])
    // A volume that nobody named would be lost without a word.
    expect(Volumes).toBeUndefined()
  },
  options,
)

verifies(
  'image.contents',
  'it needs each of its libraries, and nothing else of a system',
  async () => {
    const files = await listImageFiles(image.root)
    const runs = async () => {
      const container = await startContainer(image, { env: {}, words: ['--version'] })
      const code = await container.ended
      const output = await container.output()
      await container.remove()
      return code === 0 && output === '0.1.0\n'
    }
    expect(await runs()).toBe(true)
    for (const name of LIBRARIES) {
      const path = join(image.root, files.find((each) => each.endsWith(`/${name}`)) ?? name)
      await rename(path, `${path}.away`)
      expect([name, await runs()]).toEqual([name, false])
      await rename(`${path}.away`, path)
    }
  },
  options,
)

verifies(
  ['image.runs', 'image.corpus'],
  'it serves with a read-only root, as another user, without capabilities, and stops',
  async () => {
    const container = await start()
    try {
      const status = await Bun.file(`/proc/${container.pid}/status`).text()
      const read = (name: string) => new RegExp(`^${name}:\\s+(.*)$`, 'm').exec(status)?.[1]
      expect(read('Uid')?.split('\t')).toEqual(['65532', '65532', '65532', '65532'])
      expect([read('CapEff'), read('CapBnd')]).toEqual(['0'.repeat(16), '0'.repeat(16)])
      expect(read('NoNewPrivs')).toBe('1')
      const mounts = await Bun.file(`/proc/${container.pid}/mountinfo`).text()
      expect(mounts.split('\n').find((line) => line.split(' ')[4] === '/')).toContain(' / ro')
      // What a health check of an orchestrator runs, which has no other program there.
      expect(container.execute(['health']).code).toBe(0)
      const host = await olderSdkHost(`${url}/mcp`, '2025-11-25')
      await walkThrough(host).finally(() => host.close())
    } finally {
      expect([await container.stop(), await container.output()]).toEqual([
        0,
        expect.stringContaining('"event":"stopping"'),
      ])
      await container.remove()
    }
  },
  options,
)

verifies(
  'image.corpus',
  'verify has no finding about an image with a corpus',
  async () => {
    const container = await start()
    try {
      const { code, out, err } = await runProgram(['verify', url, '--json'])
      expect([code, err, JSON.parse(out).disagreements]).toEqual([0, '', []])
    } finally {
      await container.stop()
      await container.remove()
    }
  },
  options,
)

verifies(
  'image.corpus',
  'for another address than that of its build, it does not serve, and says why',
  async () => {
    const env = { BASE_URL: 'https://elsewhere.example' }
    await expect(start(env)).rejects.toThrow(
      /Cannot serve "https:\/\/elsewhere.example": the build/,
    )
  },
  options,
)

verifies(
  'image.same_digest',
  'an image built twice in different folders has the same digest; another program, another',
  async () => {
    const digestOf = async (name: string, text: string): Promise<string> => {
      const program = join(home, `${name}-program`)
      await Bun.write(program, Bun.file('/bin/true'))
      await writeFile(program, text, { flag: 'a' })
      await make(name, { program })
      const { manifests } = await Bun.file(join(home, name, 'index.json')).json()
      return manifests[0].digest
    }
    const [one, again] = [await digestOf('one', 'same'), await digestOf('again', 'same')]
    expect(again).toBe(one)
    expect(await digestOf('other', 'another')).not.toBe(one)
  },
  options,
)
