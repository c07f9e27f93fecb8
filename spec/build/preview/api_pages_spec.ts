import { afterAll, expect } from 'bun:test'
import { type MadeApis, readApiPages } from '../../../app/build/corpus_build/read/api_pages.ts'
import { parsePage } from '../../../app/build/corpus_build/read/pages.ts'
import { verifies } from '../../requirements/verifies.ts'
import { API } from '../corpus_build/api/description.ts'
import { writeTinyCorpus } from './_corpus.ts'
import { closeAll, openLive, snapshotOf, textOf } from './_live.ts'

afterAll(closeAll)

verifies('api.pages', 'a preview follows the description of an API', async () => {
  const { corpus, live } = await openLive()
  const folder = 'api: openapi.yaml\nkind: guide\ncapability: brewing\n'
  const file = await corpus.write('pages/reference/openapi.yaml', API)
  await live.follow([await corpus.write('pages/reference/_folder.yaml', folder), file])
  expect(await textOf(live, 'reference/cups/getCup/index.html')).toContain('<h1>Read a cup</h1>')
  const id = snapshotOf(live).recordAt('reference/cups/getCup')?.id
  const longer = API.replace('Read a cup', 'Look into a cup').replace(
    'operationId: addNote',
    'x: 1',
  )
  await live.follow([await corpus.write('pages/reference/openapi.yaml', longer)])
  live.check()
  expect(live.problems()).toEqual([])
  expect(await textOf(live, 'reference/cups/getCup/index.html')).toContain('Look into a cup</h1>')
  expect(snapshotOf(live).recordAt('reference/cups/getCup')?.id).toBe(id ?? '')
  expect(snapshotOf(live).recordAt('reference/Operations/addNote')).toBeUndefined()
  expect(snapshotOf(live).recordAt('reference/Operations/post-notes')).toBeDefined()
  // What is wrong is said at its line, while the pages stay.
  const broken = API.replace('#/components/schemas/Lid', 'lid.yaml')
  await live.follow([await corpus.write('pages/reference/openapi.yaml', broken)])
  live.check()
  expect(live.problems().map(({ file: name, line }) => [name, line])).toEqual([
    [`${corpus.folder}/pages/reference/openapi.yaml`, 95],
  ])
  expect(await textOf(live, 'reference/cups/getCup/index.html')).toContain('<h1>Read a cup</h1>')
})

verifies('dev.survives', 'the pages of a description stay while it is typed', async () => {
  const { corpus, live } = await openLive()
  const folder = 'api: openapi.yaml\nkind: guide\ncapability: brewing\n'
  const file = await corpus.write('pages/reference/openapi.yaml', API)
  await live.follow([await corpus.write('pages/reference/_folder.yaml', folder), file])
  const before = await textOf(live, 'reference/cups/getCup/index.html')
  for (const typed of [`${API}\nx: [`, 'swagger: 2.0\n']) {
    await live.follow([await corpus.write('pages/reference/openapi.yaml', typed)])
    live.check()
    expect(live.problems().map(({ file: name }) => name.split('/').at(-1))).toEqual([
      'openapi.yaml',
    ])
    expect(await textOf(live, 'reference/cups/getCup/index.html')).toBe(before)
  }
  await live.follow([await corpus.write('pages/reference/openapi.yaml', API)])
  await live.follow([await corpus.write('pages/reference/_folder.yaml', `${folder}order: [`)])
  live.check()
  expect(live.problems().map(({ file: name }) => name.split('/').at(-1))).toEqual(['_folder.yaml'])
  expect(await textOf(live, 'reference/cups/getCup/index.html')).toBe(before)
  await live.follow([await corpus.write('pages/reference/_folder.yaml', folder)])
  await live.follow([await corpus.write('pages/reference/openapi.yaml', 'openapi: [')])
  // A page that somebody writes meanwhile replaces the one that was made.
  const own = await corpus.write('pages/reference/cups/getCup.md', '# My own cup\n\nText.\n')
  await live.follow([own])
  expect(live.problems()).toHaveLength(1)
  expect(await textOf(live, 'reference/cups/getCup/index.html')).toContain('<h1>My own cup</h1>')
  // Without a description there is nothing to wait for.
  await live.follow([await corpus.remove('pages/reference/_folder.yaml')])
  expect(snapshotOf(live).recordAt('reference/cups/pourCup')).toBeUndefined()
})

verifies('dev.follows', 'nothing is kept of folders and descriptions that are gone', async () => {
  const corpus = await writeTinyCorpus({ 'pages/a.yaml': API, 'pages/b.yaml': `${API}x: 1\n` })
  const place = { file: '_folder.yaml', line: 1, column: 1 }
  const field = (name: string) => ({ text: `pages/${name}`, place })
  const read = async (paths: readonly string[], api: string, made: MadeApis): Promise<number> => {
    const folders = paths.map((path) => {
      const defaults = { kind: undefined, capability: undefined }
      const places = { titlePlace: place, tabsPlace: place }
      const lists = { entries: [], tabs: [], warnings: [] }
      return { path, title: undefined, ...places, ...lists, defaults, api: field(api) }
    })
    const top = { name: 'pages', path: corpus.path('pages') }
    const found = { corpusDir: corpus.folder, folder: top, files: [], otherFiles: [], folders }
    return (await readApiPages(found, parsePage, made)).pages.length
  }
  const made: MadeApis = new Map()
  const count = await read(['one', 'two'], 'a.yaml', made)
  expect(count).toBeGreaterThan(2)
  expect(await read(['one', 'two'], 'b.yaml', made)).toBe(count)
  expect([...made.keys()].sort()).toEqual(['one', 'two'])
  expect(await read(['two'], 'b.yaml', made)).toBe(count / 2)
  expect([...made.keys()]).toEqual(['two'])
})
