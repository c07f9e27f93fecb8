import { afterAll, beforeAll, expect } from 'bun:test'
import { copyFile, cp, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { verifies, verifiesLong } from '../requirements/verifies.ts'
import { digestsBelow } from '../support/building.ts'
import { compileOnce } from '../support/compiled_program.ts'
import { type ProgramResult, runProgram } from '../support/program.ts'
import { writePlainCorpus } from '../support/renamed_registry.ts'
import { ROOT } from '../support/repository.ts'
import { freePort } from '../support/running.ts'

const INSTANT = { SOURCE_DATE_EPOCH: '1700000000' }

let home: string
let lectern: string
let corpusDir: string

beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), 'lectern-compiled-'))
  lectern = join(home, 'lectern')
  corpusDir = join(home, 'corpus')
  await copyFile(await compileOnce(), lectern)
  await cp(await writePlainCorpus(), corpusDir, { recursive: true })
})

afterAll(async () => {
  await rm(home, { recursive: true, force: true })
})

/** Runs the file in a folder where nothing else is, with no other program to be found. */
async function runCompiled(
  words: readonly string[],
  env: Record<string, string> = {},
): Promise<ProgramResult> {
  const child = Bun.spawn([lectern, ...words], {
    cwd: home,
    env: { PATH: '', CORPUS_DIR: corpusDir, DIST_DIR: join(home, 'dist'), ...env },
    stdout: 'pipe',
    stderr: 'pipe',
  })
  const [out, err] = await Promise.all([
    new Response(child.stdout).text(),
    new Response(child.stderr).text(),
  ])
  return { out, err, code: await child.exited }
}

verifies('program.one_file', 'one file knows every command of the program', async () => {
  const source = await runProgram(['--help'])
  expect(await runCompiled(['--help'])).toEqual(source)
  expect((await runCompiled(['check'])).code).toBe(0)
  expect((await runCompiled(['publish'])).code).toBe(2)
  const imported = await runCompiled(['import', corpusDir, '--to', join(home, 'imported')])
  expect([imported.code, imported.err]).toEqual([0, ''])
})

verifies('program.one_file', 'a ".env" beside it sets nothing', async () => {
  const folder = await mkdtemp(join(home, 'env-'))
  await writeFile(join(folder, '.env'), 'BASE_URL=https://elsewhere.example\nPORT=no-port\n')
  const child = Bun.spawn([lectern, 'config'], { cwd: folder, env: { PATH: '' }, stdout: 'pipe' })
  const shown = await new Response(child.stdout).text()
  expect([await child.exited, shown.includes('elsewhere')]).toEqual([0, false])
  expect(shown).toContain('BASE_URL')
})

// All importers are packed together as one text, with their libraries.
verifiesLong('program.one_file', 'it imports the very files that the source imports', async () => {
  for (const name of ['mkdocs', 'html', 'gitbook']) {
    const from = join(ROOT, 'spec/import/generators', name, 'fixture')
    const [one, other] = [join(home, `${name}-one`), join(home, `${name}-other`)]
    const words = ['import', from, '--date', '2026-11-23', '--to']
    const compiled = await runCompiled([...words, one])
    const source = await runProgram([...words, other])
    expect([compiled.code, dropProgress(compiled)]).toEqual([source.code, dropProgress(source)])
    expect(await digestsBelow(one)).toEqual(await digestsBelow(other))
  }
})

/** Errors without the lines that only an import which takes long has. */
function dropProgress({ err }: ProgramResult): string {
  return err.replace(/^importing +\d+ %.*\n/gm, '')
}

verifies(
  'program.one_file',
  'a file of settings of the runtime beside it changes nothing',
  async () => {
    await writeFile(join(home, 'bunfig.toml'), 'preload = ["./preload.ts"]\n')
    await writeFile(join(home, 'preload.ts'), 'console.log("loaded")\n')
    const { out, code } = await runCompiled(['--version'])
    expect([out.includes('loaded'), code]).toEqual([false, 0])
  },
)

verifiesLong('program.one_file', 'it builds the very bytes that the source builds', async () => {
  const [one, other] = [join(home, 'one'), join(home, 'other')]
  const folders = { CORPUS_DIR: corpusDir, ...INSTANT }
  expect((await runCompiled(['build'], { ...INSTANT, DIST_DIR: one })).code).toBe(0)
  expect((await runProgram(['build'], { ...folders, DIST_DIR: other })).code).toBe(0)
  const manifests = await Promise.all(
    [one, other].map((folder) => Bun.file(join(folder, 'docs-manifest.json')).text()),
  )
  expect(manifests[0]).toBe(manifests[1] ?? '')
})

verifiesLong('program.one_file', 'it serves, and takes a new build without a restart', async () => {
  const port = await freePort()
  const distDir = join(home, 'served')
  const env = { BASE_URL: `http://localhost:${port}`, CORPUS_DIR: corpusDir, DIST_DIR: distDir }
  const child = Bun.spawn([lectern], {
    cwd: home,
    env: { PATH: '', PORT: String(port), DRAIN_SECONDS: '0', ...env },
    stdout: 'ignore',
    stderr: 'pipe',
  })
  try {
    const count = async () => {
      const answer = await fetch(`http://127.0.0.1:${port}/api/public/docs/status`)
      const { pages }: { pages: number } = JSON.parse(await answer.text())
      return pages
    }
    const before = await until(count, (pages) => pages > 0)
    const page = join(corpusDir, 'pages/added.md')
    const source = await Bun.file(resolve(corpusDir, 'pages/index.md')).text()
    await writeFile(page, source.replace(/^title: .*$/m, 'title: A page that was added'))
    expect((await runCompiled(['build'], env)).code).toBe(0)
    await until(count, (pages) => pages === before + 1)
    const found = await fetch(`http://127.0.0.1:${port}/api/public/docs/search?q=that+was+added`)
    expect(await found.json()).toMatchObject([{ title: 'A page that was added' }])
  } finally {
    child.kill('SIGTERM')
    await child.exited
  }
  const events = (await new Response(child.stderr).text()).match(/"event":"[a-z_]+"/g) ?? []
  const logged = new Set(events)
  expect(logged).toContain('"event":"reloaded"')
  // The thread that looks into a build is in the file too: requests never wait for its check.
  expect(logged).not.toContain('"event":"check_on_request_thread"')
})

/** Asks until the answer will do; the runner ends a test that waits in vain. */
async function until<Value>(
  ask: () => Promise<Value>,
  isEnough: (value: Value) => boolean,
): Promise<Value> {
  for (;;) {
    const value = await ask().catch(() => undefined)
    if (value !== undefined && isEnough(value)) return value
    await Bun.sleep(20)
  }
}
