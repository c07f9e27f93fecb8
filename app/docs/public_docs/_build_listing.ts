import {
  MANIFEST_FILE,
  PRIVATE_FILES_FILE,
  PrivateFilesSchema,
  SEAL_FILE,
  SERVED_FILE,
  type Seal,
  SealSchema,
} from '../../contract/build.ts'
import type { ManifestFile } from '../../contract/corpus.ts'
import { registerFormats } from '../../contract/formats.ts'
import { err, ok, type Result } from '../../contract/result.ts'
import { computeDigest, isBuildPath, parseJson } from './_build_files.ts'
import { computeBuildName } from './_build_name.ts'
import { openServed } from './_served_files.ts'

/** Every file in the folder of a build, with its digest: whoever has these bytes has the build. */
export type BuildListing = { readonly build: string; readonly files: readonly ManifestFile[] }

/** The manifest names its build and its address near its start, before any list. */
export const NAMED_WITHIN_BYTES = 4096
const BUILD_MEMBER = /"build"\s*:\s*"([0-9a-f]{16,64})"/

/** The build that a manifest names; undefined when it names none. */
export function readNamedBuild(manifest: Uint8Array): string | undefined {
  const head = new TextDecoder().decode(manifest.subarray(0, NAMED_WITHIN_BYTES))
  return BUILD_MEMBER.exec(head)?.[1]
}

/** As `JSON.stringify` writes an origin, which has no character to escape. */
const ADDRESS_MEMBER = /"base_url"\s*:\s*"([^"\\]*)"/

/** The address that the build of a manifest was made for; undefined when it names none. */
export function readNamedAddress(manifest: Uint8Array): string | undefined {
  const head = new TextDecoder().decode(manifest.subarray(0, NAMED_WITHIN_BYTES))
  return ADDRESS_MEMBER.exec(head)?.[1]
}

/** It says little more than the digests of three files. */
const SEAL_BYTES_MAX = 64 * 1024

/** Reads a file of a build: no more than so many bytes of it, which is all that it may have. */
type ReadTable = (path: string, bytesMax: number) => Promise<Result<Uint8Array, string>>

/**
 * Lists a build from its own tables, wherever it is: `read` gets a path below the folder of the
 * build. The digests of all files give its name, so a table that somebody changed is found here and
 * a changed file by its digest.
 */
export async function listBuild(
  build: string,
  read: ReadTable,
): Promise<Result<BuildListing, string>> {
  registerFormats()
  const refuse = (path: string, what: string) =>
    err(`Cannot load "builds/${build}/${path}": ${what}`)
  const sealBytes = await read(SEAL_FILE, SEAL_BYTES_MAX)
  if (!sealBytes.ok) return sealBytes
  const seal = parseJson(SealSchema, sealBytes.value)
  if (!seal.ok) return refuse(SEAL_FILE, seal.error)
  if (seal.value.build !== build) return refuse(SEAL_FILE, 'it is the seal of another build')
  const tables = await readSealed(seal.value, [PRIVATE_FILES_FILE, SERVED_FILE], read)
  if (!tables.ok) return refuse(...tables.error)
  const [listBytes = NOTHING, servedBytes = NOTHING] = tables.value
  const listed = parseJson(PrivateFilesSchema, listBytes)
  if (!listed.ok) return refuse(PRIVATE_FILES_FILE, listed.error)
  const table = openServed(servedBytes)
  if (!table.ok) return refuse(SERVED_FILE, table.error)
  const rows = Array.from({ length: table.value.count }, (_, at) => table.value.at(at)).filter(
    ({ path }) => path !== MANIFEST_FILE,
  )
  const served = rows.map(({ path, sha256, bytes }) => ({ path, sha256, bytes }))
  const list = seal.value.files.filter(({ path }) => path === PRIVATE_FILES_FILE)
  if (computeBuildName([...served, ...listed.value.files, ...list]) !== build) {
    return refuse(SERVED_FILE, 'its files do not match the name of the build')
  }
  const sealFile = {
    path: SEAL_FILE,
    sha256: computeDigest(sealBytes.value),
    bytes: sealBytes.value.length,
  }
  const written = served.filter((_, at) => rows[at]?.isPacked !== true)
  const files = [...written, ...listed.value.files, ...seal.value.files, sealFile]
  const outside = files.find(({ path }) => !isBuildPath(path))
  if (outside !== undefined) return refuse(outside.path, 'it would lie outside the build')
  return ok({ build, files })
}

const NOTHING = new Uint8Array()

type Fault = readonly [path: string, what: string]

async function readSealed(
  { files }: Seal,
  paths: readonly string[],
  read: ReadTable,
): Promise<Result<readonly Uint8Array[], Fault>> {
  const found: Uint8Array[] = []
  for (const path of paths) {
    const sealed = files.find((file) => file.path === path)
    const bytes = await read(path, sealed?.bytes ?? 0)
    if (!bytes.ok) return err([path, bytes.error])
    if (sealed?.sha256 !== computeDigest(bytes.value)) {
      return err([path, 'its digest differs from the one in the build'])
    }
    found.push(bytes.value)
  }
  return ok(found)
}
