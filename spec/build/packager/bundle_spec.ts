import { afterAll, beforeAll, expect } from 'bun:test'
import { readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Client } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { readBuildFile, readLocalBuild } from '../../../app/build/transfer/local_build.ts'
import { SERVICE_FILE } from '../../../app/contract/build.ts'
import { verifies, verifiesLong } from '../../requirements/verifies.ts'
import { buildOrThrow, manifestOf } from '../../support/building.ts'
import { KEPT_EPOCH } from '../../support/kept_builds.ts'
import { runProgram, SHORT_LIVED, SOURCE } from '../../support/program.ts'
import { MAIN } from '../../support/repository.ts'
import { ALWAYS_MODIFIED, type Entry, readBundleConfig, unpackBundle } from './bundle.ts'
import { PRIVATE_FILES, PRIVATE_WORDS } from './bundle_business.ts'
import { createCorpus, newFolder, removeFolders } from './packaging.ts'
import { findSchemaFaults } from './schemas.ts'

/** First bytes of programs; what follows them is the same in no two systems. */
const PROGRAMS = {
  linux: '\x7fELF',
  darwin: '\xcf\xfa\xed\xfe',
  win32: 'MZ',
} as const

/** What `private/service.json` of a bundle has. */
const PUBLIC_MEMBERS = [
  ...['base_url', 'capabilities', 'changes', 'descriptions', 'format', 'limits', 'published'],
  ...['registry', 'skills'],
]

/** In what time zone the bundle of a system is made here. */
const ZONES = { linux: 'America/Los_Angeles', win32: 'Asia/Tokyo' } as const

let home: string
let dist: string
let corpusDir: string

beforeAll(async () => {
  home = await newFolder()
  dist = join(home, 'dist')
  corpusDir = await createCorpus()
  for (const [name, text] of Object.entries(PRIVATE_FILES)) {
    await writeFile(join(corpusDir, name), text)
  }
  await buildOrThrow({ corpusDir, distDir: dist, sourceDateEpoch: KEPT_EPOCH })
  for (const [name, magic] of Object.entries(PROGRAMS)) {
    await writeFile(join(home, name), Buffer.from(`${magic} and the rest`, 'latin1'))
  }
})

afterAll(removeFolders)

type BundleFiles = { readonly folder: string; readonly entries: ReadonlyMap<string, Entry> }
const bundles = new Map<string, Promise<BundleFiles>>()

/** The bundle for a system, made once and unpacked. */
async function bundle(program: keyof typeof ZONES): Promise<BundleFiles> {
  const made = bundles.get(program) ?? makeBundle(program)
  bundles.set(program, made)
  return await made
}

async function makeBundle(program: keyof typeof ZONES): Promise<BundleFiles> {
  const file = join(home, `${program}.mcpb`)
  const words = ['package', '--mcpb', file, '--program', join(home, program)]
  const { code, out, err } = await runProgram(words, { DIST_DIR: dist, TZ: ZONES[program] })
  expect([code, err]).toEqual([0, ''])
  const { build } = await manifestOf(dist)
  const [, made] = /^Wrote bundle 0\.1\.0 for \w+ with build ([0-9a-f]{32}) in /.exec(out) ?? []
  expect(made).not.toBe(build)
  expect(out).toEndWith(`\nIt is build ${build} without business registry and example workspace\n`)
  const folder = await newFolder()
  const entries = await unpackBundle(await readFile(file), folder)
  expect([...entries.keys()]).toContain(`dist/builds/${made}/index.html`)
  return { folder, entries }
}

verifiesLong(
  'package.bundle',
  'a bundle fits the published schema, and a host starts what is in it, with no other file',
  async () => {
    const { folder, entries } = await bundle('linux')
    expect(entries.get('server/lectern')?.mode).toBe(0o100755)
    expect(entries.get('manifest.json')?.mode).toBe(0o100644)
    expect(await readFile(join(folder, 'server/lectern'), 'latin1')).toStartWith(PROGRAMS.linux)
    const manifest = JSON.parse(await readFile(join(folder, 'manifest.json'), 'utf8'))
    expect(findSchemaFaults('manifest.json', manifest)).toEqual([])
    expect(manifest.compatibility).toEqual({ platforms: ['linux'] })
    expect(manifest.server.entry_point).toBe('server/lectern')

    const { command, args, env } = await readBundleConfig(folder)
    expect(command).toBe(join(folder, 'server/lectern'))
    // Hosts start programs in any folder.
    const elsewhere = await newFolder()
    const client = new Client({ name: 'spec', version: '1' })
    // The program of the test has only its first bytes, so the same comes from its sources.
    const started = { command: process.execPath, args: [MAIN, ...args], cwd: elsewhere }
    const settings = { ...SHORT_LIVED, ...env, CORPUS_DIR: join(folder, 'none') }
    await client.connect(new StdioClientTransport({ ...started, env: settings, stderr: 'ignore' }))
    const { tools } = await client.listTools()
    const found = await client.callTool({ name: 'list_pages', arguments: {} })
    await client.close()
    expect(tools.map(({ name }) => name)).toEqual(
      manifest.tools.map(({ name }: { name: string }) => name),
    )
    expect(found.isError).not.toBe(true)
  },
)

