import { expect } from 'bun:test'
import { cp, mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { dirname, join, relative } from 'node:path'
import { readCorpus } from '../../../app/build/corpus_build/corpus.ts'
import { formatLock } from '../../../app/docs/model/ids_lock.ts'
import { importDocs } from '../../../app/import/corpus/mod.ts'
import { verifies } from '../../requirements/verifies.ts'
import {
  BASE_URL,
  createFolders,
  createHome,
  importFolder,
  NOW_MS,
  readPagesOf,
} from './importing.ts'

const home = await createHome()

const DAY_MS = 86_400_000

const FILES = {
  'index.md': '# Home\n\nSee [the pot](guide/pot.md) and ![a cup](guide/cup.svg).\n',
  'guide/pot.md': '# Pot\n\nWater boils in the pot.\n',
  'guide/tea.md': '# Tea\n\nTea is made of leaves.\n',
  'guide/cup.svg': '<svg xmlns="http://www.w3.org/2000/svg" width="2" height="1"></svg>',
}

verifies(
  'import.again',
  'importDocs() writes only what changed, and removes what the source no longer has',
  async () => {
    const [from, to] = await importedFolders('changed')
    await put(to, 'pages/guide/own.md', '---\ntitle: Own\n---\n\nBy the writer.\n')
    const before = await describeFiles(to)
    const nextDay = await importDocs({ from, to, nowMs: NOW_MS + DAY_MS })
    expect(nextDay.ok && nextDay.value.changes).toEqual({ written: 0, removed: 0 })
    expect(await describeFiles(to)).toEqual(before)
    await put(from, 'guide/pot.md', '# Pot\n\nWater boils in the red pot.\n')
    await rm(join(from, 'guide/tea.md'))
    expect((await importFolder(from, to)).changes).toEqual({ written: 1, removed: 1 })
    const after = await describeFiles(to)
    const differ = [...before].filter(([path, stamp]) => after.get(path) !== stamp)
    expect(differ.map(([path]) => path)).toEqual([
      'import.lock',
      'pages/guide/pot.md',
      'pages/guide/tea.md',
    ])
    expect([...after.keys()].filter((path) => !before.has(path))).toEqual([])
    expect(after.has('pages/guide/own.md')).toBe(true)
    expect(await readdir(dirname(to))).toHaveLength(2)
  },
)

verifies('import.again', 'importDocs() goes on after a corpus was half replaced', async () => {
  const [from, to] = await importedFolders('half')
  await put(from, 'guide/pot.md', '# Pot\n\nNew words about it.\n')
  await put(from, 'guide/tea.md', '# Tea\n\nNew words about tea.\n')
  // A folder where a file has to be stops the second of the two.
  const tea = join(to, 'pages/guide/tea.md')
  await rename(tea, `${to}-tea`)
  await put(to, 'pages/guide/tea.md/x', '')
  const failed = await importDocs({ from, to, nowMs: NOW_MS })
  expect(failed.ok ? [] : failed.error.map(({ what }) => what)).toEqual([
    'the corpus cannot be written: EISDIR',
  ])
  expect(await readFile(join(to, 'pages/guide/pot.md'), 'utf8')).toContain('New words')
  await rm(tea, { recursive: true })
  await cp(`${to}-tea`, tea)
  await put(from, 'guide/pot.md', '# Pot\n\nNewest words.\n')
  expect((await importFolder(from, to)).changes).toEqual({ written: 2, removed: 0 })
})

verifies(
  'import.again',
  'importDocs() keeps id and address of a page that moved in its source',
  async () => {
    const [from, to] = await importedFolders('moved')
    const ids = await writeIds(to)
    await rename(join(from, 'guide/tea.md'), join(from, 'guide/leaves.md'))
    await put(from, 'index.md', '# Home\n\nWelcome.\n')
    await rename(join(from, 'guide/pot.md'), join(from, 'pot.md'))
    await put(from, 'pot.md', '# Pot\n\nOther words, the same title.\n')
    await importFolder(from, to)
    expect(await readRedirects(to)).toEqual({
      'guide/leaves': ['guide/tea'],
      pot: ['guide/pot'],
    })
    const moved = await writeIds(to)
    expect([moved.get('guide/leaves'), moved.get('pot')]).toEqual([
      ids.get('guide/tea'),
      ids.get('guide/pot'),
    ])
    await rename(join(from, 'pot.md'), join(from, 'kettle.md'))
    await importFolder(from, to)
    expect(await readRedirects(to)).toEqual({
      'guide/leaves': ['guide/tea'],
      kettle: ['guide/pot', 'pot'],
    })
    expect((await writeIds(to)).get('kettle')).toBe(ids.get('guide/pot') ?? '')
    const before = await describeFiles(to)
    await importFolder(from, to)
    expect(await describeFiles(to)).toEqual(before)
  },
)

verifies('import.again', 'importDocs() takes no page for another that it cannot tell', async () => {
  const [from, to] = await importedFolders('doubt')
  const ids = await writeIds(to)
  await rm(join(from, 'guide/tea.md'))
  await put(from, 'green.md', '# Tea\n\nGreen.\n')
  await put(from, 'black.md', '# Tea\n\nBlack.\n')
  await importFolder(from, to)
  expect(await readRedirects(to)).toEqual({})
  const after = await writeIds(to)
  const known = [...ids.values()]
  expect([after.get('green'), after.get('black')].some((id) => known.includes(`${id}`))).toBe(false)
})

verifies('import.overrides', 'importDocs() lets files in overrides/ win', async () => {
  const [from, to] = await importedFolders('wins')
  const overrides = {
    'guide/pot.md': '---\ndescription: Our own words.\nkeywords: [kettle]\n---\n',
    'guide/tea.md': '# More\n\nWritten anew, see [the pot](pot.md).\n',
    'guide/_folder.yaml': 'title: Handbook\n',
    'guide/cup.svg': FILES['guide/cup.svg'].replace('"1"', '"9"'),
  }
  for (const [path, text] of Object.entries(overrides)) await put(to, `overrides/${path}`, text)
  await put(from, 'guide/pot.md', '# Pot\n\nWater boils in the red pot.\n')
  expect((await importFolder(from, to)).losses).toEqual([])
  const pages = new Map((await readPagesOf(to)).map((page) => [page.path, page]))
  const [pot, tea] = [pages.get('guide/pot'), pages.get('guide/tea')]
  expect([pot?.record.description, pot?.body.trim()]).toEqual([
    'Our own words.',
    'Water boils in the red pot.',
  ])
  expect([tea?.record.title, tea?.body.trim()]).toEqual(['Tea', overrides['guide/tea.md'].trim()])
  for (const path of ['guide/_folder.yaml', 'guide/cup.svg'] as const) {
    expect(await readFile(join(to, 'pages', path), 'utf8')).toBe(overrides[path])
  }
  await rm(join(to, 'overrides'), { recursive: true })
  await importFolder(from, to)
  expect((await readPagesOf(to)).map(({ record }) => record.description)).toContain(
    'Water boils in the red pot.',
  )
  expect((await readdir(join(to, 'pages/guide'))).sort()).toEqual(['cup.svg', 'pot.md', 'tea.md'])
})

verifies('import.overrides', 'importDocs() reports what overrides nothing', async () => {
  const [from, to] = await importedFolders('vanished')
  await put(to, 'overrides/guide/tea.md', 'Ours.\n')
  await put(to, 'overrides/cups/_folder.yaml', 'title: Cups\n')
  await put(to, 'overrides/pot.md', 'Ours.\n')
  await rename(join(from, 'guide/tea.md'), join(from, 'tea.md'))
  const { losses } = await importFolder(from, to)
  expect(losses.map(({ file, what, fix }) => [relative(to, file), what, fix])).toEqual([
    [
      'overrides/cups/_folder.yaml',
      'no page is imported into "cups", so this overrides nothing',
      'rename or remove it',
    ],
    [
      'overrides/guide/tea.md',
      'the page "guide/tea.md" is "tea.md" now, so this overrides nothing',
      'move it to overrides/tea.md',
    ],
    [
      'overrides/pot.md',
      'no page "pot.md" is imported, so this overrides nothing',
      'rename or remove it',
    ],
  ])
  const before = await describeFiles(join(to, 'pages'))
  await put(to, 'overrides/index.md', '---\ntitle: [\n---\n')
  await put(to, 'overrides/notes.txt.bak', 'x')
  const broken = await importDocs({ from, to, nowMs: NOW_MS })
  expect(broken.ok ? [] : broken.error.map(({ file, line }) => [relative(to, file), line])).toEqual(
    [
      ['overrides/index.md', 2],
      ['overrides/notes.txt.bak', 1],
    ],
  )
  expect(await describeFiles(join(to, 'pages'))).toEqual(before)
})

async function importedFolders(name: string): Promise<readonly [from: string, to: string]> {
  const folders = await createFolders(join(home, name), FILES)
  await importFolder(...folders)
  return folders
}

async function put(folder: string, path: string, text: string): Promise<void> {
  await mkdir(dirname(join(folder, path)), { recursive: true })
  await writeFile(join(folder, path), text)
}

/** Content and time of each file, by its path. */
async function describeFiles(folder: string): Promise<ReadonlyMap<string, string>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const paths = entries.filter((entry) => entry.isFile()).map((e) => join(e.parentPath, e.name))
  const rows = paths.sort().map(async (path) => {
    const [text, { mtimeMs }] = await Promise.all([readFile(path, 'utf8'), stat(path)])
    return [relative(folder, path), `${mtimeMs} ${text}`] as const
  })
  return new Map(await Promise.all(rows))
}

/** Writes the lock as a build does, and gives the ids by the addresses of the pages. */
async function writeIds(corpusDir: string): Promise<ReadonlyMap<string, string>> {
  const corpus = await readCorpus({ corpusDir, baseUrl: BASE_URL })
  if (!corpus.ok) throw new Error(JSON.stringify(corpus.error))
  await writeFile(join(corpusDir, 'ids.lock'), formatLock(corpus.value.lock))
  return new Map(corpus.value.pages.map(({ path, record }) => [path, record.id]))
}

async function readRedirects(corpusDir: string): Promise<Readonly<Record<string, unknown>>> {
  const pages = await readPagesOf(corpusDir)
  return Object.fromEntries(
    pages.flatMap(({ path, redirectFrom = [] }) =>
      redirectFrom.length === 0 ? [] : [[path, redirectFrom]],
    ),
  )
}
