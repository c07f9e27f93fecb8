import { afterAll, expect, test } from 'bun:test'
import { join } from 'node:path'
import {
  buildOrThrow,
  newFolder,
  removeFolders,
  writeSampleCorpus,
} from '../../../spec/support/building.ts'
import { SEARCH_FILE } from '../../contract/build.ts'
import { writeSearchData } from '../search/mod.ts'
import { inspectBuild } from './_inspection.ts'
import { openBuild, readManifestIdentity } from './_load.ts'
import { readTableFiles } from './_table_files.ts'

afterAll(removeFolders)

async function inspectSample() {
  const distDir = await newFolder()
  await buildOrThrow({
    corpusDir: await writeSampleCorpus({ 'index.md': { title: 'First' } }),
    distDir,
  })
  const found = inspectBuild(distDir, 'whole')
  if (!found.ok) throw new Error(found.error)
  return { distDir, build: found.value }
}

test('inspectBuild() identifies the manifest that it read', async () => {
  const { distDir, build } = await inspectSample()
  expect(await readManifestIdentity(distDir)).toBe(build.identity)
})

test('openBuild() refuses an index that does not match the records', async () => {
  const { build } = await inspectSample()
  const files = await readTableFiles(build.folder)
  if (!files.ok) throw new Error(files.error)
  expect((await openBuild(build, files.value, 'unchecked')).ok).toBe(true)
  const search = writeSearchData([])
  const error = `Cannot open "${join(build.folder, SEARCH_FILE)}": it has 0 pages, not 1`
  const opened = await openBuild(build, { ...files.value, search }, 'checked')
  expect(opened).toEqual({ ok: false, error })
})
