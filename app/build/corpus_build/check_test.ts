import { expect, test } from 'bun:test'
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { formatProblem } from '../../contract/problem.ts'
import { check } from './check.ts'

const GOOD = resolve(import.meta.dir, '../../../spec/build/corpus_build/bad_input/good')

test('check() has no warnings for a good corpus', async () => {
  expect(await warningsAfter(async () => {})).toEqual([])
})

test('check() warns where a status differs from the last change that names it', async () => {
  const warnings = await warningsAfter((dir) =>
    edit(dir, 'registry.yaml', 'status: available', 'status: foundation'),
  )
  expect(warnings).toEqual([
    [
      'registry.yaml:17:9',
      'the capability "export" is foundation, but its last change says available' +
        ' (2026-05-04-export.md)',
      'write a change, or fix the status',
    ].join(': '),
  ])
})

test('check() considers only the last change', async () => {
  const change =
    '---\ntitle: Less\ndate: 2026-05-05\ncapability: export\nstatus: foundation\n---\nLess.\n'
  const warnings = await warningsAfter(async (dir) => {
    await edit(dir, 'registry.yaml', 'status: available', 'status: foundation')
    await writeFile(join(dir, 'changelog', '2026-05-05-less.md'), change)
  })
  expect(warnings).toEqual([])
})

test('check() warns about long pages and about headings on the level of the title', async () => {
  const warnings = await warningsAfter((dir) =>
    edit(
      dir,
      'pages/export.md',
      'The command',
      `# Export\n\n${'word word\n'.repeat(5_000)}\n\nThe command`,
    ),
  )
  expect(warnings).toEqual([
    [
      'pages/export.md:1:1',
      'the page has 50093 characters, more than 50000',
      'split it into several pages',
    ].join(': '),
    [
      'pages/export.md:9:1',
      'the heading "Export" has level 1, like the title',
      'remove it if it repeats the title, otherwise make it level 2',
    ].join(': '),
  ])
})

test('check() warns about a corpus without a front page', async () => {
  expect(await warningsAfter((dir) => rm(join(dir, 'pages', 'index.md')))).toEqual([
    'pages:1:1: the corpus has no front page: add pages/index.md',
  ])
})

test('check() warns about an example of a skill that does not find its page', async () => {
  const warnings = await warningsAfter((dir) =>
    edit(dir, 'registry.yaml', 'Find the export', 'Find the xyzzyx'),
  )
  expect(warnings).toEqual([
    'registry.yaml:65:91: the example "Find the xyzzyx" does not find any page: ' +
      'ask for what a page has in its title',
  ])
})

test('check() returns problems instead of warnings, and does not change the lock', async () => {
  const home = await mkdtemp(join(tmpdir(), 'lectern-check-'))
  try {
    await cp(GOOD, home, { recursive: true })
    await edit(home, 'pages/export.md', 'title: Export\n', '')
    const lock = await readFile(join(home, 'ids.lock'), 'utf8')
    const checked = await check({ corpusDir: home, baseUrl: 'http://localhost:8080' })
    expect(checked.ok ? [] : checked.error.map(({ what }) => what)).toEqual([
      'the page has no title',
    ])
    expect(await readFile(join(home, 'ids.lock'), 'utf8')).toBe(lock)
  } finally {
    await rm(home, { recursive: true })
  }
})

async function warningsAfter(change: (dir: string) => Promise<void>): Promise<readonly string[]> {
  const home = await mkdtemp(join(tmpdir(), 'lectern-check-'))
  try {
    await cp(GOOD, home, { recursive: true })
    await change(home)
    const checked = await check({ corpusDir: home, baseUrl: 'http://localhost:8080' })
    const reported = checked.ok ? checked.value.warnings : checked.error
    return reported.map((each) => formatProblem(each).replaceAll(`${home}/`, ''))
  } finally {
    await rm(home, { recursive: true })
  }
}

async function edit(dir: string, file: string, from: string, to: string): Promise<void> {
  const path = join(dir, file)
  const text = await readFile(path, 'utf8')
  if (!text.includes(from)) throw new Error(`Cannot edit "${file}": it has no "${from}"`)
  await writeFile(path, text.replace(from, to))
}
