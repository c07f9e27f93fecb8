import { join } from 'node:path'
import { Value } from '@sinclair/typebox/value'
import {
  MANIFEST_FILE,
  NOT_FOUND_FILE,
  PACKED_FILE,
  PRIVATE_FILES_FILE,
  PrivateFilesSchema,
  RECORDS_FILE,
  SEAL_FILE,
  SERVED_FILE,
  SERVICE_FILE,
  type Seal,
  SealSchema,
} from '../../contract/build.ts'
import { type Manifest, type ManifestFile, ManifestSchema } from '../../contract/corpus.ts'
import { registerFormats } from '../../contract/formats.ts'
import { err, ok, type Result } from '../../contract/result.ts'
import {
  computeDigest,
  findDigestFault,
  findSizeFault,
  parseJsonFile,
  readBytes,
  readBytesAndStats,
  readJsonFile,
} from './_build_files.ts'
import { readNamedBuild } from './_build_listing.ts'
import { computeBuildName } from './_build_name.ts'
import { openRecords } from './_records.ts'
import { openServed } from './_served_files.ts'

/**
 * How thoroughly a build is checked. `opened`: the chain of digests down to every file that is
 * opened before the first answer. `whole`: everything, down to the presence of each served file,
 * which takes a while and runs on another thread (spec/decisions/reload.md).
 */
type Depth = 'opened' | 'whole'

/** Identifies a state of the manifest; compared for equality, as a rollback is not newer. */
export type ManifestIdentity = string

export function identifyManifest(stats: {
  readonly mtimeMs: number
  readonly size: number
  readonly ino: number
}): ManifestIdentity {
  return `${stats.mtimeMs}/${stats.size}/${stats.ino}`
}

/** The result of an inspection; plain data, because it is sent between threads. */
export type InspectedBuild = {
  readonly folder: string
  readonly build: string
  readonly version: string
  readonly generated: string
  readonly baseUrl: string
  /** The bytes of the manifest, and their SHA-256. */
  readonly manifestBytes: Uint8Array<ArrayBuffer>
  readonly manifestDigest: string
  /** The manifest that was inspected; it may have been replaced since. */
  readonly identity: ManifestIdentity
  readonly modifiedMs: number
}

/** Digested before the first answer: every file that is opened then, except the search index. */
const DIGESTED_AT_START = new Set<string>([
  PRIVATE_FILES_FILE,
  SERVICE_FILE,
  RECORDS_FILE,
  SERVED_FILE,
])

/** Its compressed forms are digested when they are read; it holds nothing else. */
const DIGESTED_WHEN_READ = new Set<string>([PACKED_FILE])

/** Checks the build that the manifest names. The error says in one line why it cannot be served. */
export function inspectBuild(
  distDir: string,
  depth: Depth,
  manifestFile: string = MANIFEST_FILE,
): Result<InspectedBuild, string> {
  registerFormats()
  const path = join(distDir, manifestFile)
  const content = readBytesAndStats(path)
  if (!content.ok) return content
  const { bytes, stats } = content.value
  const manifestDigest = computeDigest(bytes)
  const named = findNamedBuild(distDir, bytes, { path, digest: manifestDigest })
  if (!named.ok) return named
  const { folder, seal, manifest } = named.value
  const listed = readJsonFile(PrivateFilesSchema, join(folder, PRIVATE_FILES_FILE))
  if (!listed.ok) return listed
  const { files } = listed.value
  const fault =
    findPrivateFault(folder, [...seal.files, ...files], depth) ??
    (manifest === undefined ? undefined : findManifestFault(manifest, seal, folder)) ??
    (depth === 'whole' ? findWholeFault(folder, seal, files) : undefined)
  if (fault !== undefined) return err(fault)
  return ok({
    folder,
    build: seal.build,
    version: seal.version,
    generated: seal.generated,
    baseUrl: seal.base_url,
    manifestBytes: bytes,
    manifestDigest,
    identity: identifyManifest(stats),
    // An older manifest that is put back keeps its old mtime, but the content changes now: a copy
    // that a client fetched in between must not count as current (RFC 9110 section 13.1.3).
    modifiedMs: Math.max(stats.mtimeMs, stats.ctimeMs),
  })
}

/** The folder of a build; the manifest only if it differs from the one that was sealed. */
type NamedBuild = {
  readonly folder: string
  readonly seal: Seal
  readonly manifest: Manifest | undefined
}

