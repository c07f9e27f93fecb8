import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Static } from '@sinclair/typebox'
import {
  MANIFEST_FILE,
  PRIVATE_FILES_FILE,
  type PrivateFilesSchema,
  SEAL_FILE,
  SERVED_FILE,
  SERVICE_FILE,
  type Seal,
  type ServedFile,
  type ServiceFile,
} from '../../contract/build.ts'
import type { ManifestFile } from '../../contract/corpus.ts'
import { err, ok, type Result } from '../../contract/result.ts'
import {
  type BuildListing,
  computeBuildName,
  computeDigest,
  listBuild,
  openServed,
  readNamedBuild,
  writeServed,
} from '../../docs/public_docs/mod.ts'
import { describeFile, type EmittedFile } from '../../foundation/files/folder_writer.ts'
import { findWrongFiles } from './_cached_files.ts'
import { folderOfBuild } from './_names.ts'

/** The build that the manifest in a folder names, with every file that belongs to it. */
type LocalBuild = {
  readonly manifest: Uint8Array<ArrayBuffer>
  readonly listing: BuildListing
  readonly folder: string
}

/** Reads what a folder of builds serves; the error is a line for the operator. */
export async function readLocalBuild(distDir: string): Promise<Result<LocalBuild, string>> {
  const manifest = await readLocal(join(distDir, MANIFEST_FILE))
  if (!manifest.ok) return manifest
  const build = readNamedBuild(manifest.value)
  if (build === undefined) return err(`Cannot read "${distDir}": its manifest names no build`)
  const folder = folderOfBuild(distDir, build)
  const listing = await listBuild(build, (path) => readLocal(join(folder, path)))
  return listing.ok ? ok({ manifest: manifest.value, listing: listing.value, folder }) : listing
}

/** Checks every byte of a build; the error names what is missing or differs. */
export async function checkBuild(build: string, folder: string): Promise<Result<string, string>> {
  const listing = await listBuild(build, (path) => readLocal(join(folder, path)))
  return listing.ok ? await checkFiles(listing.value, folder) : listing
}

export async function checkFiles(
  { build, files }: BuildListing,
  folder: string,
): Promise<Result<string, string>> {
  const wrong = await findWrongFiles(folder, files)
  const [first] = wrong
  if (first === undefined) return ok(build)
  const others = wrong.length > 1 ? `, and ${wrong.length - 1} more files` : ''
  const what = 'it is missing, or its digest differs from the one in the build'
  return err(`Cannot use "${join(folder, first.path)}"${others}: ${what}`)
}

/** Reads a file of a build, which must have the bytes that the build was made with. */
export async function readBuildFile(
  folder: string,
  { path, sha256 }: ManifestFile,
): Promise<Result<Uint8Array<ArrayBuffer>, string>> {
  const bytes = await readLocal(join(folder, path))
  if (!bytes.ok) return bytes
  if (computeDigest(bytes.value) === sha256) return bytes
  return err(`Cannot use "${join(folder, path)}": its digest differs from the one in the build`)
}

/** What others may have of a build; it is that build, unless that has private tools. */
type PublicBuild = { readonly from: string; readonly content: BuildContent }

/** Reads a build for people who may take it apart: without what only private tools need. */
export async function readPublicBuild(distDir: string): Promise<Result<PublicBuild, string>> {
  const read = await readLocalBuild(distDir)
  if (!read.ok) return read
  const { manifest, listing, folder } = read.value
  const files: EmittedFile[] = []
  for (const file of listing.files) {
    const bytes = await readBuildFile(folder, file)
    if (!bytes.ok) return bytes
    files.push({ path: file.path, bytes: bytes.value })
  }
  const { build } = listing
  const content = leaveOutPrivateTools({ build, manifest, files })
  return content.ok ? ok({ from: build, content: content.value }) : content
}

