import type { Manifest, ManifestFile } from '../../app/contract/corpus.ts'
import type { Corpus } from '../_corpus.ts'
import { compare } from '../_problem.ts'
import { json } from './_text.ts'
import { baseOf } from './addresses.ts'
import { recordsOf } from './docs_data.ts'

/** Digits of SHA-256 that name a build: enough that no two builds ever share a name. */
const BUILD_DIGITS = 32

/**
 * The name of a build: digest over path, digest and size of all its files, private ones too, so
 * that another content is another folder.
 */
export function buildName(files: readonly ManifestFile[]): string {
  const hasher = new Bun.CryptoHasher('sha256')
  for (const { path, sha256, bytes } of byPath(files)) hasher.update(`${path} ${sha256} ${bytes}\n`)
  return hasher.digest('hex').slice(0, BUILD_DIGITS)
}

/** `docs-manifest.json` (shapes: build folder). `served` are the files that may be served. */
export function manifest(
  corpus: Corpus,
  build: { readonly name: string; readonly generated: string },
  served: readonly ManifestFile[],
): Uint8Array {
  const content: Manifest = {
    version: corpus.registry.service.version,
    generated: build.generated,
    base_url: baseOf(corpus.baseUrl),
    build: build.name,
    files: [...byPath(served)],
    pages: [...recordsOf(corpus.pages)],
  }
  return json(content)
}

export function byPath(files: readonly ManifestFile[]): readonly ManifestFile[] {
  return [...files].sort((one, other) => compare(one.path, other.path))
}
