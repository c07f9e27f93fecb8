import { expect } from 'bun:test'
import { readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { dirname, join, relative } from 'node:path'
import { readCorpus } from '../../../app/build/corpus_build/corpus.ts'
import { formatProblem } from '../../../app/contract/problem.ts'
import type { Registry } from '../../../app/contract/registry.ts'
import { importDocs } from '../../../app/import/corpus/mod.ts'
import { verifies } from '../../requirements/verifies.ts'
import { runGit } from '../../support/git.ts'
import {
  BASE_URL,
  createFolders,
  createHome,
  importFolder,
  NOW_MS,
  readPagesOf,
} from './importing.ts'

const ALLOWLIST = 'operations: [search, status, pages, page, capabilities]\n'

const home = await createHome()

verifies(
  'import.whole_corpus',
  'importDocs() keeps a registry, an allowlist and a lock',
  async () => {
    const [from, to] = await createFolders(join(home, 'kept'), { 'a.md': '# A\n\nText.\n' })
    await importFolder(from, to)
    // An import writes no allowlist, because a corpus without one allows everything.
    await writeFile(join(to, 'allowlist.yaml'), ALLOWLIST)
    const names = ['registry.yaml', 'allowlist.yaml', 'ids.lock']
    for (const name of names) {
      const text = await readFile(join(to, name), 'utf8')
      await writeFile(join(to, name), `# ours\n${text}`)
    }
    await writeFile(join(from, 'b.md'), '# B\n\nMore.\n')
    await importFolder(from, to)
    for (const name of names) {
      expect((await readFile(join(to, name), 'utf8')).startsWith('# ours\n')).toBe(true)
    }
    expect((await readPagesOf(to)).map(({ path }) => path)).toEqual(['a', 'b'])
  },
)

verifies(
  'import.whole_corpus',
  'importDocs() writes nothing over a page that was edited',
  async () => {
    const [from, to] = await createFolders(join(home, 'edited'), {
      'a.md': '# A\n\nText.\n',
      'b.md': '# B\n\nText.\n',
    })
    await importFolder(from, to)
    const page = join(to, 'pages/a.md')
    const edited = `${await readFile(page, 'utf8')}\nOur own words.\n`
    await writeFile(page, edited)
    await writeFile(join(from, 'b.md'), '# B\n\nChanged.\n')
    const before = await readFile(join(to, 'pages/b.md'), 'utf8')
    const again = await importDocs({ from, to, nowMs: NOW_MS })
    expect(again.ok ? [] : again.error.map(({ file, what }) => [relative(to, file), what])).toEqual(
      [['pages/a.md', 'this page was edited after it was imported']],
    )
    expect(await readFile(page, 'utf8')).toBe(edited)
    expect(await readFile(join(to, 'pages/b.md'), 'utf8')).toBe(before)
    expect((await readdir(dirname(to))).sort()).toEqual(['from', 'to'])
  },
)

verifies('import.whole_corpus', 'importDocs() names the service after its folder', async () => {
  const [from, to] = await createFolders(join(home, 'named'), {
    'package.json': '{"name":"@acme/rocket-sled","version":"2.3.4","license":"Apache-2.0"}',
    'a.md': '# A\n\nText.\n',
  })
  const { product } = await importFolder(from, to)
  expect(product?.from.title).toBe(join(from, 'package.json'))
  const { name, title, version, license } = await readServiceOf(to)
  expect([name, title, version, license.identifier]).toEqual([
    'rocket-sled',
    'Rocket Sled',
    '2.3.4',
    'Apache-2.0',
  ])
  const registry = await readFile(join(to, 'registry.yaml'), 'utf8')
  expect(registry.split('\n').length).toBeLessThan(15)
})

verifies('import.whole_corpus', 'importDocs() is not named after a package "docs"', async () => {
  const packages = ['docs', '@acme/docs', '@docs/site'].map(async (name, at) => {
    const [above, to] = await createFolders(join(home, `generic-${at}`), {
      'docs/package.json': JSON.stringify({ name, version: '1.0.0', license: 'MIT' }),
      'docs/a.md': '# A\n\nText.\n',
    })
    const { product } = await importFolder(join(above, 'docs'), to)
    return [product?.name, product?.title, product?.version, product?.license]
  })
  expect(await Promise.all(packages)).toEqual([
    ['documentation', 'Documentation', undefined, 'MIT'],
    ['acme', 'Acme', undefined, 'MIT'],
    ['documentation', 'Documentation', undefined, 'MIT'],
  ])
})

verifies(
  'import.whole_corpus',
  'importDocs() takes no version of a site for that of its product',
  async () => {
    const packages = [
      ['kettle', '0.0.0'],
      ['tea-docs', '1.0.0'],
      ['teaDocs', '1.0.0'],
      ['tea-website', '0.1.0'],
      ['tea.github.io', '1.0.0'],
      ['mkdocs', '1.6.1'],
    ].map(async ([name = '', version], at) => {
      const [from, to] = await createFolders(join(home, `unpublished-${at}`), {
        'package.json': JSON.stringify({ name, version }),
        'a.md': '# A\n\nText.\n',
      })
      return (await importFolder(from, to)).product?.version
    })
    expect(await Promise.all(packages)).toEqual([...Array(5), '1.6.1'])
  },
)

verifies('import.whole_corpus', 'importDocs() takes no name from above the folder', async () => {
  const [above, to] = await createFolders(join(home, 'lectern'), {
    'package.json': '{"name":"lectern","version":"9.9.9","license":"MIT"}',
    'docs/a.md': '# A\n\nText.\n',
    'kettle/a.md': '# A\n\nText.\n',
  })
  await symlink('../package.json', join(above, 'docs/package.json'))
  const names = ['docs', 'kettle'].map(async (folder) => {
    const { product } = await importFolder(join(above, folder), join(to, folder))
    const { name, version, license } = await readServiceOf(join(to, folder))
    return [product?.from.title, name, version, license.identifier]
  })
  expect(await Promise.all(names)).toEqual([
    [undefined, 'documentation', '0.0.0', 'NOASSERTION'],
    [undefined, 'kettle', '0.0.0', 'NOASSERTION'],
  ])
})

verifies('import.defaults', 'importDocs() makes guides with the status reference', async () => {
  const [from, to] = await createFolders(join(home, 'defaults'), {
    'a.md': '# A\n\nFirst words.\n',
  })
  await importFolder(from, to)
  const [page] = await readPagesOf(to)
  expect(page?.record).toMatchObject({
    title: 'A',
    description: 'First words.',
    kind: 'guide',
    status: 'reference',
    updated: '2026-03-04',
  })
})

verifies(
  'import.defaults',
  'importDocs() takes dates from front matter, commit, option and clock',
  async () => {
    const [from, to] = await createFolders(join(home, 'dated'), {
      'front.md': '---\nlastUpdated: 2020-01-02T03:04:05Z\n---\n# Front\n\nText.\n',
      'commit.md': '# Commit\n\nText.\n',
    })
    const commits = [
      ['init', '-q'],
      ['add', '.'],
      ['commit', '-qm', 'a'],
    ] as const
    for (const words of commits) await runGit(from, words, '2021-02-03T12:00:00Z')
    await writeFile(join(from, 'new.md'), '# New\n\nText.\n')
    const dates = async (date?: string) => {
      await rm(to, { recursive: true, force: true })
      await importFolder(from, to, date)
      return (await readPagesOf(to)).map(({ path, record }) => `${path} ${record.updated}`)
    }
    const known = ['commit 2021-02-03', 'front 2020-01-02']
    expect(await dates('2022-03-04')).toEqual([...known, 'new 2022-03-04'])
    expect(await dates()).toEqual([...known, 'new 2026-03-04'])
  },
)

async function readServiceOf(corpusDir: string): Promise<Registry['service']> {
  const corpus = await readCorpus({ corpusDir, baseUrl: BASE_URL })
  if (!corpus.ok) throw new Error(corpus.error.map(formatProblem).join('\n'))
  expect(JSON.stringify(corpus).toLowerCase()).not.toContain('lectern')
  return corpus.value.registry.service
}
