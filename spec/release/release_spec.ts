import { afterAll, beforeAll, expect } from 'bun:test'
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { makeRelease } from '../../scripts/_release/release.ts'
import { RELEASE_TARGETS, runtimeOf } from '../../scripts/_release/targets.ts'
import { compile } from '../../scripts/compile.ts'
import { verifies, verifiesLong } from '../requirements/verifies.ts'
import { compileOnce } from '../support/compiled_program.ts'
import { ROOT } from '../support/repository.ts'

const ADDRESS = 'https://downloads.example/lectern/0.1.0'

/** Files that a program of ours has, of which one is of a package in a package. */
const FILES = [
  'app/main.ts',
  'node_modules/orama/dist/esm/index.js',
  'node_modules/@oslojs/jwt/node_modules/@oslojs/encoding/dist/index.js',
  'node_modules/@oslojs/jwt/dist/index.js',
]

let home: string

beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), 'lectern-release-'))
})
afterAll(async () => {
  await rm(home, { recursive: true, force: true })
})

/** Makes a release of programs that only say for which runtime they are. */
async function release(
  name: string,
  options: { readonly absent?: string; readonly address?: string } = {},
): Promise<{ readonly folder: string; readonly isWhole: boolean; readonly lines: string[] }> {
  const folder = join(home, name)
  const lines: string[] = []
  const isWhole = await makeRelease({
    root: ROOT,
    folder,
    targets: RELEASE_TARGETS,
    address: options.address,
    compile: async (path, runtime) => {
      if (runtime === options.absent) throw new Error('error: no runtime\n\nBun v1.4.5')
      await writeFile(path, `a program on ${runtime}`)
      return FILES
    },
    say: (line) => lines.push(line),
  })
  return { folder, isWhole, lines }
}

verifiesLong('release.same_bytes', 'two compilations under two names are equal', async () => {
  const other = join(home, 'elsewhere/another')
  await compile(other)
  const [one, two] = [await Bun.file(await compileOnce()).bytes(), await Bun.file(other).bytes()]
  expect(Buffer.compare(one, two)).toBe(0)
  expect(await readdir(join(home, 'elsewhere'))).toEqual(['another'])
})

verifies('release.whole', 'a release has an archive for each system, and digests', async () => {
  const { folder, isWhole } = await release('whole', { address: ADDRESS })
  expect(isWhole).toBe(true)
  const archives = RELEASE_TARGETS.map(({ name }) => `lectern-0.1.0-${name}.tar.gz`)
  const others = ['licences.txt', 'sbom.cdx.json', 'changes.md', 'lectern.rb', 'lectern.json']
  const names = await readdir(folder)
  expect(names.toSorted()).toEqual([...archives, ...others, 'SHA256SUMS'].sort())
  const checked = Bun.spawnSync(['sha256sum', '--check', '--strict', 'SHA256SUMS'], { cwd: folder })
  expect(checked.stdout.toString().match(/: OK$/gm)).toHaveLength(names.length - 1)
})

verifies('release.whole', 'an archive holds the program, ready to run, and licences', async () => {
  const { folder } = await release('archives')
  const list = (name: string) =>
    Bun.spawnSync(['tar', '-tvzf', join(folder, `lectern-0.1.0-${name}.tar.gz`)])
      .stdout.toString()
      .trim()
      .split('\n')
      .map((line) => [line.slice(0, 10), line.split(' ').at(-1)])
  const notes = [
    ['-rw-r--r--', 'LICENSE'],
    ['-rw-r--r--', 'licences.txt'],
  ]
  expect(list('linux-arm64-musl')).toEqual([['-rwxr-xr-x', 'lectern'], ...notes])
  expect(list('windows-x64')).toEqual([['-rwxr-xr-x', 'lectern.exe'], ...notes])
  const command = ['tar', '-xOzf', join(folder, 'lectern-0.1.0-darwin-arm64.tar.gz'), 'lectern']
  expect(Bun.spawnSync(command).stdout.toString()).toBe('a program on bun-darwin-arm64')
})

verifies('release.same_bytes', 'two releases of one commit have the same digests', async () => {
  const [one, other] = [await release('one'), await release('other')]
  const digests = async (folder: string) => await Bun.file(join(folder, 'SHA256SUMS')).text()
  expect(await digests(one.folder)).toBe(await digests(other.folder))
})

verifies(
  'release.partial',
  'a target without its runtime is named, the others are made',
  async () => {
    const target = RELEASE_TARGETS.find(({ name }) => name === 'darwin-x64')
    expect(target).toBeDefined()
    if (target === undefined) return
    const { folder, isWhole, lines } = await release('partial', { absent: runtimeOf(target) })
    expect(isWhole).toBe(false)
    const failure = 'Cannot make "darwin-x64": no runtime: check'
    expect(lines.filter((line) => line.startsWith(failure))).toHaveLength(1)
    const archives = (await readdir(folder)).filter((name) => name.endsWith('.tar.gz'))
    expect(archives).toHaveLength(RELEASE_TARGETS.length - 1)
    expect(archives.some((name) => name.includes('darwin-x64'))).toBe(false)
  },
)

verifies(
  'release.whole',
  'package managers get the address and digest of each archive',
  async () => {
    const { folder } = await release('managers', { address: ADDRESS })
    const read = async (name: string) => await Bun.file(join(folder, name)).text()
    const digests = new Map(
      (await read('SHA256SUMS'))
        .trim()
        .split('\n')
        .map((line) => [line.slice(66), line.slice(0, 64)] as const),
    )
    const formula = await read('lectern.rb')
    for (const name of ['darwin-arm64', 'darwin-x64', 'linux-arm64', 'linux-x64']) {
      const file = `lectern-0.1.0-${name}.tar.gz`
      const lines = [`url "${ADDRESS}/${file}"`, `sha256 "${digests.get(file)}"`]
      expect(formula).toContain(lines.join('\n      '))
    }
    expect(formula).not.toContain('musl')
    const manifest = JSON.parse(await read('lectern.json'))
    expect(manifest.architecture).toEqual({
      '64bit': {
        url: `${ADDRESS}/lectern-0.1.0-windows-x64.tar.gz`,
        hash: digests.get('lectern-0.1.0-windows-x64.tar.gz'),
      },
      arm64: {
        url: `${ADDRESS}/lectern-0.1.0-windows-arm64.tar.gz`,
        hash: digests.get('lectern-0.1.0-windows-arm64.tar.gz'),
      },
    })
  },
)

verifies('release.refusals', 'every wrong word of the command is named at once', async () => {
  const words = ['--target', 'plan9', '--target', 'linux-x64', '--address', 'ftp://elsewhere']
  const child = Bun.spawnSync([process.execPath, 'scripts/release.ts', ...words], { cwd: ROOT })
  expect(child.exitCode).toBe(2)
  const errors = child.stderr.toString()
  expect(errors).toContain('Cannot release for "plan9": no such target')
  expect(errors).toContain('Cannot use the address "ftp://elsewhere": it is not one that begins')
})
