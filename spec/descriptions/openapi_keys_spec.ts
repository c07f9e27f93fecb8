import { afterAll, beforeAll, expect } from 'bun:test'
import { readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { readCorpus } from '../../app/build/corpus_build/corpus.ts'
import { describeOpenapi } from '../../app/build/corpus_build/emit/openapi.ts'
import { limitsInForce } from '../../app/contract/limits.ts'
import type { HttpOperation } from '../../app/contract/operations/mod.ts'
import type { Corpus } from '../../app/docs/model/corpus.ts'
import { openPublicDocs } from '../../app/docs/public_docs/mod.ts'
import { createLog } from '../../app/foundation/telemetry/log.ts'
import { writeYamlDocument } from '../../app/text/source_text/yaml_text.ts'
import { verifiesLong } from '../requirements/verifies.ts'
import {
  BASE_URL,
  expectProblems,
  manifestOf,
  newFolder,
  removeFolders,
} from '../support/building.ts'
import { writeExcerpt } from '../support/excerpt.ts'
import { createInProcess } from '../support/in_process_service.ts'
import { placeExcerptBuild } from '../support/kept_builds.ts'
import { writeSampleBuild } from '../support/sample_build.ts'
import { readOpenapi } from './openapi_document.ts'
import { lint } from './redocly.ts'

const FILE = 'developers/openapi.yaml'
const API = '/api/public/docs'

let corpusDir: string
let distDir: string

beforeAll(async () => {
  corpusDir = await writeExcerpt()
  distDir = await newFolder()
  await placeExcerptBuild(distDir)
})
afterAll(removeFolders)

async function readCorpusValue(): Promise<Corpus> {
  const read = await readCorpus({ corpusDir, baseUrl: BASE_URL })
  if (!read.ok) throw new Error(JSON.stringify(read.error))
  return read.value
}

/** Status of a path when only these operations are published; the description must agree. */
async function statusOver(published: readonly HttpOperation[], path: string): Promise<number> {
  const corpus = { ...(await readCorpusValue()), published }
  const limits = limitsInForce(corpus.registry.limits, {})
  const document = describeOpenapi(corpus, {
    generated: '2026-11-01T12:00:00Z',
    limits,
    search: () => [],
  })
  const text = new TextDecoder().decode(writeYamlDocument(document))
  const described = readOpenapi(text).operations.map((operation) => operation.path)
  expect(described.includes(`${API}/status`)).toBe(published.includes('status'))
  const file = join(await newFolder(), 'openapi.yaml')
  await writeFile(file, text)
  expect(await lint(file, 'published')).toEqual([])
  const folder = await writeSampleBuild({ published, files: { [FILE]: text } })
  const log = createLog('error', console.error, Date.now)
  const docs = await openPublicDocs({ distDir: folder, log })
  if (!docs.ok) throw new Error(docs.error)
  const app = createInProcess(docs.value, log)
  const { status } = await app.handle(new Request(`http://localhost:8080${path}`))
  docs.value.close()
  await rm(folder, { recursive: true, force: true })
  return status
}

verifiesLong(
  ['rule.two_keys', 'static.openapi'],
  'an operation without the second key has no description and no route',
  async () => {
    expect(await statusOver(['search', 'status'], `${API}/status`)).toBe(200)
    expect(await statusOver(['search'], `${API}/status`)).toBe(404)
  },
)

type WrongSource = { file: string; old: string | RegExp; fresh: string; message: string | RegExp }
const registry = (old: string | RegExp, fresh: string, message: string | RegExp): WrongSource => ({
  file: 'registry.yaml',
  old,
  fresh,
  message,
})
const WRONG_SOURCES: readonly WrongSource[] = [
  {
    file: 'allowlist.yaml',
    old: '  - status\n',
    fresh: '',
    message: /"status" is described, but the allowlist does not name it/,
  },
  { file: 'allowlist.yaml', old: '- status', fresh: '- changes', message: /write one of search, / },
  registry('id: getPage', 'id: listPages', /"listPages" is already on line \d+/),
  registry('id: getPage', 'id: get-page', /write a lower-case letter, then letters and digits/),
  registry('/pages/{id}', '/pages/{name}', /write a path such as \/pages\/\{id\}/),
  registry('path: /capabilities', 'path: /pages', /matches the same requests as "\/pages"/),
  registry('path: /status', 'path: /state', /the contract fixes it/),
  registry('summary: Get a page', 'summary: ""', /"summary" is empty/),
  registry('version: 0.1.0', "version: '1'", /write a version such as 1.4.0/),
  registry('identifier: MIT', 'identifier: ask us', /write an SPDX expression such as MIT/),
  registry(/ {2}contact:\n/, '$&    email: nobody\n', /write an address such as docs@example.org/),
  registry('search_limit_max: 50', 'search_limit_max: 5', /more than "search_limit_max"/),
]

verifiesLong(
  ['static.openapi', 'rule.two_keys'],
  'a source error is reported with its place, and nothing is published',
  async () => {
    const before = await manifestOf(distDir)
    for (const { file, old, fresh, message } of WRONG_SOURCES) {
      const path = join(corpusDir, file)
      const good = await readFile(path, 'utf8')
      const wrong = good.replace(old, fresh)
      expect([fresh, wrong === good]).toEqual([fresh, false])
      await writeFile(path, wrong)
      const problems = await expectProblems({ corpusDir, distDir })
      await writeFile(path, good)
      const words = problems.map(({ what, fix }) => `${what}: ${fix}`)
      expect([fresh, words.filter((each) => each.match(message) !== null).length]).toEqual([
        fresh,
        1,
      ])
      for (const { line, column } of problems) expect(line * column).toBeGreaterThan(0)
    }
    expect(await manifestOf(distDir)).toEqual(before)
  },
)