async function readLocal(path: string): Promise<Result<Uint8Array<ArrayBuffer>, string>> {
  try {
    return ok(new Uint8Array(await readFile(path)))
  } catch (error) {
    const reason = error instanceof Error && 'code' in error ? String(error.code) : String(error)
    return err(`Cannot read "${path}": ${reason}`)
  }
}

/** A whole build in memory: its files by their path below its folder. */
type BuildContent = {
  readonly build: string
  readonly manifest: Uint8Array
  readonly files: readonly EmittedFile[]
}

/**
 * Leaves out what only private tools need: the business registry and the example workspace. What
 * changes is listed and sealed again, so the build gets the name that its corpus gives without the
 * two files; its manifest loses its compressed forms. A build without either stays as it is.
 */
function leaveOutPrivateTools(whole: BuildContent): Result<BuildContent, string> {
  const read = (path: string) => readText(whole, path)
  // The digest of this file is the one that the build recorded when it wrote a `ServiceFile`.
  const { business, example, ...service } = JSON.parse(read(SERVICE_FILE)) as ServiceFile
  if (business === undefined && example === undefined) return ok(whole)
  // `listBuild` has compared this file with its schema.
  const listed = JSON.parse(read(PRIVATE_FILES_FILE)) as Static<typeof PrivateFilesSchema>
  // `listBuild` has compared this one, too.
  const seal = JSON.parse(read(SEAL_FILE)) as Seal
  const served = listServed(whole)
  if (!served.ok) return served

  const serviceFile = encode(SERVICE_FILE, service)
  const files = replaceListed(listed.files, [describeFile(serviceFile)])
  const list = encode(PRIVATE_FILES_FILE, { files })
  const build = computeBuildName([...served.value, ...files, describeFile(list)])
  const manifest = renameBuild(whole, build)
  if (readNamedBuild(manifest) !== build) {
    return err(`Cannot rename build "${whole.build}": its manifest names it in another way`)
  }
  const manifestFile = describeFile({ path: MANIFEST_FILE, bytes: manifest })
  const rows = [...served.value, { ...manifestFile, forms: [] }]
  const table = { path: SERVED_FILE, bytes: writeServed(rows) }
  const sealed = encode(SEAL_FILE, {
    ...seal,
    build,
    manifest: manifestFile.sha256,
    files: replaceListed(seal.files, [list, table].map(describeFile)),
  })
  const changed = new Map([serviceFile, list, table, sealed].map((file) => [file.path, file]))
  return ok({ build, manifest, files: whole.files.map((file) => changed.get(file.path) ?? file) })
}

function readText({ files }: BuildContent, path: string): string {
  return new TextDecoder().decode(files.find((file) => file.path === path)?.bytes)
}

/** The served files that the name of a build covers: all but the manifest, which has the name. */
function listServed({ build, files }: BuildContent): Result<readonly ServedFile[], string> {
  const bytes = files.find(({ path }) => path === SERVED_FILE)?.bytes ?? new Uint8Array()
  const table = openServed(bytes)
  if (!table.ok) return err(`Cannot read "${SERVED_FILE}" of build "${build}": ${table.error}`)
  const rows = Array.from({ length: table.value.count }, (_, at) => table.value.at(at))
  return ok(rows.filter(({ path }) => path !== MANIFEST_FILE))
}

function encode(path: string, content: unknown): EmittedFile {
  return { path, bytes: new TextEncoder().encode(`${JSON.stringify(content)}\n`) }
}

function replaceListed(
  files: readonly ManifestFile[],
  changed: readonly ManifestFile[],
): readonly ManifestFile[] {
  return files.map((file) => changed.find(({ path }) => path === file.path) ?? file)
}

/** Near its start, a manifest names its build; nothing before that is a digest. */
function renameBuild({ build, manifest }: BuildContent, name: string): Uint8Array {
  const text = new TextDecoder().decode(manifest)
  return new TextEncoder().encode(text.replace(`"${build}"`, `"${name}"`))
}
