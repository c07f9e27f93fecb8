import { cp, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import {
  MANIFEST_FILE,
  PACKED_FILE,
  PRIVATE_FILES_FILE,
  SEAL_FILE,
  SERVED_FILE,
} from '../../../app/contract/build.ts'
import type { Manifest, ManifestFile } from '../../../app/contract/corpus.ts'
import { computeBuildName, writeServed } from '../../../app/docs/public_docs/mod.ts'

/** Edits by path of a file in the build; the manifest has its own name. */
export type Edits = Readonly<Record<string, (text: string) => string>>

type FileList = { files: ManifestFile[] }

/**
 * Makes a build with correct digests and wrong content, as a faulty corpus build would: changes
 * files of the current build, or of that of a good manifest, names and seals the result, and puts
 * its manifest in place as a deploy does. Returns the name of the new build.
 */
export async function deployTampered(
  distDir: string,
  edits: Edits,
  good?: string,
): Promise<string> {
  const source = good ?? (await readFile(join(distDir, MANIFEST_FILE), 'utf8'))
  const manifest: Manifest = JSON.parse(source)
  const folder = join(distDir, 'builds', crypto.randomUUID().replaceAll('-', ''))
  await cp(join(distDir, 'builds', manifest.build), folder, { recursive: true })
  for (const [path, edit] of Object.entries(edits)) {
    if (path === MANIFEST_FILE) continue
    const before = await readFile(join(folder, path), 'utf8')
    const after = edit(before)
    if (after === before) throw new Error(`Cannot tamper with "${path}": nothing changed`)
    await writeFile(join(folder, path), after)
  }
  const served = await Promise.all(manifest.files.map(({ path }) => describeFile(folder, path)))
  const hidden = await json<FileList>(join(folder, PRIVATE_FILES_FILE))
  const files = await Promise.all(hidden.files.map(({ path }) => describeFile(folder, path)))
  await writeFile(join(folder, PRIVATE_FILES_FILE), JSON.stringify({ files }))
  const list = await describeFile(folder, PRIVATE_FILES_FILE)
  const build = computeBuildName([...served, ...files, list])
  const plain = `${JSON.stringify({ ...manifest, build, files: served })}\n`
  const text = edits[MANIFEST_FILE]?.(plain) ?? plain
  await seal(folder, { ...manifest, build }, served, text)
  const home = join(distDir, 'builds', build)
  await rm(home, { recursive: true, force: true })
  await rename(folder, home)
  await putManifest(distDir, text)
  return build
}

/** Puts a manifest in place as a deploy does. */
export async function putManifest(distDir: string, text: string): Promise<void> {
  await writeFile(join(distDir, `${MANIFEST_FILE}.new`), text)
  await rename(join(distDir, `${MANIFEST_FILE}.new`), join(distDir, MANIFEST_FILE))
}

async function seal(
  folder: string,
  { version, generated, base_url, build }: Manifest,
  served: readonly ManifestFile[],
  manifestText: string,
): Promise<void> {
  const bytes = new TextEncoder().encode(manifestText)
  const own = { path: MANIFEST_FILE, sha256: digest(bytes), bytes: bytes.length }
  const rows = [...served, own].map((file) => ({ ...file, forms: [] }))
  await writeFile(join(folder, SERVED_FILE), writeServed(rows))
  const names = [PRIVATE_FILES_FILE, SERVED_FILE, PACKED_FILE]
  const files = await Promise.all(names.map((path) => describeFile(folder, path)))
  const content = { format: 1, version, generated, base_url, build, manifest: own.sha256, files }
  await writeFile(join(folder, SEAL_FILE), JSON.stringify(content))
}

async function describeFile(folder: string, path: string): Promise<ManifestFile> {
  const bytes = new Uint8Array(await readFile(join(folder, path)))
  return { path, sha256: digest(bytes), bytes: bytes.length }
}

function digest(bytes: Uint8Array): string {
  return new Bun.CryptoHasher('sha256').update(bytes).digest('hex')
}

async function json<Content>(path: string): Promise<Content> {
  const content: Content = JSON.parse(await readFile(path, 'utf8'))
  return content
}