/** A manifest with the digest in the seal is the one that the build wrote: no need to parse it. */
function findNamedBuild(
  distDir: string,
  bytes: Uint8Array,
  { path, digest }: { readonly path: string; readonly digest: string },
): Result<NamedBuild, string> {
  const build = readNamedBuild(bytes)
  if (build !== undefined) {
    const folder = join(distDir, 'builds', build)
    const seal = readJsonFile(SealSchema, join(folder, SEAL_FILE))
    if (seal.ok && seal.value.manifest === digest && seal.value.build === build) {
      return ok({ folder, seal: seal.value, manifest: undefined })
    }
  }
  const manifest = parseJsonFile(ManifestSchema, bytes, path)
  if (!manifest.ok) return manifest
  const folder = join(distDir, 'builds', manifest.value.build)
  const seal = readJsonFile(SealSchema, join(folder, SEAL_FILE))
  return seal.ok ? ok({ folder, seal: seal.value, manifest: manifest.value }) : seal
}

function findPrivateFault(
  folder: string,
  files: readonly ManifestFile[],
  depth: Depth,
): string | undefined {
  for (const file of files) {
    const isDigested =
      depth === 'whole' ? !DIGESTED_WHEN_READ.has(file.path) : DIGESTED_AT_START.has(file.path)
    const fault =
      findSizeFault(folder, file) ?? (isDigested ? findDigestFault(folder, file) : undefined)
    if (fault !== undefined) return fault
  }
  return undefined
}

/** A manifest with different bytes than the build wrote must still have the same content. */
/** Served files that the manifest does not list. */
const UNLISTED_FILES = [MANIFEST_FILE, NOT_FOUND_FILE]

function findManifestFault(manifest: Manifest, seal: Seal, folder: string): string | undefined {
  const { version, generated, base_url, build, files, pages } = manifest
  if (build !== seal.build) return `Cannot load "${folder}": its seal is from another build`
  if (base_url !== seal.base_url) {
    return `Cannot take build "${build}": it was made for "${seal.base_url}", not "${base_url}"`
  }
  const served = openTable(folder, SERVED_FILE, openServed)
  if (!served.ok) return served.error
  for (const file of files) {
    const known = served.value.find(file.path)
    const path = join(folder, file.path)
    if (known === undefined)
      return findSizeFault(folder, file) ?? `Cannot load "${path}": it is not part of the build`
    if (known.sha256 !== file.sha256 || known.bytes !== file.bytes) {
      return `Cannot load "${path}": the manifest and the build disagree about it`
    }
  }
  const unlisted = UNLISTED_FILES.filter((path) => served.value.find(path) !== undefined)
  if (files.length !== served.value.count - unlisted.length) {
    return 'Cannot load the manifest: its files differ from those of the build'
  }
  const records = openTable(folder, RECORDS_FILE, openRecords)
  if (!records.ok) return records.error
  const isSame =
    version === seal.version &&
    generated === seal.generated &&
    pages.length === records.value.count &&
    pages.every((page, at) => Value.Equal(page, records.value.record(at)))
  return isSame ? undefined : 'Cannot load the manifest: its pages differ from those of the build'
}

/** Every served file must exist with its size, and all digests together must give the name. */
function findWholeFault(
  folder: string,
  seal: Seal,
  listed: readonly ManifestFile[],
): string | undefined {
  const served = openTable(folder, SERVED_FILE, openServed)
  if (!served.ok) return served.error
  const files: ManifestFile[] = [...listed]
  for (let at = 0; at < served.value.count; at += 1) {
    const file = served.value.at(at)
    if (file.path === MANIFEST_FILE) continue
    // The pack, whose size was checked, holds the others.
    const fault = file.isPacked === true ? undefined : findSizeFault(folder, file)
    if (fault !== undefined) return fault
    files.push(file)
  }
  const list = seal.files.find(({ path }) => path === PRIVATE_FILES_FILE)
  if (list !== undefined && computeBuildName([...files, list]) === seal.build) return undefined
  return `Cannot load "${folder}": its files do not match its name`
}

function openTable<Table>(
  folder: string,
  name: string,
  open: (bytes: Uint8Array) => Result<Table, string>,
): Result<Table, string> {
  const path = join(folder, name)
  const bytes = readBytes(path)
  if (!bytes.ok) return bytes
  const table = open(bytes.value)
  return table.ok ? table : err(`Cannot open "${path}": ${table.error}`)
}
