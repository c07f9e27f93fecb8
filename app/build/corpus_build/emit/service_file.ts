import {
  HEADINGS_FILE,
  PRIVATE_FILES_FILE,
  RECORDS_FILE,
  SEARCH_FILE,
  SERVICE_FILE,
  type ServiceFile,
  type StoredPage,
} from '../../../contract/build.ts'
import type { ManifestFile } from '../../../contract/corpus.ts'
import type { Descriptions } from '../../../contract/descriptions.ts'
import type { Limits } from '../../../contract/limits.ts'
import { baseOf } from '../../../docs/model/addresses.ts'
import type { Corpus } from '../../../docs/model/corpus.ts'
import { writeRecords } from '../../../docs/public_docs/mod.ts'
import type { SearchWriter } from '../../../docs/search/mod.ts'
import type { EmittedFile } from '../../../foundation/files/folder_writer.ts'
import { encodeJson } from '../../../text/source_text/escape.ts'
import { describeSkills } from './agent_skills.ts'
import { sortByPath } from './manifest.ts'
import { listRedirects } from './redirects.ts'

/** `private/service.json`: what `public_docs` needs before it reads any page. */
export function emitServiceFile(
  corpus: Corpus,
  limits: Limits,
  descriptions: Descriptions,
): EmittedFile {
  const content: ServiceFile = {
    format: 4,
    base_url: baseOf(corpus.baseUrl),
    registry: corpus.registry,
    limits,
    published: [...corpus.published],
    capabilities: [...corpus.capabilities],
    changes: [...corpus.changes],
    descriptions,
    skills: describeSkills(corpus),
    ...listRedirects(corpus),
    ...(corpus.business === undefined ? {} : { business: corpus.business }),
    ...(corpus.example === undefined ? {} : { example: corpus.example }),
  }
  return { path: SERVICE_FILE, bytes: encodeJson(content) }
}

export function emitPageTables(pages: readonly StoredPage[]): readonly EmittedFile[] {
  const { records, headings } = writeRecords(pages)
  return [
    { path: RECORDS_FILE, bytes: records },
    { path: HEADINGS_FILE, bytes: headings },
  ]
}

/** The search index over the pages, for a build and for a check that writes nothing. */
export function emitSearchFile(index: SearchWriter): EmittedFile {
  return { path: SEARCH_FILE, bytes: index.end() }
}

/** `private/files.json`: digests of the private files, which are not in the public manifest. */
export function emitPrivateFiles(files: readonly ManifestFile[]): EmittedFile {
  return { path: PRIVATE_FILES_FILE, bytes: encodeJson({ files: sortByPath(files) }) }
}
