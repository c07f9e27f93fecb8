import { afterAll, expect } from 'bun:test'
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { check } from '../../../app/build/corpus_build/check.ts'
import { readCorpus } from '../../../app/build/corpus_build/corpus.ts'
import { isFresh } from '../../../app/build/corpus_build/inputs.ts'
import { planCorpus, writePlan } from '../../../app/build/new_corpus/mod.ts'
import { verifies, verifiesLong } from '../../requirements/verifies.ts'
import {
  BASE_URL,
  buildOrThrow,
  digestsBelow,
  newFolder,
  removeFolders,
} from '../../support/building.ts'
import { ROOT } from '../../support/repository.ts'

afterAll(removeFolders)

const IDENTITY = {
  name: 'tea',
  title: 'Tea: the drink',
  language: 'de',
  license: 'MIT',
  version: undefined,
  url: 'https://tea.example',
  ci: undefined,
}

verifies('init.corpus', 'lectern init makes a corpus of an empty folder', async () => {
  const folder = join(await newFolder(), 'new')
  const ended = await runInit(folder, '--name', 'Tea: the drink', '--language', 'de')
  expect(ended.code).toBe(0)
  expect(ended.output).toContain(`dev ${folder}\n`)
  const corpusDir = join(folder, 'corpus')
  const checked = await check({ corpusDir, baseUrl: BASE_URL })
  expect(checked).toEqual({ ok: true, value: { pages: 3, warnings: [] } })
  const read = await readCorpus({ corpusDir, baseUrl: BASE_URL })
  expect(read.ok && read.value.registry.service).toMatchObject({
    name: 'tea-the-drink',
    title: 'Tea: the drink',
    language: 'de',
  })
  const registry = await readFile(join(corpusDir, 'registry.yaml'), 'utf8')
  expect(registry).not.toContain('version')
  expect((await readdir(folder)).sort()).toEqual(['.gitignore', 'corpus'])
})

verifies('init.corpus', 'lectern init reports every fault of its options at once', async () => {
  const folder = join(await newFolder(), 'new')
  const ended = await runInit(folder, '--url', 'tea', '--language', 'German', '--license', 'ours!')
  expect(ended.code).toBe(2)
  expect(ended.errors.trim().split('\n')).toEqual([
    'Cannot use --url "tea": write an address such as https://docs.example.org',
    'Cannot use --language "German": write a language tag such as en or pt-BR',
    'Cannot use --license "ours!": write an SPDX identifier such as MIT, or none',
  ])
  expect(await readdir(dirname(folder))).toEqual([])
})

verifies('init.corpus', 'a repository keeps its pages where they are', async () => {
  const folder = await newFolder()
  await writeFiles(folder, {
    'README.md': '# About\n\nThe repository.\n',
    'docs/index.md': '# Tea\n\nPour [it](deep/pot.md).\n',
    'docs/deep/pot.md': '# Pot\n\nOf clay.\n',
    'docs/example.json': '{}\n',
    'docs/node_modules/pack/readme.md': 'no page',
    '.gitignore': 'node_modules/\n',
  })
  const before = await digestsBelow(folder)
  const plan = await planCorpus(folder, IDENTITY)
  if (!plan.ok) throw new Error(JSON.stringify(plan.error))
  expect(plan.value.pages).toEqual({
    folder: '../docs',
    count: 2,
    language: undefined,
    reserved: [],
  })
  expect(plan.value.kept.map(({ path }) => path)).toEqual(['.gitignore'])
  expect(await writePlan(plan.value)).toEqual({ ok: true, value: undefined })
  expect(await digestsBelow(folder)).toMatchObject(before)
  const [corpusDir, distDir] = [join(folder, 'corpus'), join(folder, 'dist')]
  const built = await buildOrThrow({ corpusDir, distDir })
  expect(built.pages).toBe(2)
  expect(await isFresh({ corpusDir, distDir, baseUrl: BASE_URL })).toBe(true)
  await writeFile(join(folder, 'docs/deep/pot.md'), '# Pot\n\nOf iron.\n')
  expect(await isFresh({ corpusDir, distDir, baseUrl: BASE_URL })).toBe(false)
})

verifies(
  ['init.corpus', 'pages.reserved'],
  'lectern init says first which files have an address of the service',
  async () => {
    const folder = await newFolder()
    await writeFiles(folder, {
      'docs/index.md': '# Tea\n\nText.\n',
      'docs/api/pot.md': '# Pot\n\nOf clay.\n',
      'docs/search.md': '# Search\n\nText.\n',
      'docs/mcp/README.md': '# MCP\n\nText.\n',
    })
    const { output } = await runInit(folder, '--yes', '--dry-run')
    const lines = output.split('\n').map((line) => line.replace(`${folder}/`, ''))
    expect(lines.slice(0, 3)).toEqual([
      'Reserved: docs/mcp/README.md: the service has this address; rename the file',
      'Reserved: docs/search.md: the service has this address; rename the file',
      'Would write corpus/registry.yaml',
    ])
  },
)

