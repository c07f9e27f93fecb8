import { afterAll, beforeEach, expect } from 'bun:test'
import { appendFile, cp, readdir, rename, utimes, writeFile } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { isStamped } from '../../../app/build/corpus_build/stamp.ts'
import { verifies, verifiesLong } from '../../requirements/verifies.ts'
import {
  BASE_URL,
  buildOrThrow,
  newFolder,
  removeFolders,
  writeSampleCorpus,
} from '../../support/building.ts'
import { runGit } from '../../support/git.ts'
import { SOURCE } from '../../support/program.ts'
import { startRunning } from '../../support/running.ts'

const LONG_AGO = new Date('2026-01-02T03:04:05Z')

let options: { corpusDir: string; distDir: string; baseUrl: string }

beforeEach(async () => {
  const pages = { 'index.md': { body: 'First text.' }, 'guide/two.md': {} }
  options = {
    corpusDir: await writeSampleCorpus(pages),
    distDir: await newFolder(),
    baseUrl: BASE_URL,
  }
})
afterAll(removeFolders)

/** Gives every file the same old time, as a clone or an unpacked archive may. */
async function makeOld(folder: string): Promise<void> {
  for (const name of await readdir(folder, { recursive: true })) {
    await utimes(join(folder, name), LONG_AGO, LONG_AGO)
  }
}

async function buildOld(): Promise<void> {
  await makeOld(options.corpusDir)
  await buildOrThrow(options)
  expect(isStamped(options)).toBe(true)
}

verifiesLong('serve.base_url', 'a build is known by names, sizes and times', async () => {
  const page = join(options.corpusDir, 'pages/guide/two.md')
  const changes: Readonly<Record<string, () => Promise<unknown>>> = {
    'a longer page': () => appendFile(page, 'More.\n'),
    'a later time': () => utimes(page, LONG_AGO, new Date('2026-01-02T03:04:06Z')),
    'another name': () => rename(page, join(options.corpusDir, 'pages/guide/three.md')),
    'a new page': () => cp(page, join(options.corpusDir, 'pages/four.md')),
    'another lock': () => appendFile(join(options.corpusDir, 'ids.lock'), '\n'),
    'another manifest': () => appendFile(join(options.distDir, 'docs-manifest.json'), '\n'),
  }
  for (const [name, change] of Object.entries(changes)) {
    await buildOld()
    await change()
    expect([name, isStamped(options)]).toEqual([name, false])
    await rename(join(options.corpusDir, 'pages/guide/three.md'), page).catch(() => undefined)
  }
})

verifiesLong('serve.base_url', 'a commit is another build, also where .git is a file', async () => {
  const repository = dirname(options.corpusDir)
  await runGit(repository, ['init', '-q'])
  await runGit(repository, ['add', '.'])
  await runGit(repository, ['commit', '-qm', 'all'])
  const [around, tree] = [await newFolder(), join(await newFolder(), 'tree')]
  await runGit(repository, ['worktree', 'add', '-q', tree])
  await runGit(around, ['init', '-q'])
  const anyFile = ['-c', 'protocol.file.allow=always']
  await runGit(around, [...anyFile, 'submodule', 'add', '-q', repository, 'part'])
  for (const clone of [repository, tree, join(around, 'part')]) {
    options = { ...options, corpusDir: join(clone, basename(options.corpusDir)) }
    await buildOld()
    await runGit(clone, ['commit', '-q', '--allow-empty', '-m', 'nothing'])
    expect([clone, isStamped(options)]).toEqual([clone, false])
  }
})

verifies('serve.base_url', 'another address, limit or corpus is another build', async () => {
  await buildOld()
  expect(isStamped({ ...options, baseUrl: 'https://other.example' })).toBe(false)
  expect(isStamped({ ...options, limits: { searchLimitMax: 8 } })).toBe(false)
  const copy = join(await newFolder(), 'corpus')
  await cp(options.corpusDir, copy, { recursive: true, preserveTimestamps: true })
  expect(isStamped({ ...options, corpusDir: copy })).toBe(false)
})

verifies('serve.base_url', 'a corpus that changed a moment ago is compared again', async () => {
  // However long the build takes, the change stays a moment ago.
  const later = new Date(Date.now() + 3_600_000)
  await utimes(join(options.corpusDir, 'pages/index.md'), later, later)
  await buildOrThrow(options)
  expect(isStamped(options)).toBe(false)
})

verifiesLong(
  'serve.base_url',
  'serve finds a change that left size and time as they were',
  async () => {
    const page = join(options.corpusDir, 'pages/index.md')
    await buildOld()
    const text = await Bun.file(page).text()
    await writeFile(page, text.replace('First text', 'Other text'))
    await utimes(page, LONG_AGO, LONG_AGO)
    expect(isStamped(options)).toBe(true)
    const { corpusDir, distDir, baseUrl } = options
    const env = { CORPUS_DIR: corpusDir, DIST_DIR: distDir, BASE_URL: baseUrl }
    // The stamp names the files of the program, and this process built from source.
    const running = await startRunning({ corpus: corpusDir, env, program: SOURCE })
    try {
      expect(running.output().join()).not.toContain('Building')
      while (!running.log().some(({ event }) => event === 'build_outdated')) await Bun.sleep(50)
    } finally {
      await running.stop()
    }
    expect(isStamped(options)).toBe(false)
  },
)
