import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { MANIFEST_FILE } from '../../contract/build.ts'
import type { ManifestFile } from '../../contract/corpus.ts'
import { err, ok, type Result } from '../../contract/result.ts'
import {
  type BuildListing,
  computeDigest,
  listBuild,
  readNamedBuild,
} from '../../docs/public_docs/mod.ts'
import type { EmittedFile } from '../../foundation/files/folder_writer.ts'
import { findWrongFiles } from './_cached_files.ts'
import { folderOfBuild } from './_names.ts'
import { type BuildContent, leaveOutPrivateTools } from './_public_files.ts'

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
