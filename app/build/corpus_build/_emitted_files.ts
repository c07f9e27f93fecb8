import { PRIVATE_FOLDER, type StoredPage } from '../../contract/build.ts'
import type { ManifestFile } from '../../contract/corpus.ts'
import type { Limits } from '../../contract/limits.ts'
import type { Corpus, CorpusPage } from '../../docs/model/corpus.ts'
import { readSearchMeans } from '../../docs/model/search_means.ts'
import { SearchWriter } from '../../docs/search/mod.ts'
import {
  describeFile,
  type EmittedFile,
  type FolderWriter,
  type GrowingFile,
} from '../../foundation/files/folder_writer.ts'
import { createCollector } from '../../foundation/files/garbage.ts'
import { writeYamlDocument } from '../../text/source_text/yaml_text.ts'
import type { Packer } from './_pack.ts'
import type { PageTools } from './_page_tools.ts'
import { createPageWriter } from './_written_pages.ts'
import { emitAgentCards } from './emit/agent_card.ts'
import { emitAgentSkills } from './emit/agent_skills.ts'
import { emitAiCatalogs } from './emit/ai_catalog.ts'
import { emitApiCatalog } from './emit/api_catalog.ts'
import { ARAZZO_FILE, describeArazzo } from './emit/arazzo.ts'
import { ASYNCAPI_FILE, describeAsyncapi } from './emit/asyncapi.ts'
import { openBuildSearch, type Search } from './emit/build_search.ts'
import { emitDocsData } from './emit/docs_data.ts'
import { emitFeed } from './emit/feed.ts'
import { emitLlms, renderLlmsFullHead, renderLlmsFullPage } from './emit/llms.ts'
import { emitMcpDiscovery } from './emit/mcp_discovery.ts'
import { describeOpenapi, OPENAPI_FILE } from './emit/openapi.ts'
import { createPageEmitter } from './emit/pages.ts'
import { emitServerCards } from './emit/server_card.ts'
import {
  emitPageTables,
  emitPrivateFiles,
  emitSearchFile,
  emitServiceFile,
} from './emit/service_file.ts'
import { emitRobots, emitSitemap } from './emit/site_files.ts'
import { prepareSocialCards } from './emit/social_cards.ts'
import { describeForTools } from './emit/tool_descriptions.ts'

/** Pages between two looks at the memory that a large build takes. */
const PAGES_BETWEEN = 16

/** Writes everything but the few files that carry the instant of the build, page by page. */
export async function writeUndatedFiles(
  corpus: Corpus,
  writer: FolderWriter,
  pack: Packer,
  work: PageWork,
): Promise<Search> {
  const { highlighter, cards, diagrams, saveColours, onPage, isPacked } = work
  const put = async (file: EmittedFile): Promise<void> => {
    await Promise.all([writer.put(file), pack.put(file)])
  }
  await prepareSocialCards(corpus, cards)
  const pages = createPageEmitter(corpus, { highlighter, cards, diagrams })
  const listed: StoredPage[] = []
  const { registry } = corpus
  const means = readSearchMeans(registry, corpus.pages)
  const index = new SearchWriter(registry.service.language, means)
  const full = await growFullText(corpus, writer, pack, isPacked)
  await full.add(renderLlmsFullHead(corpus))
  // What checking took is not needed any more, and what a large build takes is measured from here.
  if (isPacked) Bun.gc(true)
  const collect = createCollector()
  const writePage = createPageWriter(corpus.pages, pages, { ...work, writer, pack })
  for (const [at, page] of corpus.pages.entries()) {
    const { stored, document, markdown } = await writePage(page, at)
    listed.push(stored)
    index.add(document)
    await full.add(renderLlmsFullPage(page, markdown))
    if (isPacked && at % PAGES_BETWEEN === 0) collect()
    onPage(at + 1)
  }
  await full.end()
  // Writing the index takes more memory than anything before it, so what is done makes room.
  await highlighter.close()
  await saveColours()
  Bun.gc(true)
  for (const file of [...pages.shared, ...emitSiteFiles(corpus)]) await put(file)
  for (const file of emitPageTables(listed)) await writer.put(file)
  const search = emitSearchFile(index)
  await writer.put(search)
  return openBuildSearch(corpus, search)
}

