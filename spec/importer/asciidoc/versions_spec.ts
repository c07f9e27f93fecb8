import { afterAll, expect } from 'bun:test'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { readCorpus } from '../../../app/corpus_build/corpus.ts'
import { verifies } from '../../requirements/verifies.ts'
import { BASE_URL, createFolders, importFolder } from '../importing.ts'

const home = await mkdtemp(join(tmpdir(), 'lectern-versions-'))
afterAll(() => rm(home, { recursive: true, force: true }))

/** Imports components that have these versions. */
async function importVersions(...versions: readonly string[]) {
  const named = versions.map((version, at) => [
    [`c${at}/antora.yml`, `name: pot${at}\ntitle: Pots\nversion: ${version}\n`],
    [`c${at}/modules/ROOT/pages/index.adoc`, `= Pot ${at}\n\nText.\n`],
  ])
  const files = { ...Object.fromEntries(named.flat()), 'package.json': '{"version": "9.9.9"}' }
  const [from, to] = await createFolders(await mkdtemp(join(home, 'site-')), files)
  const { product, notes } = await importFolder(from, to)
  const corpus = await readCorpus({ corpusDir: to, baseUrl: BASE_URL })
  return {
    stated: product?.version,
    file: relative(from, product?.from.version ?? from),
    written: corpus.ok ? corpus.value.registry.service.version : corpus.error,
    notes: notes.map(({ file, line, what }) => `${relative(from, file)}:${line} ${what}`),
  }
}

verifies('import.generators', 'the version of a component is that of the service', async () => {
  const taken = { file: 'c0/antora.yml', notes: [] }
  expect(await importVersions('7.6.1')).toEqual({ ...taken, stated: '7.6.1', written: '7.6.1' })
  expect(await importVersions('v5.6.0-rc1', 'v5.6.0-rc1')).toEqual({
    ...taken,
    stated: '5.6.0-rc1',
    written: '5.6.0-rc1',
  })
})

verifies(
  'import.never_silent',
  'a version that a service cannot have is noted with its file',
  async () => {
    const other = { stated: '9.9.9', file: 'package.json', written: '9.9.9' }
    expect(await importVersions("'7.6'")).toEqual({
      ...other,
      notes: ['c0/antora.yml:1 the version "7.6" is not taken over: it has no three numbers'],
    })
    expect(await importVersions("'1.0'", "'2.0'")).toEqual({
      ...other,
      notes: [
        'c0/antora.yml:1 the version "1.0" is not taken over: other components have others',
        'c1/antora.yml:1 the version "2.0" is not taken over: other components have others',
      ],
    })
    expect(await importVersions('~')).toEqual({ ...other, notes: [] })
  },
)
