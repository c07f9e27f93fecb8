import type { Corpus, CorpusPage } from '../../../docs/model/corpus.ts'
import type { EmittedFile } from '../../../foundation/files/folder_writer.ts'
import { encodeJson } from '../../../text/source_text/escape.ts'

/** The JSON files under `docs-data/`; each with the time of the build. */
export function emitDocsData(corpus: Corpus, generated: string): readonly EmittedFile[] {
  const { version } = corpus.registry.service
  const emitDated = (name: string, content: object): EmittedFile => ({
    path: `docs-data/${name}.json`,
    bytes: encodeJson({ version, generated, ...content }),
  })
  return [
    emitDated('pages', { pages: recordsOf(corpus.pages) }),
    emitDated('status', { capabilities: corpus.capabilities }),
    emitDated('changes', { changes: corpus.changes }),
  ]
}

export function recordsOf(pages: readonly CorpusPage[]): readonly CorpusPage['record'][] {
  return pages.map(({ record }) => record)
}
