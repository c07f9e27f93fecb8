import { afterAll, beforeAll, expect } from 'bun:test'
import { readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { verifies } from '../requirements/verifies.ts'
import { buildOrThrow, manifestOf, newFolder, removeFolders } from '../support/building.ts'
import { textsBelow, writePlainCorpus } from '../support/renamed_registry.ts'
import { readOpenapi } from './openapi_document.ts'

const API = '/api/public/docs'
const OPENAPI = 'developers/openapi.yaml'

let corpusDir: string
let before: ReadonlyMap<string, string>

beforeAll(async () => {
  corpusDir = await writePlainCorpus()
  before = await buildServedFiles(corpusDir)
})

afterAll(async () => {
  await rm(corpusDir, { recursive: true, force: true })
  await removeFolders()
})

const SKILLS = '.well-known/agent-skills/'

/** The served files of a build by path; the build time is fixed. */
async function buildServedFiles(corpus: string): Promise<ReadonlyMap<string, string>> {
  const distDir = await newFolder()
  await buildOrThrow({ corpusDir: corpus, distDir, sourceDateEpoch: 1_793_534_400 })
  const { build, files } = await manifestOf(distDir)
  const folder = join(distDir, 'builds', build)
  const served = new Set(files.map(({ path }) => path))
  const texts = [...(await textsBelow(folder))]
    .map(([path, text]) => [path.slice(folder.length + 1), text] as const)
    .filter(([path]) => served.has(path))
  expect(texts.length).toBe(served.size)
  return new Map(texts.toSorted(([one], [other]) => (one < other ? -1 : 1)))
}

/** The served files that a change to the registry affects, with their new texts. */
async function findChanges(old: string, fresh: string): Promise<ReadonlyMap<string, string>> {
  const file = join(corpusDir, 'registry.yaml')
  const registry = await readFile(file, 'utf8')
  expect(registry).toContain(old)
  await writeFile(file, registry.replace(old, fresh))
  const after = await buildServedFiles(corpusDir)
  await writeFile(file, registry)
  expect([...after.keys()]).toEqual([...before.keys()])
  return new Map([...after].filter(([path, text]) => before.get(path) !== text))
}

/** The served files that contain a name, and the index that has the digests of those skills. */
function findFilesNaming(name: string): readonly string[] {
  const naming = [...before].filter(([, text]) => text.includes(name)).map(([path]) => path)
  const isSkill = (path: string) => path.startsWith(SKILLS) && path.endsWith('/SKILL.md')
  return naming.some(isSkill) ? [...new Set([...naming, `${SKILLS}index.json`])].sort() : naming
}

verifies(
  ['registry.rename_follows', 'static.openapi'],
  'a new path for an operation changes only the files that name it',
  async () => {
    const changed = await findChanges('path: /capabilities', 'path: /abilities')
    expect([...changed.keys()]).toEqual([...findFilesNaming(`${API}/capabilities`)])
    const text = changed.get(OPENAPI) ?? ''
    const paths = readOpenapi(text).operations.map(({ path }) => path)
    expect(paths).toContain(`${API}/abilities`)
    expect(paths).not.toContain(`${API}/capabilities`)
    const [old, fresh] = [before.get(OPENAPI) ?? '', text].map((each) => each.split('\n'))
    // One line of the whole document: the path itself.
    expect(fresh?.filter((line, at) => line !== old?.[at])).toEqual([`  ${API}/abilities:`])
  },
)

verifies(
  ['registry.rename_follows', 'static.openapi'],
  'a new id for an operation changes only the files that name it',
  async () => {
    const changed = await findChanges('id: listCapabilities', 'id: readAbilities')
    expect([...changed.keys()]).toEqual([...findFilesNaming('listCapabilities')])
    const ids = readOpenapi(changed.get(OPENAPI) ?? '').operations.map(({ id }) => id)
    expect(ids).toContain('readAbilities')
  },
)

verifies(
  ['registry.rename_follows', 'open.error_codes'],
  'a new error code changes only the files that name it',
  async () => {
    const changed = await findChanges('code: rate_limited', 'code: slow_down')
    const named = findFilesNaming('rate_limited')
    expect([...changed.keys()]).toEqual([...named])
    expect(named).toContain(OPENAPI)
    expect(changed.get(OPENAPI)).toContain('code: slow_down')
  },
)