verifies(
  'package.bundle',
  'the same parts are the same bytes, in every time zone: order, times and modes are fixed',
  async () => {
    const [linux, windows] = [await bundle('linux'), await bundle('win32')]
    expect(windows.entries.get('server/lectern.exe')?.mode).toBe(0o100755)
    const { command } = await readBundleConfig(windows.folder)
    expect(command).toBe(join(windows.folder, 'server/lectern.exe'))
    for (const { entries } of [linux, windows]) {
      expect([...entries.keys()]).toEqual([...entries.keys()].sort())
      const times = new Set(Array.from(entries.values(), ({ modified }) => modified))
      expect([...times]).toEqual([ALWAYS_MODIFIED])
    }
    // What both have in front of their program lies at the same places, too.
    const [one, other] = [linux, windows].map(({ entries }) =>
      Array.from(entries, ([path, { header }]) => [path, header]).filter(
        ([path]) => path?.startsWith('dist/') === true,
      ),
    )
    expect(one?.length).toBeGreaterThan(10)
    expect(one).toEqual(other ?? [])
  },
)

verifies(
  'package.bundle',
  'no word of the business registry or the example is in a bundle, and its build is whole',
  async () => {
    const { build } = await manifestOf(dist)
    const kept = await readFile(join(dist, 'builds', build, SERVICE_FILE), 'utf8')
    const { folder, entries } = await bundle('linux')
    for (const word of PRIVATE_WORDS) {
      expect(kept).toContain(word)
      for (const path of entries.keys()) {
        const bytes = await readFile(join(folder, path))
        expect([path, word, bytes.includes(word)]).toEqual([path, word, false])
      }
    }
    const read = await readLocalBuild(join(folder, 'dist'))
    if (!read.ok) throw new Error(read.error)
    const { listing } = read.value
    for (const file of listing.files) {
      expect(await readBuildFile(read.value.folder, file)).toMatchObject({ ok: true })
    }
    expect(entries.size).toBe(listing.files.length + 3)
    const service = JSON.parse(await readFile(join(read.value.folder, SERVICE_FILE), 'utf8'))
    // A member that comes later is judged here first: may everybody read it?
    expect(Object.keys(service).sort()).toEqual(PUBLIC_MEMBERS)
  },
)

verifiesLong(
  'package.bundle',
  'the build in a bundle is the one that the corpus gives without the two files',
  async () => {
    const { entries } = await bundle('linux')
    for (const name of Object.keys(PRIVATE_FILES)) await rm(join(corpusDir, name))
    const plain = join(home, 'plain')
    const built = await buildOrThrow({ corpusDir, distDir: plain, sourceDateEpoch: KEPT_EPOCH })
    expect([...entries.keys()]).toContain(`dist/builds/${built.build}/${SERVICE_FILE}`)
  },
)

verifiesLong(
  'package.bundle',
  'what cannot be bundled is told, all at once, and nothing is written',
  async () => {
    const file = join(home, 'none.mcpb')
    const none = { DIST_DIR: join(home, 'none'), CORPUS_DIR: home }
    const words = ['package', '--mcpb', file, '--program', join(MAIN, '../README.md')]
    const wrong = await runProgram(words, none)
    expect(wrong.code).toBe(1)
    expect(wrong.err).toContain('it is no program for Linux, macOS or Windows')
    expect(wrong.err).toContain('run build first')
    const source = await runProgram(['package', '--mcpb', file], none, undefined, SOURCE)
    expect([source.code, source.err.includes('it runs from its sources')]).toEqual([2, true])
    const name = await runProgram(['package', '--mcpb', join(home, 'docs.zip')], none)
    expect([name.code, name.err.includes('end in .mcpb')]).toEqual([2, true])
    const two = await runProgram(['package', '--mcpb', file, '--to', home], none)
    expect([two.code, two.err.includes('name one target')]).toEqual([2, true])
    expect(await Bun.file(file).exists()).toBe(false)
  },
)
