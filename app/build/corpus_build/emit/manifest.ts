import { MANIFEST_FILE, NOT_FOUND_FILE } from '../../../contract/build.ts'
import type { Manifest, ManifestFile } from '../../../contract/corpus.ts'
import { compare } from '../../../contract/problem.ts'
import { baseOf } from '../../../docs/model/addresses.ts'
import type { Corpus } from '../../../docs/model/corpus.ts'
import type { EmittedFile } from '../../../foundation/files/folder_writer.ts'
import { encodeJson } from '../../../text/source_text/escape.ts'
import { recordsOf } from './docs_data.ts'
import { listRedirects } from './redirects.ts'

/**
 * `docs-manifest.json` (shapes: build folder). Of the `served` files it lists those that can be
 * fetched.
 */
export function emitManifest(
  corpus: Corpus,
  build: { readonly name: string; readonly generated: string },
  served: readonly ManifestFile[],
): { readonly content: Manifest; readonly file: EmittedFile } {
  const content: Manifest = {
    version: corpus.registry.service.version,
    generated: build.generated,
    base_url: baseOf(corpus.baseUrl),
    build: build.name,
    files: [...sortByPath(served.filter(({ path }) => path !== NOT_FOUND_FILE))],
    pages: [...recordsOf(corpus.pages)],
    ...(corpus.registry.sisters === undefined ? {} : listRedirects(corpus)),
  }
  return { content, file: { path: MANIFEST_FILE, bytes: encodeJson(content) } }
}

export function sortByPath(files: readonly ManifestFile[]): readonly ManifestFile[] {
  return [...files].sort((one, other) => compare(one.path, other.path))
}
