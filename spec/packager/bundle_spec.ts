import { afterAll, beforeAll, expect } from 'bun:test'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Client } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { verifies } from '../requirements/verifies.ts'
import { placeExcerptBuild } from '../support/kept_builds.ts'
import { runProgram, SHORT_LIVED } from '../support/program.ts'
import { MAIN } from '../support/repository.ts'
import { readBundleConfig, unpackBundle } from './bundle.ts'
import { newFolder, removeFolders } from './packaging.ts'
import { findSchemaFaults } from './schemas.ts'

/** First bytes of programs; what follows them is the same in no two systems. */
const PROGRAMS = {
  linux: '\x7fELF',
  darwin: '\xcf\xfa\xed\xfe',
  win32: 'MZ',
} as const

let home: string
let dist: string

beforeAll(async () => {
  home = await newFolder()
  dist = join(home, 'dist')
  await placeExcerptBuild(dist)
  for (const [name, magic] of Object.entries(PROGRAMS)) {
    await writeFile(join(home, name), Buffer.from(`${magic} and the rest`, 'latin1'))
  }
})

afterAll(removeFolders)

async function bundle(name: string, program: keyof typeof PROGRAMS, env = {}): Promise<string> {
  const file = join(home, `${name}.mcpb`)
  const words = ['package', '--mcpb', file, '--program', join(home, program)]
  const { code, out, err } = await runProgram(words, { DIST_DIR: dist, ...env })
  expect([code, err]).toEqual([0, ''])
  expect(out).toMatch(/^Wrote bundle 0\.1\.0 for \w+ with build [0-9a-f]{32} in /)
  return file
}

verifies(
  'package.bundle',
  'a bundle fits the published schema, and a host starts what is in it, with no other file',
  async () => {
    const file = await bundle('one', 'linux')
    const folder = await newFolder()
    const modes = await unpackBundle(await readFile(file), folder)
    expect(modes.get('server/lectern')).toBe(0o100755)
    expect(modes.get('manifest.json')).toBe(0o100644)
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

verifies('package.bundle', 'the same parts are the same bytes, in every time zone', async () => {
  const one = await readFile(await bundle('east', 'win32', { TZ: 'Asia/Tokyo' }))
  const other = await readFile(await bundle('west', 'win32', { TZ: 'America/Los_Angeles' }))
  expect(one.equals(other)).toBe(true)
  const folder = await newFolder()
  const modes = await unpackBundle(one, folder)
  expect(modes.get('server/lectern.exe')).toBe(0o100755)
  const { command } = await readBundleConfig(folder)
  expect(command).toBe(join(folder, 'server/lectern.exe'))
})

verifies(
  'package.bundle',
  'what cannot be bundled is told, all at once, and nothing is written',
  async () => {
    const file = join(home, 'none.mcpb')
    const none = { DIST_DIR: join(home, 'none') }
    const words = ['package', '--mcpb', file, '--program', join(MAIN, '../README.md')]
    const wrong = await runProgram(words, none)
    expect(wrong.code).toBe(1)
    expect(wrong.err).toContain('it is no program for Linux, macOS or Windows')
    expect(wrong.err).toContain('run build first')
    const source = await runProgram(['package', '--mcpb', file], none)
    expect([source.code, source.err.includes('it runs from its sources')]).toEqual([2, true])
    const name = await runProgram(['package', '--mcpb', join(home, 'docs.zip')], none)
    expect([name.code, name.err.includes('end in .mcpb')]).toEqual([2, true])
    const two = await runProgram(['package', '--mcpb', file, '--to', home], none)
    expect([two.code, two.err.includes('name one target')]).toEqual([2, true])
    expect(await Bun.file(file).exists()).toBe(false)
  },
)
