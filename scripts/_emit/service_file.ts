import {
  PRIVATE_FILES_FILE,
  SERVICE_FILE,
  type ServiceFile,
  type StoredPage,
} from '../../app/contract/build.ts'
import type { ManifestFile } from '../../app/contract/corpus.ts'
import type { Corpus, EmittedFile } from '../_corpus.ts'
import { json } from './_text.ts'
import { byPath } from './manifest.ts'

/** `private/service.json`: what the library needs before it reads a single page. */
export function serviceFile(corpus: Corpus, pages: readonly StoredPage[]): EmittedFile {
  const content: ServiceFile = {
    format: 1,
    registry: corpus.registry,
    published: [...corpus.published],
    capabilities: [...corpus.capabilities],
    changes: [...corpus.changes],
    pages: [...pages],
  }
  return { path: SERVICE_FILE, bytes: json(content) }
}

/** `private/files.json`: digests of the other private files, which no public manifest names. */
export function privateFiles(files: readonly ManifestFile[]): EmittedFile {
  return { path: PRIVATE_FILES_FILE, bytes: json({ files: byPath(files) }) }
}
