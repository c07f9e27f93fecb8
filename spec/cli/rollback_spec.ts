import { afterAll, beforeAll, expect } from 'bun:test'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { verifies, verifiesLong } from '../requirements/verifies.ts'
import { callProgram } from '../support/command_line.ts'
import type { ProgramResult } from '../support/program.ts'
import { writePlainCorpus } from '../support/renamed_registry.ts'
import { startRunning } from '../support/running.ts'
import { waitUntil } from '../support/wait_until.ts'

let corpus: string
let dist: string

beforeAll(async () => {
  corpus = await writePlainCorpus()
  dist = await mkdtemp(join(tmpdir(), 'lectern-rollback-'))
})

afterAll(async () => {
  await rm(corpus, { recursive: true, force: true })
  await rm(dist, { recursive: true, force: true })
})

const run = (words: readonly string[], env = {}): Promise<ProgramResult> =>
  callProgram(words, { CORPUS_DIR: corpus, DIST_DIR: dist, ...env })

async function addPage(folder: string, name: string): Promise<void> {
  const lines = [`title: ${name}`, 'kind: guide', 'capability: project', 'updated: 2026-11-21']
  await writeFile(join(folder, `pages/${name}.md`), `---\n${lines.join('\n')}\n---\n\nText.\n`)
}

/** Builds the corpus with one more page; returns the bytes of the manifest. */
async function buildWith(name: string, env = {}): Promise<string> {
  await addPage(corpus, name)
  expect((await run(['build'], env)).code).toBe(0)
  return await readManifest()
}

const readManifest = () => readFile(join(dist, 'docs-manifest.json'), 'utf8')
const nameOf = (manifest: string): string => JSON.parse(manifest).build

verifies('reload.rollback_command', 'rollback puts back earlier builds, one by one', async () => {
  const [first, second, third] = [await buildWith('a'), await buildWith('b'), await buildWith('c')]
  const back = await run(['rollback'])
  expect([back.code, back.err]).toEqual([0, ''])
  expect(back.out).toContain(`Rolled back to build ${nameOf(second)} of `)
  expect(back.out).toContain(`Fix "${corpus}" before the next build`)
  expect(await readManifest()).toBe(second)
  // Not forward again to what was taken back.
  expect((await run(['rollback'])).code).toBe(0)
  expect(await readManifest()).toBe(first)
  const none = await run(['rollback'])
  expect([none.code, none.err]).toEqual([1, expect.stringContaining(': no earlier build is kept')])
  expect(await readManifest()).toBe(first)
  const list = (await run(['rollback', '--list'])).out.trimEnd().split('\n')
  expect(list.map((line) => line.split('  ').toSpliced(1, 2)).sort()).toEqual(
    [
      [nameOf(first), 'current'],
      [nameOf(second), 'taken back'],
      [nameOf(third), 'taken back'],
    ].sort(),
  )
  expect((await run(['rollback', nameOf(third)])).code).toBe(0)
  expect(await readManifest()).toBe(third)
  // What replaced a bad build goes back to the good one, not to the bad one.
  await run(['rollback', nameOf(first)])
  await buildWith('d')
  await run(['rollback'])
  expect(await readManifest()).toBe(first)
})

verifies('reload.rollback_command', 'rollback takes no build that cannot be served', async () => {
  const manifest = await readManifest()
  const other = await buildWith('e')
  const file = join(dist, `builds/${nameOf(manifest)}/private/search.bin`)
  const bytes = await readFile(file)
  await writeFile(file, bytes.with(bytes.length - 1, 255 - (bytes.at(-1) ?? 0)))
  const damaged = await run(['rollback'])
  expect([damaged.code, damaged.err]).toEqual([1, expect.stringContaining('its digest differs')])
  await writeFile(file, bytes)
  const address = { BASE_URL: 'https://docs.example' }
  const moved = await buildWith('f', address)
  const foreign = await run(['rollback', nameOf(other)], address)
  expect([foreign.code, foreign.err]).toEqual([1, expect.stringContaining('it was made for')])
  // The build before it that has this address: there is none.
  expect((await run(['rollback'], address)).code).toBe(1)
  expect(await readManifest()).toBe(moved)
  const store = { DIST_DIR: 's3://bucket/prefix', BUILD_CACHE_DIR: dist }
  const refused = await run(['rollback'], store)
  expect(refused.code).toBe(2)
  for (const words of [
    ['one', 'two'],
    ['--to', 'x'],
  ]) {
    expect((await run(['rollback', ...words])).code).toBe(2)
  }
})

verifiesLong('reload.rollback_command', 'a running service takes the build before', async () => {
  const running = await startRunning({ corpus })
  try {
    const env = { CORPUS_DIR: running.corpusDir, DIST_DIR: running.distDir, BASE_URL: running.url }
    const statusOf = async () => (await fetch(`${running.url}/mistake/`)).status
    await addPage(running.corpusDir, 'mistake')
    expect((await callProgram(['build'], env)).code).toBe(0)
    await waitUntil(async () => (await statusOf()) === 200)
    expect((await callProgram(['rollback'], env)).code).toBe(0)
    await waitUntil(async () => (await statusOf()) === 404)
  } finally {
    await running.stop()
  }
})
