import { expect, test } from 'bun:test'
import { PRIVATE_FILES_FILE, SEAL_FILE, SERVED_FILE } from '../../contract/build.ts'
import type { ManifestFile } from '../../contract/corpus.ts'
import { err, ok } from '../../contract/result.ts'
import { computeDigest } from './_build_files.ts'
import { listBuild } from './_build_listing.ts'
import { computeBuildName } from './_build_name.ts'
import { writeServed } from './_served_files.ts'

const NO_FORMS = { forms: [] }

function encode(value: unknown): Uint8Array {
  return new TextEncoder().encode(JSON.stringify(value))
}

function describe(path: string, bytes: Uint8Array): ManifestFile {
  return { path, sha256: computeDigest(bytes), bytes: bytes.length }
}

/** Lists a build that serves these paths, after a change of its tables. */
async function listPaths(
  paths: readonly string[],
  change?: (files: Map<string, Uint8Array>) => void,
) {
  const served = paths.map((path) => describe(path, encode(path)))
  const list = encode({ files: [] })
  const table = writeServed(served.map((file) => ({ ...file, ...NO_FORMS })))
  const sealed = [describe(PRIVATE_FILES_FILE, list), describe(SERVED_FILE, table)]
  const build = computeBuildName([...served, describe(PRIVATE_FILES_FILE, list)])
  const seal = {
    format: 1,
    version: '1',
    generated: '2026-11-22T10:00:00Z',
    base_url: 'http://localhost:8080',
    build,
    manifest: 'a'.repeat(64),
    files: sealed,
  }
  const files = new Map([
    [SEAL_FILE, encode(seal)],
    [PRIVATE_FILES_FILE, list],
    [SERVED_FILE, table],
  ])
  change?.(files)
  return await listBuild(build, async (path) => {
    const bytes = files.get(path)
    return bytes === undefined ? err('it does not exist') : ok(bytes)
  })
}

test('listBuild() lists every file, its own tables included', async () => {
  const listing = await listPaths(['index.html', 'a/index.md'])
  const paths = listing.ok ? listing.value.files.map(({ path }) => path) : []
  expect(paths.toSorted()).toEqual([
    'a/index.md',
    'index.html',
    PRIVATE_FILES_FILE,
    SEAL_FILE,
    SERVED_FILE,
  ])
})

test('listBuild() refuses a path that leaves the folder of the build', async () => {
  for (const path of ['../evil', 'a/../../evil', '/etc/evil', 'a//b', 'a\\..\\evil', 'a/./b']) {
    expect([path, (await listPaths(['index.html', path])).ok]).toEqual([path, false])
  }
})

test('listBuild() refuses tables that are not those of the build', async () => {
  const other = writeServed([{ ...describe('other.html', encode(1)), ...NO_FORMS }])
  const changes: readonly ((files: Map<string, Uint8Array>) => void)[] = [
    (files) => files.set(SERVED_FILE, other),
    (files) => files.delete(PRIVATE_FILES_FILE),
    (files) => files.set(SEAL_FILE, encode({})),
    (files) => {
      // Whoever changes a table and its digest still cannot change the name.
      const seal = JSON.parse(new TextDecoder().decode(files.get(SEAL_FILE)))
      const list = seal.files.filter(({ path }: ManifestFile) => path !== SERVED_FILE)
      files.set(SERVED_FILE, other)
      files.set(SEAL_FILE, encode({ ...seal, files: [...list, describe(SERVED_FILE, other)] }))
    },
  ]
  for (const change of changes) expect((await listPaths(['index.html'], change)).ok).toBe(false)
})
