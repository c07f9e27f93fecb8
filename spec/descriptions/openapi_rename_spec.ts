import { afterAll, beforeAll, expect } from 'bun:test'
import { readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { verifies } from '../requirements/verifies.ts'
import { built, manifestOf, newFolder, removeFolders } from '../support/building.ts'
import { textsBelow, writePlainCorpus } from '../support/renamed.ts'
import { readOpenapi } from './openapi_document.ts'

const API = '/api/public/docs'
const OPENAPI = 'developers/openapi.yaml'

let corpusDir: string
let before: ReadonlyMap<string, string>

beforeAll(async () => {
  corpusDir = await writePlainCorpus()
  before = await servedBy(corpusDir)
}, 120_000)

afterAll(async () => {
  await rm(corpusDir, { recursive: true, force: true })
  await removeFolders()
})

/** Every served file of a build, by path, under one clock. */
async function servedBy(corpus: string): Promise<ReadonlyMap<string, string>> {
  const distDir = await newFolder()
  await built({ corpusDir: corpus, distDir, sourceDateEpoch: 1_793_534_400 })
  const { build, files } = await manifestOf(distDir)
  const folder = join(distDir, 'builds', build)
  const served = new Set(files.map(({ path }) => path))
  const texts = [...(await textsBelow(folder))]
    .map(([path, text]) => [path.slice(folder.length + 1), text] as const)
    .filter(([path]) => served.has(path))
  expect(texts.length).toBe(served.size)
  return new Map(texts.toSorted(([one], [other]) => (one < other ? -1 : 1)))
}

/** Served files that another registry changes, with their new texts. */
async function changedBy(old: string, fresh: string): Promise<ReadonlyMap<string, string>> {
  const file = join(corpusDir, 'registry.yaml')
  const registry = await readFile(file, 'utf8')
  expect(registry).toContain(old)
  await writeFile(file, registry.replace(old, fresh))
  const after = await servedBy(corpusDir)
  await writeFile(file, registry)
  expect([...after.keys()]).toEqual([...before.keys()])
  return new Map([...after].filter(([path, text]) => before.get(path) !== text))
}

/** Served files that name something. */
function naming(name: string): readonly string[] {
  return [...before].filter(([, text]) => text.includes(name)).map(([path]) => path)
}

verifies(
  ['registry.rename_follows', 'static.openapi'],
  'another path of an operation changes the artefacts that name it, and no other',
  async () => {
    const changed = await changedBy('path: /capabilities', 'path: /abilities')
    expect([...changed.keys()]).toEqual([...naming(`${API}/capabilities`)])
    const text = changed.get(OPENAPI) ?? ''
    const paths = readOpenapi(text).operations.map(({ path }) => path)
    expect(paths).toContain(`${API}/abilities`)
    expect(paths).not.toContain(`${API}/capabilities`)
    const [old, fresh] = [before.get(OPENAPI) ?? '', text].map((each) => each.split('\n'))
    // One line in all the document: the path itself.
    expect(fresh?.filter((line, at) => line !== old?.[at])).toEqual([`  ${API}/abilities:`])
  },
)

verifies(
  ['registry.rename_follows', 'static.openapi'],
  'another id of an operation changes the artefacts that name it, and no other',
  async () => {
    const changed = await changedBy('id: listCapabilities', 'id: readAbilities')
    expect([...changed.keys()]).toEqual([...naming('listCapabilities')])
    const ids = readOpenapi(changed.get(OPENAPI) ?? '').operations.map(({ id }) => id)
    expect(ids).toContain('readAbilities')
  },
)

verifies(
  ['registry.rename_follows', 'open.error_codes'],
  'another error code changes the artefacts that name it, and no other',
  async () => {
    const changed = await changedBy('code: rate_limited', 'code: slow_down')
    const named = naming('rate_limited')
    expect([...changed.keys()]).toEqual([...named])
    expect(named).toContain(OPENAPI)
    expect(changed.get(OPENAPI)).toContain('code: slow_down')
  },
)
