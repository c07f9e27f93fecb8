import { afterAll, beforeAll, expect } from 'bun:test'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { CAPABILITY_STATUSES, factsOf } from '../../app/contract/statuses.ts'
import { verifies } from '../requirements/verifies.ts'
import { callProgram } from '../support/command_line.ts'
import type { ProgramResult } from '../support/program.ts'
import { writePlainCorpus } from '../support/renamed_registry.ts'

let corpus: string
let dist: string
let registry: string

beforeAll(async () => {
  corpus = await writePlainCorpus()
  dist = await mkdtemp(join(tmpdir(), 'lectern-statuses-'))
  registry = await readFile(join(corpus, 'registry.yaml'), 'utf8')
})

afterAll(async () => {
  await rm(corpus, { recursive: true, force: true })
  await rm(dist, { recursive: true, force: true })
})

/** Gives the search capability a status and runs a command over the corpus. */
async function ranWith(status: string, command: string): Promise<ProgramResult> {
  const own = /(id: search\n {4}title: .*\n {4}description: .*\n {4}status: )\w+/
  expect(registry).toMatch(own)
  await writeFile(join(corpus, 'registry.yaml'), registry.replace(own, `$1${status}`))
  return await callProgram([command], { CORPUS_DIR: corpus, DIST_DIR: dist })
}

/** Status of the search capability and of its page, and the notice of the page, in such a build. */
async function builtWith(status: string): Promise<readonly string[]> {
  expect(await ranWith(status, 'build')).toEqual(expect.objectContaining({ code: 0 }))
  const manifest = JSON.parse(await readFile(join(dist, 'docs-manifest.json'), 'utf8'))
  const data = join(dist, 'builds', manifest.build, 'docs-data')
  const { capabilities } = JSON.parse(await readFile(join(data, 'status.json'), 'utf8'))
  const { pages } = JSON.parse(await readFile(join(data, 'pages.json'), 'utf8'))
  const search = capabilities.find(({ id }: { id: string }) => id === 'search')
  const page = pages.find(({ id }: { id: string }) => id === search.pages[0])
  return [search.status, page.status, ...(page.notice === undefined ? [] : [page.notice])]
}

verifies(
  [
    'status.available',
    'status.available_owner',
    'status.foundation',
    'status.not_yet',
    'status.reference',
    'open.owner_scope',
    'page.notice',
  ],
  'build carries every status to capability and page as it is written, with its notice',
  async () => {
    for (const status of CAPABILITY_STATUSES) {
      const { notice } = factsOf(status)
      const words = notice === undefined ? [] : [notice]
      expect(await builtWith(status)).toEqual([status, status, ...words])
    }
    expect(factsOf('foundation').notice).toContain('Only partly usable')
    expect(factsOf('not_yet').notice).toContain('Not built')
    expect(factsOf('available').notice).toBeUndefined()
  },
)

verifies('status.vocabulary', 'check refuses a status outside the vocabulary', async () => {
  const ran = await ranWith('beta', 'check')
  expect(ran.code).toBe(1)
  expect(ran.err).toMatch(/registry\.yaml:\d+:\d+: .*beta/)
})

verifies(
  'open.transitions',
  'any status may follow any other, and check warns where the changelog says another',
  async () => {
    expect(await builtWith('reference')).toEqual(['reference', 'reference'])
    expect((await builtWith('not_yet')).slice(0, 2)).toEqual(['not_yet', 'not_yet'])
    const head = 'title: Search is here\ndate: 2026-11-01\ncapability: search\nstatus: available'
    const change = join(corpus, 'changelog/2026-11-01-search.md')
    await writeFile(change, `---\n${head}\n---\n\nSearch works.\n`)
    const fitting = await ranWith('available', 'check')
    const other = await ranWith('foundation', 'check')
    await rm(change)
    expect([fitting.code, other.code]).toEqual([0, 0])
    expect(fitting.err).not.toContain('"search"')
    expect(other.err).toMatch(/warning: .*registry\.yaml:\d+:\d+: .*"search" is foundation/)
  },
)
