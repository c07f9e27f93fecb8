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
  computeBuildName,
  openServed,
  readNamedBuild,
  writeServed,
} from '../../docs/public_docs/mod.ts'
import { describeFile, type EmittedFile } from '../../foundation/files/folder_writer.ts'

/** A whole build in memory: its files by their path below its folder. */
export type BuildContent = {
  readonly build: string
  readonly manifest: Uint8Array
  readonly files: readonly EmittedFile[]
}

/**
 * Leaves out what only private tools need: the business registry and the example workspace. What
 * changes is listed and sealed again, so the build gets the name that its corpus gives without the
 * two files; its manifest loses its compressed forms. A build without either stays as it is.
 */
export function leaveOutPrivateTools(whole: BuildContent): Result<BuildContent, string> {
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