verifies(
  ['init.corpus', 'pages.readme'],
  'a README is the page of its folder where no index.md is',
  async () => {
    const folder = await newFolder()
    await writeFiles(folder, {
      'docs/README.md': '# Tea\n\nSee [pots](pots/README.md) and [more](pots/clay/readme.md).\n',
      'docs/pots/README.md': '# Pots\n\nUp to [tea](/).\n',
      'docs/pots/clay/readme.md': '# About clay\n\nText.\n',
      'docs/pots/clay/index.md': '# Clay\n\nText.\n',
    })
    const plan = await planCorpus(folder, IDENTITY)
    if (!plan.ok) throw new Error(JSON.stringify(plan.error))
    await writePlan(plan.value)
    const [corpusDir, distDir] = [join(folder, 'corpus'), join(folder, 'dist')]
    await buildOrThrow({ corpusDir, distDir })
    const read = await readCorpus({ corpusDir, baseUrl: BASE_URL })
    const paths = read.ok ? read.value.pages.map(({ path }) => path) : []
    expect([...paths].sort()).toEqual(['', 'pots', 'pots/clay', 'pots/clay/readme'])
    const checked = await check({ corpusDir, baseUrl: BASE_URL })
    expect(checked).toEqual({ ok: true, value: { pages: 4, warnings: [] } })
  },
)

verifies(
  'init.corpus',
  'a folder of Markdown is its own documentation, but for a build',
  async () => {
    const folder = await newFolder()
    await writeFiles(folder, { 'index.md': '# Tea\n\nText.\n', 'README.md': '# Read\n\nMe.\n' })
    const plan = await planCorpus(folder, IDENTITY)
    if (!plan.ok) throw new Error(JSON.stringify(plan.error))
    await writePlan(plan.value)
    const [corpusDir, distDir] = [join(folder, 'corpus'), join(folder, 'dist')]
    expect((await buildOrThrow({ corpusDir, distDir })).pages).toBe(2)
    expect((await buildOrThrow({ corpusDir, distDir })).changed).toBe(false)
  },
)

verifies('init.corpus', 'what is there stops it, and everything that does is listed', async () => {
  const folder = await newFolder()
  await writeFiles(folder, {
    'corpus/registry.yaml': 'service: { title: Tea }\n',
    'docs/a.mdx': 'Text',
    'docs/b.mdx': 'Text',
  })
  const before = await digestsBelow(folder)
  const plan = await planCorpus(folder, IDENTITY)
  expect(plan.ok ? [] : plan.error.map(({ what }) => what)).toEqual([
    'this folder already has a corpus',
    '2 files are MDX',
  ])
  expect(await digestsBelow(folder)).toEqual(before)
})

verifies(
  'init.corpus',
  'a file that comes in the meantime stays, and nothing else does',
  async () => {
    const folder = await newFolder()
    const plan = await planCorpus(folder, IDENTITY)
    if (!plan.ok) throw new Error(JSON.stringify(plan.error))
    await writeFiles(folder, { '.gitignore': 'mine\n' })
    const written = await writePlan(plan.value)
    expect(written.ok).toBe(false)
    expect(await readFile(join(folder, '.gitignore'), 'utf8')).toBe('mine\n')
    expect(await readdir(folder)).toEqual(['.gitignore'])
  },
)

verifiesLong(
  ['init.corpus', 'cli.annotations'],
  'the workflow that init writes runs, and marks problems in the change',
  async () => {
    const [folder, temporary] = [join(await newFolder(), 'new'), await newFolder()]
    expect((await runInit(folder, '--ci', `file://${ROOT}`)).code).toBe(0)
    const workflow = await readFile(join(folder, '.github/workflows/docs.yml'), 'utf8')
    const { jobs } = Object(Bun.YAML.parse(workflow))
    const { env, steps } = jobs.check
    await writeFile(join(folder, 'corpus/pages/50%, new.md'), 'a: b')
    await writeFile(join(folder, 'corpus/pages/bad.md'), '[a](b,c:d%.md)\n')
    // A runner gets the runtime and the packages from the network; here they are at hand.
    const [install, start] = [`ln -s ${ROOT}/node_modules .`, `${process.execPath} "$@"`]
    const shim = `#!/bin/sh\nshift 3\nif [ "$1" = install ]; then ${install}; else ${start}; fi\n`
    await writeFile(join(temporary, 'npx'), shim, { mode: 0o755 })
    const run = steps.flatMap(({ run }: { run?: string }) => run ?? [])
    expect(run).toHaveLength(3)
    const child = Bun.spawn(['bash', '-ec', run.map((line: string) => `(${line})`).join('\n')], {
      cwd: folder,
      env: {
        PATH: `${temporary}:${process.env.PATH}`,
        RUNNER_TEMP: temporary,
        GITHUB_ACTIONS: 'true',
        ...env,
      },
      stdout: 'pipe',
      stderr: 'ignore',
    })
    const lines = (await new Response(child.stdout).text()).split('\n')
    expect(await child.exited).toBe(1)
    expect(lines.filter((line) => line.startsWith('::'))).toEqual([
      expect.stringMatching(
        /^::error file=corpus\/pages\/50%25%2C new.md,line=1,col=1::the name "50%25, new.md" /,
      ),
      expect.stringMatching(
        /^::error file=corpus\/pages\/bad.md,line=1,col=1::the page has no title: /,
      ),
      expect.stringMatching(
        /^::error file=corpus\/pages\/bad.md,line=1,col=5::the link "b,c:d%25.md" /,
      ),
    ])
  },
)

async function writeFiles(folder: string, files: Readonly<Record<string, string>>): Promise<void> {
  for (const [file, text] of Object.entries(files)) {
    await mkdir(dirname(join(folder, file)), { recursive: true })
    await writeFile(join(folder, file), text)
  }
}

async function runInit(...words: readonly string[]) {
  const child = Bun.spawn([process.execPath, join(ROOT, 'app/main.ts'), 'init', ...words], {
    stdin: 'ignore',
    stdout: 'pipe',
    stderr: 'pipe',
  })
  const [output, errors] = await Promise.all([
    new Response(child.stdout).text(),
    new Response(child.stderr).text(),
  ])
  return { code: await child.exited, output, errors }
}
