import { afterAll, expect } from 'bun:test'
import { mkdir, utimes, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { readCorpus } from '../../../app/build/corpus_build/corpus.ts'
import { isFresh } from '../../../app/build/corpus_build/inputs.ts'
import { formatProblem } from '../../../app/contract/problem.ts'
import { verifies } from '../../requirements/verifies.ts'
import { BASE_URL, buildOrThrow, newFolder, removeFolders, textOf } from '../../support/building.ts'
import { runGit } from '../../support/git.ts'

afterAll(removeFolders)

const REGISTRY = `service: { name: tea, title: Tea }
pages: { kind: guide, capability: brewing }
capabilities:
  - { id: brewing, title: Brewing, description: Makes tea., status: available }
  - { id: pots, title: Pots, description: Holds tea., status: foundation }
`

/** When the commits of these tests are made. */
const COMMITTED = '2026-02-01T12:00:00Z'

verifies('pages.title_only', 'a page is a heading and text', async () => {
  const corpusDir = await writeCorpus({
    'pages/index.md': '# Tea & _leaves_\n\nPour [hot](green.md) water. Wait three minutes.\n',
    'pages/green.md': '---\ntitle: Green\n---\n\n- a list\n\nBoil it. Let it cool.\n',
  })
  const distDir = await newFolder()
  await buildOrThrow({ corpusDir, distDir })
  const twin = await textOf(distDir, 'index.md')
  expect(twin).toContain('title: Tea & leaves\ndescription: Pour hot water. Wait three minutes.\n')
  expect(twin).toContain('kind: guide\n')
  expect(twin).toContain('status: available\n')
  expect(twin.match(/^# /gm)).toHaveLength(1)
  // Below the title, and not a second time in the text.
  const shown = (await textOf(distDir, 'index.html')).split('<body>')[1] ?? ''
  expect(shown).toContain('<p class="description">Pour <a href="/green/">hot</a> water. Wait ')
  expect(shown.match(/Wait three minutes/g)).toHaveLength(1)
  expect(await textOf(distDir, 'green/index.md')).toContain('description: Boil it. Let it cool.\n')
})

verifies('pages.title_only', 'a description is whole sentences, or cut at a word', async () => {
  const sentence = `A sentence of ${'many '.repeat(25)}words. `
  const pages = await readPages({
    'pages/index.md': `# Many\n\n${sentence.repeat(3)}\n`,
    'pages/one.md': `# One\n\n${'word '.repeat(200)}\n`,
    'pages/none.md': '# Nothing but code\n\n```\ncode\n```\n',
    'pages/label.md': '# Label\n\nNew\n\nThis is what the page says.\n',
  })
  expect(pages.get('')?.description).toBe(sentence.trim())
  expect(pages.get('one')?.description).toMatch(/^(word )+word…$/)
  expect([...(pages.get('one')?.description ?? '')].length).toBeLessThanOrEqual(500)
  expect(pages.get('none')?.description).toBe('Nothing but code')
  expect(pages.get('label')?.description).toBe('This is what the page says.')
})

verifies('pages.title_only', 'the nearest folder gives kind and capability', async () => {
  const pages = await readPages({
    'pages/index.md': '# Tea\n\nText.\n',
    'pages/pots/_folder.yaml': 'kind: reference\ncapability: pots\n',
    'pages/pots/clay.md': '# Clay\n\nText.\n',
    'pages/pots/deep/_folder.yaml': 'kind: concept\n',
    'pages/pots/deep/iron.md': '# Iron\n\nText.\n',
    'pages/pots/deep/own.md': '---\nkind: tutorial\ncapability: brewing\n---\n# Own\n\nText.\n',
  })
  const facts = (path: string) => [pages.get(path)?.kind, pages.get(path)?.status]
  expect(facts('')).toEqual(['guide', 'available'])
  expect(facts('pots/clay')).toEqual(['reference', 'foundation'])
  expect(facts('pots/deep/iron')).toEqual(['concept', 'foundation'])
  expect(facts('pots/deep/own')).toEqual(['tutorial', 'available'])
})

verifies('pages.title_only', 'no page gets a status that the corpus does not state', async () => {
  const folder = await writeCorpus({
    'registry.yaml': 'service: { name: tea, title: Tea }\n',
    'pages/index.md': '---\nkind: guide\n---\n# Tea\n\nText.\n',
  })
  const read = await readCorpus({ corpusDir: folder, baseUrl: BASE_URL })
  const problems = read.ok ? [] : read.error.map(formatProblem)
  expect(problems).toEqual([
    expect.stringMatching(/pages\/index\.md:1:1: "capability" is absent: add it, or set it for a/),
  ])
})

verifies('pages.title_only', 'the date is that of the commit, else of the file', async () => {
  const text = { 'pages/index.md': '# Tea\n\nText.\n', 'pages/new.md': '# New\n\nText.\n' }
  const corpusDir = await writeCorpus(text)
  await runGit(corpusDir, ['init', '-q'], COMMITTED)
  await runGit(corpusDir, ['add', 'pages/index.md'], COMMITTED)
  await runGit(corpusDir, ['commit', '-qm', 'one'], COMMITTED)
  const day = new Date('2026-03-04T12:00:00Z')
  for (const file of Object.keys(text)) await utimes(join(corpusDir, file), day, day)
  const dates = async () => {
    const read = await readCorpus({ corpusDir, baseUrl: BASE_URL })
    return read.ok ? read.value.pages.map(({ record }) => record.updated) : read.error
  }
  expect(await dates()).toEqual(['2026-02-01', '2026-03-04'])
  await writeFile(join(corpusDir, 'pages/index.md'), '# Tea\n\nOther text.\n')
  await utimes(join(corpusDir, 'pages/index.md'), day, day)
  expect(await dates()).toEqual(['2026-03-04', '2026-03-04'])
})

verifies(
  'pages.title_only',
  'a commit makes a build stale that took the date of the file',
  async () => {
    const corpusDir = await writeCorpus({ 'pages/index.md': '# Tea\n\nText.\n' })
    const distDir = await newFolder()
    await runGit(corpusDir, ['init', '-q'], COMMITTED)
    await buildOrThrow({ corpusDir, distDir })
    expect(await isFresh({ corpusDir, distDir, baseUrl: BASE_URL })).toBe(true)
    await runGit(corpusDir, ['add', '.'], COMMITTED)
    await runGit(corpusDir, ['commit', '-qm', 'one'], COMMITTED)
    expect(await isFresh({ corpusDir, distDir, baseUrl: BASE_URL })).toBe(false)
  },
)

async function writeCorpus(files: Readonly<Record<string, string>>): Promise<string> {
  const folder = await newFolder()
  for (const [file, text] of Object.entries({ 'registry.yaml': REGISTRY, ...files })) {
    await mkdir(dirname(join(folder, file)), { recursive: true })
    await writeFile(join(folder, file), text)
  }
  return folder
}

async function readPages(files: Readonly<Record<string, string>>) {
  const read = await readCorpus({ corpusDir: await writeCorpus(files), baseUrl: BASE_URL })
  if (!read.ok) throw new Error(read.error.map(formatProblem).join('\n'))
  return new Map(read.value.pages.map(({ path, record }) => [path, record]))
}
