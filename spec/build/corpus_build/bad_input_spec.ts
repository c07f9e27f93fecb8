import { expect } from 'bun:test'
import { mkdir, mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { build } from '../../../app/build/corpus_build/build.ts'
import { formatProblem } from '../../../app/contract/problem.ts'
import { verifies, verifiesLong } from '../../requirements/verifies.ts'
import { findProgram, SHORT_LIVED } from '../../support/program.ts'
import { ALLOWLIST_ROWS } from './bad_input/allowlist_rows.ts'
import { BUSINESS_ARGUMENT_ROWS } from './bad_input/business_argument_rows.ts'
import { addBusiness } from './bad_input/business_corpus.ts'
import { BUSINESS_PATTERN_ROWS } from './bad_input/business_pattern_rows.ts'
import { BUSINESS_REACH_ROWS } from './bad_input/business_reach_rows.ts'
import { BUSINESS_ROWS } from './bad_input/business_rows.ts'
import { BUSINESS_SCHEMA_ROWS } from './bad_input/business_schema_rows.ts'
import { CHANGE_ROWS } from './bad_input/change_rows.ts'
import { CONTENT_ROWS } from './bad_input/content_rows.ts'
import { EVENT_ROWS } from './bad_input/event_rows.ts'
import { EXAMPLE_ROWS } from './bad_input/example_rows.ts'
import { FILE_ROWS } from './bad_input/file_rows.ts'
import {
  type CorpusFolder,
  copyGoodCorpus,
  formatProblems,
  pageText,
  type Row,
} from './bad_input/files.ts'
import { FOLDER_ROWS } from './bad_input/folder_rows.ts'
import { FRONT_MATTER_ROWS } from './bad_input/front_matter_rows.ts'
import { INHERITANCE_ROWS } from './bad_input/inheritance_rows.ts'
import { LINK_ROWS } from './bad_input/link_rows.ts'
import { LOCK_ROWS } from './bad_input/lock_rows.ts'
import { REDIRECT_ROWS } from './bad_input/redirect_rows.ts'
import { REGISTRY_FORM_ROWS } from './bad_input/registry_form_rows.ts'
import { REGISTRY_NAME_ROWS } from './bad_input/registry_name_rows.ts'
import { REGISTRY_RULE_ROWS } from './bad_input/registry_rule_rows.ts'
import { SEARCH_ROWS } from './bad_input/search_rows.ts'
import { SKILL_LINK_ROWS } from './bad_input/skill_link_rows.ts'
import { SKILL_ROWS } from './bad_input/skill_rows.ts'
import { TEN_MISTAKES } from './bad_input/ten_mistakes.ts'
import { WORKFLOW_ROWS } from './bad_input/workflow_rows.ts'

const ROWS: readonly Row[] = [
  ...REGISTRY_FORM_ROWS,
  ...REGISTRY_NAME_ROWS,
  ...REGISTRY_RULE_ROWS,
  ...INHERITANCE_ROWS,
  ...WORKFLOW_ROWS,
  ...EVENT_ROWS,
  ...ALLOWLIST_ROWS,
  ...BUSINESS_ROWS,
  ...BUSINESS_REACH_ROWS,
  ...BUSINESS_SCHEMA_ROWS,
  ...BUSINESS_PATTERN_ROWS,
  ...EXAMPLE_ROWS,
  ...FRONT_MATTER_ROWS,
  ...SEARCH_ROWS,
  ...FILE_ROWS,
  ...FOLDER_ROWS,
  ...LINK_ROWS,
  ...REDIRECT_ROWS,
  ...SKILL_ROWS,
  ...CONTENT_ROWS,
  ...CHANGE_ROWS,
  ...LOCK_ROWS,
]

/** Rows that also go through the real program: one of each kind of file. */
const THROUGH_THE_PROGRAM = [
  'the registry is missing',
  'the search tool renamed',
  'a described operation that is not allowlisted',
  'a step with an unknown operation',
  'an argument with the name "businessId"',
  'a record of a business in another workspace',
  'a seventh event type',
  'front matter with broken YAML',
  'bytes that are not UTF-8',
  'two files with the same address',
  'a dead relative link',
  'a change of an unknown capability',
  'a lock with an unfinished merge',
]

verifiesLong('build.problems', 'build() accepts the corpus that the rows break', async () => {
  await inHome(async ({ corpus, distDir }) => {
    const built = await runBuild(corpus.path, distDir)
    expect(built.ok ? [] : built.error.map(formatProblem)).toEqual([])
  })
})

verifies('build.problems', 'build() accepts the business files that the rows break', async () => {
  await inHome(async ({ corpus, distDir }) => {
    await addBusiness(corpus)
    const built = await runBuild(corpus.path, distDir)
    expect(built.ok ? [] : built.error.map(formatProblem)).toEqual([])
  })
})

for (const row of ROWS) {
  verifies('build.problems', `build() reports ${row.name}`, () => expectProblems(row))
}

for (const row of SKILL_LINK_ROWS) {
  verifies('skills.corpus_folder', `threat 57: build() reports ${row.name}`, () =>
    expectProblems(row),
  )
}

for (const row of BUSINESS_ARGUMENT_ROWS) {
  verifies(['build.problems', 'auth.no_selectors'], `build() reports ${row.name}`, () =>
    expectProblems(row),
  )
}

for (const name of THROUGH_THE_PROGRAM) {
  verifiesLong(['build.problems', 'program.exit_codes'], `lectern build: ${name}`, async () => {
    await inHome(async ({ corpus, distDir }) => {
      const row = [...ROWS, ...BUSINESS_ARGUMENT_ROWS].find((each) => each.name === name)
      if (row === undefined) throw new Error(`Cannot run "${name}": there is no such row`)
      await row.breaks(corpus)
      const before = await readFolder(distDir)
      const ended = await runProgram(corpus.path, distDir)
      const expected = await formatProblems(row, corpus)
      expect(ended.stderr.slice(0, -1)).toEqual(expected.map((each) => `corpus/${each}`))
      expect(ended.code).toBe(1)
      expect(await readFolder(distDir)).toEqual(before)
    })
  })
}

verifies('build.problems', 'lectern build reports ten mistakes in six files at once', async () => {
  await inHome(async ({ corpus, distDir }) => {
    await TEN_MISTAKES.breaks(corpus)
    const ended = await runProgram(corpus.path, distDir)
    expect(TEN_MISTAKES.says).toHaveLength(10)
    const expected = await formatProblems(TEN_MISTAKES, corpus)
    expect(ended.stderr).toEqual([...expected.map((each) => `corpus/${each}`), '10 problems'])
    expect(ended.code).toBe(1)
  })
})

/** Pages where the service or its build has something, and their neighbours, which are free. */
const RESERVED_PAGES = [
  ...['docs/index', 'redoc', 'openapi.json', 'search/index', 'changelog', 'changelog/feed.xml'],
  ...['developers/openapi.yaml', 'api/public/page', 'mcp/page', 'a2a/page', 'oauth/page'],
  ...['account/page', 'docs-data/page', 'assets/page', '_llms/page', 'private/page'],
  ...['.well-known/page', 'robots.txt/page'],
]
const FREE_PAGES = [
  ...['docs/page', 'redoc/page', 'api/index', 'api/page', 'search/page', 'changelog/page'],
  ...['developers/index', 'builds/page'],
]

verifies('pages.reserved', 'build() refuses a page where the service has something', async () => {
  await inHome(async ({ corpus, distDir }) => {
    for (const path of [...RESERVED_PAGES, ...FREE_PAGES]) {
      await corpus.write(`pages/${path}.md`, pageText({ title: `On ${path}` }))
    }
    const built = await runBuild(corpus.path, distDir)
    const files = built.ok ? [] : built.error.map(({ file }) => file)
    expect(files).toEqual(RESERVED_PAGES.map((path) => `${corpus.path}/pages/${path}.md`).sort())
  })
})

type Home = { readonly corpus: CorpusFolder; readonly distDir: string }

/** Expects exactly the problems of a row, and that the old build stays. */
async function expectProblems(row: Row): Promise<void> {
  await inHome(async ({ corpus, distDir }) => {
    await row.breaks(corpus)
    const before = await readFolder(distDir)
    const built = await runBuild(corpus.path, distDir)
    const problems = built.ok ? [] : built.error.map(formatProblem)
    const expected = await formatProblems(row, corpus)
    expect(problems).toEqual(expected.map((each) => `${corpus.path}/${each}`))
    expect(await readFolder(distDir)).toEqual(before)
  })
}

/** Works in a folder with a good corpus and a build that must survive. */
async function inHome(work: (home: Home) => Promise<void>): Promise<void> {
  const path = await mkdtemp(join(tmpdir(), 'lectern-bad-'))
  try {
    const corpus = await copyGoodCorpus(join(path, 'corpus'))
    const distDir = join(path, 'dist')
    await mkdir(join(distDir, 'builds', '0123456789abcdef'), { recursive: true })
    await writeFile(join(distDir, 'docs-manifest.json'), '{"build":"0123456789abcdef"}\n')
    await writeFile(join(distDir, 'builds', '0123456789abcdef', 'index.html'), '<p>Old\n')
    await work({ corpus, distDir })
  } finally {
    await rm(path, { recursive: true, force: true })
  }
}

function runBuild(corpusDir: string, distDir: string): ReturnType<typeof build> {
  return build({ corpusDir, distDir, baseUrl: 'http://localhost:8080', lock: 'write', nowMs: 0 })
}

async function runProgram(
  corpusDir: string,
  distDir: string,
): Promise<{ readonly code: number; readonly stderr: readonly string[] }> {
  const child = Bun.spawn([...(await findProgram()), 'build'], {
    cwd: resolve(corpusDir, '..'),
    env: { ...process.env, ...SHORT_LIVED, CORPUS_DIR: corpusDir, DIST_DIR: distDir },
    stdout: 'ignore',
    stderr: 'pipe',
  })
  const text = await new Response(child.stderr).text()
  return { code: await child.exited, stderr: text.split('\n').filter((line) => line !== '') }
}

/** Every file of a folder with its bytes and modification time. */
async function readFolder(folder: string): Promise<Readonly<Record<string, string>>> {
  const names = await readdir(folder, { recursive: true })
  const rows = names.sort().map(async (name) => {
    const path = join(folder, name)
    const found = await stat(path)
    const bytes = found.isFile() ? await Bun.file(path).text() : ''
    return [name, `${found.mtimeMs} ${bytes}`] as const
  })
  return Object.fromEntries(await Promise.all(rows))
}
