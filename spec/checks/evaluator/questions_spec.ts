import { afterAll, expect } from 'bun:test'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { verifies } from '../../requirements/verifies.ts'
import { removeFolders, writeSampleCorpus } from '../../support/building.ts'
import { createHome, PLANTS, QUERIES, readFigures, runIn, writeEval } from './home.ts'

afterAll(removeFolders)

verifies('eval.frames', 'eval asks for each title in the frames of the language', async () => {
  const home = await createHome(await writeSampleCorpus(PLANTS))
  const { kinds } = await readFigures(home)
  expect(Object.keys(kinds)).toContain('how_works')
  expect([kinds.what_is?.queries, kinds.which?.queries]).toEqual([3, 3])
  const registry = join(home.corpusDir, 'registry.yaml')
  const text = await readFile(registry, 'utf8')
  await writeFile(registry, text.replace('language: en', 'language: tlh'))
  const other = await readFigures(home)
  expect(Object.keys(other.kinds)).not.toContain('how_works')
})

verifies('eval.examples', 'eval asks the examples of the skills that search answers', async () => {
  const pages = { 'a.md': { title: 'Settings' }, 'b.md': { title: 'Behind a proxy' } }
  const home = await createHome(await writeSampleCorpus(pages))
  // Two skills ask for settings, and one for a proxy.
  expect((await readFigures(home)).kinds.examples?.queries).toBe(3)
})

verifies('eval.examples', 'check warns about an example that does not find its page', async () => {
  const home = await createHome(await writeSampleCorpus({ 'a.md': { title: 'Settings' } }))
  const { code, err } = await runIn(home, 'check')
  expect(code).toBe(0)
  const what = 'the example "Why was this refused\\?" does not find any page'
  expect(err).toMatch(new RegExp(`warning: \\S+registry\\.yaml:\\d+:\\d+: ${what}: `))
  expect(err).not.toContain('Which settings are there?')
})

verifies('eval.questions', 'questions of a second file have figures of their own', async () => {
  const home = await createHome(await writeSampleCorpus(PLANTS))
  await writeEval(home, 'queries.yaml', QUERIES)
  await writeEval(home, 'questions.yaml', QUERIES.slice(0, QUERIES.indexOf('- query: "storage')))
  const { kinds } = await readFigures(home)
  expect([kinds.judged?.queries, kinds.questions?.queries]).toEqual([2, 1])
  await writeEval(home, 'questions.yaml', QUERIES.replace('path: pear', 'path: plum'))
  const { code, err } = await runIn(home, 'eval')
  expect(code).toBe(1)
  expect(err).toMatch(/eval\/questions\.yaml:5:19: there is no page "plum"/)
})