type PageWork = Omit<PageTools, 'saveCards'> & {
  readonly onPage: (done: number) => void
  /** Whether pages are kept compressed alone. */
  readonly isPacked: boolean
}

/** Writes the second llms file page by page. */
async function growFullText(
  corpus: Corpus,
  writer: FolderWriter,
  pack: Packer,
  isPacked: boolean,
): Promise<GrowingFile> {
  const path = fullPathOf(corpus)
  const [file, packed] = [isPacked ? undefined : await writer.grow(path), pack.grow(path, isPacked)]
  let adding: Promise<unknown> = Promise.resolve()
  return {
    // A page is compressed while the next one is rendered.
    add: async (bytes) => {
      await adding
      adding = Promise.all([file?.add(bytes), packed.add(bytes)])
      adding.catch(() => undefined)
    },
    end: async () => {
      await adding
      const listed = await packed.end()
      if (file === undefined) writer.list(listed)
      else await file.end()
    },
  }
}

/** The files about all pages that carry no instant. */
export function emitSiteFiles(corpus: Corpus): readonly EmittedFile[] {
  const site = [emitLlms(corpus), emitFeed(corpus), emitSitemap(corpus), emitRobots(corpus)]
  const skills = emitAgentSkills(corpus)
  const cards = [...emitAgentCards(corpus), ...emitServerCards(corpus)]
  const catalogs = [emitApiCatalog(corpus), ...emitAiCatalogs(corpus)]
  return [...site, emitMcpDiscovery(corpus), ...cards, ...catalogs, ...skills]
}

/** The second llms file as a whole, which a build writes page by page. */
export function joinFullText(
  corpus: Corpus,
  markdownOf: (page: CorpusPage) => string,
): EmittedFile {
  const pages = corpus.pages.map((page) => renderLlmsFullPage(page, markdownOf(page)))
  return { path: fullPathOf(corpus), bytes: Buffer.concat([renderLlmsFullHead(corpus), ...pages]) }
}

export type DatedFacts = {
  readonly corpus: Corpus
  readonly limits: Limits
  readonly search: Search
  readonly undated: readonly ManifestFile[]
}

/** The files that carry the instant of the build, by which cached copies are compared. */
export function emitDatedFiles(
  { corpus, limits, search, undated }: DatedFacts,
  generated: string,
): readonly EmittedFile[] {
  const openapi = describeOpenapi(corpus, { generated, limits, search })
  const arazzo = describeArazzo(corpus, { generated, limits })
  const asyncapi = describeAsyncapi(corpus, generated)
  const descriptions = describeForTools({ openapi, arazzo, asyncapi })
  const service = emitServiceFile(corpus, limits, descriptions)
  const hidden = [...undated.filter(isPrivate), describeFile(service)]
  return [
    ...emitDocsData(corpus, generated),
    { path: OPENAPI_FILE, bytes: writeYamlDocument(openapi) },
    { path: ARAZZO_FILE, bytes: writeYamlDocument(arazzo) },
    { path: ASYNCAPI_FILE, bytes: writeYamlDocument(asyncapi) },
    service,
    emitPrivateFiles(hidden),
  ]
}

/** Whether a file of a build is never served. */
export function isPrivate({ path }: { readonly path: string }): boolean {
  return path.startsWith(`${PRIVATE_FOLDER}/`)
}

/** Path below the build folder of the file with the text of all pages. */
export function fullPathOf(corpus: Corpus): string {
  return corpus.registry.llms.full_path.slice(1)
}
