import {
  MANIFEST_FILE,
  SEAL_FILE,
  SERVED_FILE,
  type Seal,
  type ServedFile,
} from '../../../contract/build.ts'
import type { Manifest, ManifestFile } from '../../../contract/corpus.ts'
import { writeServed } from '../../../docs/public_docs/mod.ts'
import type { EmittedFile } from '../../../foundation/files/folder_writer.ts'
import { encodeJson } from '../../../text/source_text/escape.ts'

/** `private/served.bin`: every served file and the manifest, with their compressed forms. */
export function emitServedTable(
  manifest: ManifestFile,
  served: readonly ManifestFile[],
  packed: ReadonlyMap<string, Pick<ServedFile, 'forms' | 'isPacked'>>,
): EmittedFile {
  if (manifest.path !== MANIFEST_FILE) throw new Error('Cannot list the manifest: wrong file')
  const files = [...served, manifest].map((file) => ({
    ...file,
    ...(packed.get(file.path) ?? { forms: [] }),
  }))
  return { path: SERVED_FILE, bytes: writeServed(files) }
}

/** `private/seal.json`: proves that manifest and build belong together (app/contract/build). */
export function emitSeal(
  facts: Pick<Manifest, 'version' | 'generated' | 'base_url' | 'build'>,
  manifest: ManifestFile,
  files: readonly ManifestFile[],
): EmittedFile {
  const { version, generated, base_url, build } = facts
  const content: Seal = {
    format: 1,
    version,
    generated,
    base_url,
    build,
    manifest: manifest.sha256,
    files: [...files],
  }
  return { path: SEAL_FILE, bytes: encodeJson(content) }
}
