import { MANIFEST_FILE } from '../../contract/build.ts'
import type { Descriptions } from '../../contract/descriptions.ts'
import { type LimitSettings, type Limits, limitsInForce } from '../../contract/limits.ts'
import { pageFolder } from '../../docs/model/addresses.ts'
import type { Corpus, CorpusPage } from '../../docs/model/corpus.ts'
import { describeFile, type EmittedFile } from '../../foundation/files/folder_writer.ts'
import type { CardDrawer } from '../../text/content/card_drawer.ts'
import type { DiagramDrawer } from '../../text/content/diagram_drawer.ts'
import type { Highlighter } from '../../text/content/highlighter.ts'
import {
  type DatedFacts,
  emitDatedFiles,
  emitSiteFiles,
  fullPathOf,
  isPrivate,
  joinFullText,
} from './_emitted_files.ts'
import { ARAZZO_FILE, describeArazzo } from './emit/arazzo.ts'
import { ASYNCAPI_FILE, describeAsyncapi } from './emit/asyncapi.ts'
import { dropOldBanner } from './emit/brand.ts'
import type { Search } from './emit/build_search.ts'
import { emitManifest } from './emit/manifest.ts'
import { describeOpenapi, OPENAPI_FILE } from './emit/openapi.ts'
import { createPageEmitter } from './emit/pages.ts'
import { describeForTools } from './emit/tool_descriptions.ts'

type Emitter = ReturnType<typeof createPageEmitter>
type EmittedPage = ReturnType<Emitter['emit']>

/** The files of a corpus, each made when it is asked for. */
export type LiveFiles = {
  readonly corpus: Corpus
  readonly limits: Limits
  readonly find: (path: string) => EmittedFile | undefined
  readonly emit: (page: CorpusPage) => EmittedPage
  /** Colours the code of the page at this path; true if the page was shown without colours. */
  readonly colour: (path: string) => Promise<boolean>
  readonly descriptions: () => Descriptions
  /** The same files with the text of some pages changed, and nothing around them. */
  readonly withPages: (pages: readonly CorpusPage[], generated: string) => LiveFiles
}

/** Paths of the files that carry the instant of the build. */
const DATED = new RegExp(`^(docs-data/.+|${[OPENAPI_FILE, ARAZZO_FILE, ASYNCAPI_FILE].join('|')})$`)

export function createLiveFiles(
  corpus: Corpus,
  { settings, search, ...tools }: LiveTools,
  generated: string,
): LiveFiles {
  const emitter = createPageEmitter(dropOldBanner(corpus, generated.slice(0, 10)), tools)
  const shared = indexFiles(emitter.shared)
  const limits = limitsInForce(corpus.registry.limits, settings)
  const site = once(() => indexFiles(emitSiteFiles(corpus)))
  const context = { corpus, limits, emitter, shared, site, search, drawn: new Map() }
  return createFiles({ ...context, made: new WeakMap(), coloured: new WeakSet() }, generated)
}

type LiveTools = {
  readonly settings: LimitSettings
  readonly search: Search
  readonly highlighter: Highlighter
  readonly cards: Pick<CardDrawer, 'find'>
  readonly diagrams: DiagramDrawer
}

/** What stays the same while only the text of pages changes. */
type FilesContext = {
  readonly corpus: Corpus
  readonly limits: Limits
  readonly emitter: Emitter
  readonly shared: ReadonlyMap<string, EmittedFile>
  readonly site: () => ReadonlyMap<string, EmittedFile>
  readonly search: Search
  /** Pictures of the pages that were shown. */
  readonly drawn: Map<string, EmittedFile>
  readonly made: WeakMap<CorpusPage, EmittedPage>
  readonly coloured: WeakSet<CorpusPage>
}

function createFiles(context: FilesContext, generated: string): LiveFiles {
  const { corpus, limits, emitter, made } = context
  const emit = (page: CorpusPage): EmittedPage => {
    const emitted = made.get(page) ?? emitter.emit(page)
    made.set(page, emitted)
    for (const file of emitted.pictures) context.drawn.set(file.path, file)
    return emitted
  }
  const pages = new Map(corpus.pages.map((page) => [pageFolder(page), page]))
  const facts: DatedFacts = { corpus, limits, search: context.search, undated: [] }
  const dated = once(() => indexFiles(emitDatedFiles(facts, generated).filter(isServed)))
  const full = once(() => joinFullText(corpus, (page) => emit(page).markdown))
  const manifest = once(() => {
    const files = [...context.shared.values(), ...context.site().values(), ...dated().values()]
    const emitted = corpus.pages.map(emit).flatMap(({ html, twin }) => [html, twin])
    const listed = [...files, ...emitted, ...context.drawn.values(), full()].map(describeFile)
    return emitManifest(corpus, { name: BUILD_NAME, generated }, listed).file
  })
  const find = (path: string): EmittedFile | undefined => {
    const [, folder = '', name] = /^(.*\/|)index\.(html|md)$/.exec(path) ?? []
    const page = name === undefined ? undefined : pages.get(folder)
    if (page !== undefined) return name === 'html' ? emit(page).html : emit(page).twin
    if (path === fullPathOf(corpus)) return full()
    if (path === MANIFEST_FILE) return manifest()
    const own = context.shared.get(path) ?? context.drawn.get(path)
    return own ?? (DATED.test(path) ? dated() : context.site()).get(path)
  }
  const colour = async (path: string): Promise<boolean> => {
    const page = pages.get(path === '' ? '' : `${path}/`)
    if (page === undefined || context.coloured.has(page)) return false
    context.coloured.add(page)
    await emitter.prepare(page)
    return made.delete(page)
  }
  const withPages = (changed: readonly CorpusPage[], at: string): LiveFiles => {
    const byPath = new Map(changed.map((page) => [page.path, page]))
    const next = corpus.pages.map((page) => byPath.get(page.path) ?? page)
    return createFiles({ ...context, corpus: { ...corpus, pages: next } }, at)
  }
  const descriptions = once(() =>
    describeForTools({
      openapi: describeOpenapi(corpus, { generated, limits, search: context.search }),
      arazzo: describeArazzo(corpus, { generated, limits }),
      asyncapi: describeAsyncapi(corpus, generated),
    }),
  )
  return { corpus, limits, find, emit, colour, descriptions, withPages }
}

/** A preview is no build; where a name is asked for, it has this one. */
const BUILD_NAME = '0'.repeat(32)

function isServed(file: EmittedFile): boolean {
  return !isPrivate(file)
}

function indexFiles(files: readonly EmittedFile[]): ReadonlyMap<string, EmittedFile> {
  return new Map(files.map((file) => [file.path, file]))
}

function once<Value>(make: () => Value): () => Value {
  let made: { readonly value: Value } | undefined
  return () => {
    made ??= { value: make() }
    return made.value
  }
}
