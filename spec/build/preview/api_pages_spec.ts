import { afterAll, expect } from 'bun:test'
import { verifies } from '../../requirements/verifies.ts'
import { API } from '../corpus_build/api/description.ts'
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
