import type { StoredPage } from '../contract/build.ts'
import type { Limits } from '../contract/limits.ts'
import { describeFile, type EmittedFile, type FolderWriter } from '../files/folder_writer.ts'
import type { SearchDocument } from '../search/mod.ts'
import type { Packer } from './_pack.ts'
import { emitAgentCards } from './emit/agent_card.ts'
import { emitArazzo } from './emit/arazzo.ts'
import { emitAsyncapi } from './emit/asyncapi.ts'
import { openBuildSearch, type Search } from './emit/build_search.ts'
import { emitDocsData } from './emit/docs_data.ts'
import { emitFeed } from './emit/feed.ts'
import { emitLlms, renderLlmsFullHead, renderLlmsFullPage } from './emit/llms.ts'
import { emitMcpDiscovery } from './emit/mcp_discovery.ts'
import { emitOpenapi } from './emit/openapi.ts'
import { createPageEmitter } from './emit/pages.ts'
import { emitPageTables, emitPrivateFiles, emitServiceFile } from './emit/service_file.ts'
import { emitRobots, emitSitemap } from './emit/site_files.ts'
import type { Corpus } from './model/corpus.ts'

/** Writes everything but the few files that carry the instant of the build, page by page. */
export async function writeUndatedFiles(
  { corpus, limits }: { readonly corpus: Corpus; readonly limits: Limits },
  writer: FolderWriter,
  pack: Packer,
  onPage: (done: number) => void,
): Promise<Search> {
  const put = async (file: EmittedFile): Promise<void> => {
    await Promise.all([writer.put(file), pack.put(file)])
  }
  const pages = createPageEmitter(corpus)
  const stored: StoredPage[] = []
  const documents: SearchDocument[] = []
  const full = await writer.grow(fullPathOf(corpus))
  await full.add(renderLlmsFullHead(corpus))
  for (const [at, page] of corpus.pages.entries()) {
    const emitted = pages.emit(page)
    stored.push(emitted.stored)
    documents.push(emitted.document)
    await full.add(renderLlmsFullPage(page, emitted.markdown))
    await put(emitted.html)
    await put(emitted.twin)
    onPage(at + 1)
  }
  await full.end()
  const site = [emitLlms(corpus), emitFeed(corpus), emitSitemap(corpus), emitRobots(corpus)]
  const discovery = [emitMcpDiscovery(corpus), ...emitAgentCards(corpus)]
  for (const file of [...pages.shared, ...site, ...discovery]) await put(file)
  const tables = emitPageTables(stored, documents, corpus.registry.service.language)
  const hidden = [emitServiceFile(corpus, limits), ...tables]
  for (const file of hidden) await writer.put(file)
  await writer.put(emitPrivateFiles(hidden.map(describeFile)))
  return openBuildSearch(corpus, tables)
}

export type DatedFacts = {
  readonly corpus: Corpus
  readonly limits: Limits
  readonly search: Search
}

/** The files that carry the instant of the build, by which cached copies are compared. */
export function emitDatedFiles(
  { corpus, limits, search }: DatedFacts,
  generated: string,
): readonly EmittedFile[] {
  return [
    ...emitDocsData(corpus, generated),
    emitOpenapi(corpus, { generated, limits, search }),
    emitArazzo(corpus, { generated, limits }),
    emitAsyncapi(corpus, generated),
  ]
}

/** Path below the build folder of the file with the text of all pages. */
export function fullPathOf(corpus: Corpus): string {
  return corpus.registry.llms.full_path.slice(1)
}
