import { afterAll, expect } from 'bun:test'
import { readdir, readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { isFresh } from '../../../app/build/corpus_build/build.ts'
import { PACKED_FILE } from '../../../app/contract/build.ts'
import { ok } from '../../../app/contract/result.ts'
import { listBuild, openPublicDocs, type Snapshot } from '../../../app/docs/public_docs/mod.ts'
import { createLog } from '../../../app/foundation/telemetry/log.ts'
import { verifies } from '../../requirements/verifies.ts'
import {
  BASE_URL,
  buildOrThrow,
  digestsBelow,
  manifestOf,
  newFolder,
  removeFolders,
  sha256,
  writeSampleCorpus,
} from '../../support/building.ts'

afterAll(removeFolders)

const UNPACKED = { br: brotliDecompressSync, gzip: gunzipSync }
const BODY = '## One\n\nSome *words* and `code`.\n\n'.repeat(60)

type Builds = { readonly corpusDir: string; readonly plain: string; readonly packed: string }

let built: Promise<Builds> | undefined

/** Two builds of one corpus: one as small corpora are built, one as large corpora are. */
function buildBoth(): Promise<Builds> {
  built ??= makeBuilds()
  return built
}

async function makeBuilds(): Promise<Builds> {
  const pages = {
    'index.md': { body: BODY },
    'a/b.md': { body: 'Short.' },
    'a/c.md': { body: BODY },
  }
  const corpusDir = await writeSampleCorpus(pages)
  const [plain, packed] = [await newFolder(), await newFolder()]
  await buildOrThrow({ corpusDir, distDir: plain })
  await buildOrThrow({ corpusDir, distDir: packed, pageFilesMax: 2 })
  return { corpusDir, plain, packed }
}

async function openBuild(distDir: string): Promise<Snapshot> {
  const silent = createLog(
    'error',
    () => {},
    () => 0,
  )
  const opened = await openPublicDocs({ distDir, log: silent })
  if (!opened.ok) throw new Error(opened.error)
  opened.value.close()
  return opened.value.current()
}

verifies(
  'build.packed',
  'build() keeps pages of a large corpus compressed alone, and every file reads as before',
  async () => {
    const { plain, packed } = await buildBoth()
    const manifest = await manifestOf(packed)
    expect(manifest).toEqual(await manifestOf(plain))
    const names = await readdir(join(packed, 'builds', manifest.build), { recursive: true })
    expect(names.filter((name) => /(^|\/)(index\.md|llms-full\.txt)$/.test(name))).toEqual([])
    // The changelog and the results are no pages.
    expect(names.filter((name) => name.endsWith('index.html')).sort()).toEqual([
      'changelog/index.html',
      'search/index.html',
    ])
    const snapshot = await openBuild(packed)
    for (const { path, sha256: digest, bytes } of manifest.files) {
      const file = snapshot.file(path)
      const read = await file?.read()
      if (read?.ok !== true) throw new Error(`Cannot read ${path}`)
      expect([path, sha256(read.value), read.value.length]).toEqual([path, digest, bytes])
      for (const form of file?.forms ?? []) {
        const packedForm = await form.read()
        if (!packedForm.ok) throw new Error(`Cannot read ${path}`)
        expect([path, sha256(UNPACKED[form.coding](packedForm.value))]).toEqual([path, digest])
      }
    }
    const other = await openBuild(plain)
    for (const { id } of manifest.pages) {
      const page = await snapshot.page(id)
      expect(page).toEqual(await other.page(id))
      // The text of a page is its twin without the front matter.
      expect([id, page.ok && page.value.markdown.startsWith('---')]).toEqual([id, false])
    }
  },
)

verifies('build.packed', 'build() writes the same bytes again, and knows its build', async () => {
  const { corpusDir, packed } = await buildBoth()
  const again = await newFolder()
  const options = { corpusDir, baseUrl: BASE_URL }
  const report = await buildOrThrow({ ...options, distDir: again, pageFilesMax: 2 })
  expect(await digestsBelow(join(again, 'builds', report.build))).toEqual(
    await digestsBelow(join(packed, 'builds', report.build)),
  )
  expect(await isFresh({ ...options, distDir: again })).toBe(true)
  const unchanged = await buildOrThrow({ ...options, distDir: again, pageFilesMax: 2 })
  expect(unchanged.changed).toBe(false)
  const pack = join(again, 'builds', report.build, PACKED_FILE)
  await writeFile(pack, (await readFile(pack)).subarray(1))
  expect(await isFresh({ ...options, distDir: again })).toBe(false)
})

verifies('build.packed', 'listBuild() lists the files that are in the folder', async () => {
  const { packed } = await buildBoth()
  const { build } = await manifestOf(packed)
  const folder = join(packed, 'builds', build)
  const listing = await listBuild(build, async (path) => ok(await readFile(join(folder, path))))
  if (!listing.ok) throw new Error(listing.error)
  for (const { path, bytes } of listing.value.files) {
    expect([path, (await stat(join(folder, path))).size]).toEqual([path, bytes])
  }
  const names = await readdir(folder, { recursive: true, withFileTypes: true })
  expect(listing.value.files).toHaveLength(names.filter((name) => name.isFile()).length)
})

// The last test, because it damages the build.
verifies('build.packed', 'a page whose packed form has a wrong byte is refused', async () => {
  const { packed } = await buildBoth()
  const { build, pages } = await manifestOf(packed)
  const pack = join(packed, 'builds', build, PACKED_FILE)
  await writeFile(pack, new Uint8Array((await readFile(pack)).length))
  const snapshot = await openBuild(packed)
  expect((await snapshot.file('index.html')?.read())?.ok).toBe(false)
  expect((await snapshot.page(pages[0]?.id ?? '')).ok).toBe(false)
  expect((await snapshot.file('llms.txt')?.read())?.ok).toBe(true)
})
