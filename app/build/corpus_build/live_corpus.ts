import { join, resolve, sep } from 'node:path'
import { type Problem, sortProblems } from '../../contract/problem.ts'
import type { Corpus } from '../../docs/model/corpus.ts'
import type { Snapshot } from '../../docs/public_docs/mod.ts'
import type { SearchIndex } from '../../docs/search/mod.ts'
import { createCardDrawer } from '../../text/content/card_drawer.ts'
import type { CodeCache } from '../../text/content/code_cache.ts'
import { createDiagramDrawer } from '../../text/content/diagram_drawer.ts'
import { createHighlighter } from '../../text/content/highlighter.ts'
import { type CorpusFiles, type MadeSource, makeSource, readCorpusFiles } from './_corpus_files.ts'
import { createLiveFiles, type LiveFiles } from './_live_files.ts'
import { createLivePages, type PagesRead } from './_live_pages.ts'
import { LiveSearch } from './_live_search.ts'
import { createLiveSnapshot } from './_live_snapshot.ts'
import {
  assembleLive,
  assembleTexts,
  checkLive,
  chooseGoodFiles,
  type GoodFiles,
  type LiveSource,
} from './_live_source.ts'
import { findWarnings } from './check.ts'
import type { CorpusOptions } from './corpus.ts'
import { searchRecords } from './emit/build_search.ts'
import { prepareSocialCards } from './emit/social_cards.ts'
import { type PageDate, readFileDate, readPageDates } from './read/page_dates.ts'

export type LiveChange = {
  /** Paths of pages with new text; absent if anything may be different. */
  readonly pages: readonly string[] | undefined
  /** Where pages are now that were elsewhere, by the path that they had. */
  readonly moves: ReadonlyMap<string, string>
}

/** A corpus that is read while it is written; nothing of it is ever changed. */
export type LiveCorpus = {
  /** What can be shown; absent while there is no registry to show anything with. */
  readonly current: () => Snapshot | undefined
  readonly pagesFolder: () => string
  readonly problems: () => readonly Problem[]
  /** What `check` says besides the problems, but for examples, which take an index of their own. */
  readonly warnings: () => readonly Problem[]
  /** The file of a page as messages name it. */
  readonly fileOf: (id: string) => string | undefined
  /** Reads files again that may have changed, by absolute path; everything, without a list. */
  readonly follow: (paths?: readonly string[]) => Promise<LiveChange>
  /** Compares everything with everything; the text of one page is shown before. */
  readonly check: () => readonly Problem[]
  /** Resolves when there is a search index, which may be of a moment ago. */
  readonly searchable: () => Promise<void>
  readonly settled: () => Promise<void>
  /** What a search is explained from; absent while there is no index of these pages. */
  readonly searched: () => SearchedCorpus | undefined
  /** Colours the code of a page; true if it was shown without colours before. */
  readonly colour: (path: string) => Promise<boolean>
  readonly close: () => Promise<void>
}

type SearchedCorpus = {
  readonly corpus: Corpus
  readonly snapshot: Snapshot
  readonly index: SearchIndex
}

type LiveOptions = Pick<CorpusOptions, 'corpusDir' | 'baseUrl' | 'limits'> & {
  readonly clock: () => number
  /** Called when search has caught up with the pages. */
  readonly onIndexed: () => void
}

type State = {
  readonly good: GoodFiles
  readonly live: LiveSource
  readonly files: LiveFiles
  readonly snapshot: Snapshot
}

const NOTHING: LiveChange = { pages: [], moves: new Map() }

/** Opens a corpus for a preview; `follow()` reads it for the first time. */
export function createLiveCorpus(options: LiveOptions): LiveCorpus {
  const reader = new LiveReader(options)
  const { search } = reader
  return {
    current: () => reader.state?.snapshot,
    pagesFolder: () => resolve(reader.files?.pagesFolder.path ?? options.corpusDir),
    problems: () => reader.problems,
    fileOf: (id) => reader.fileOf(id),
    warnings: () => {
      const live = reader.state?.live
      return live === undefined ? [] : sortProblems(findWarnings(live.source, live.corpus))
    },
    follow: async (paths) => {
      const known = paths?.every((path) => reader.isPage(path)) === true ? paths : undefined
      return known === undefined
        ? await reader.readWhole(paths === undefined)
        : await reader.readPages(known)
    },
    check: () => reader.check(),
    searchable: () => search.opened,
    settled: () => search.settled(),
    searched: () => reader.findSearched(),
    colour: async (path) => (await reader.state?.files.colour(path)) ?? false,
    close: async () => {
      search.close()
      await reader.highlighter.close()
    },
  }
}

/** Reads a corpus again and again, and keeps the last state that can be shown. */
class LiveReader {
  files: CorpusFiles | undefined
  state: State | undefined
  problems: readonly Problem[] = []
  readonly highlighter = createHighlighter(rememberColours())
  readonly #cards = createCardDrawer(new Map())
  readonly #diagrams = createDiagramDrawer(new Map())
  readonly search: LiveSearch
  readonly #options: LiveOptions
  readonly #pages = createLivePages()
  readonly #dates = createLiveDates()
  #read: PagesRead = { pages: [], folders: [], isUnseen: () => false, problems: [] }
  /** What was read while there is nothing to show. */
  #unshown: MadeSource | undefined
  #revision = 0

  constructor(options: LiveOptions) {
    this.#options = options
    this.search = new LiveSearch(options.onIndexed)
  }

  isPage(path: string): boolean {
    if (this.files === undefined || !path.endsWith('.md')) return false
    return path.startsWith(resolve(this.files.pagesFolder.path) + sep)
  }

  fileOf(id: string): string | undefined {
    const { corpus, source } = this.state?.live ?? {}
    const page = corpus?.pages.find(({ record }) => record.id === id)
    return source?.pages.find(({ path }) => path === page?.path)?.place.file
  }

  findSearched(): SearchedCorpus | undefined {
    if (this.state === undefined) return undefined
    const { live, snapshot } = this.state
    const index = this.search.indexOf(live.corpus)
    return index === undefined ? undefined : { corpus: live.corpus, snapshot, index }
  }

  async readWhole(isDateUnknown: boolean): Promise<LiveChange> {
    const { corpusDir, baseUrl, limits = {} } = this.#options
    if (isDateUnknown) this.#dates.forget()
    const files = keepPagesFolder(await readCorpusFiles(corpusDir, baseUrl), this.files)
    this.files = files
    this.#read = await this.#pages.scan(
      files.pagesFolder,
      corpusDir,
      files.registry.content.variables,
    )
    const good = chooseGoodFiles(files, limits, this.state?.good)
    const change = good === undefined ? NOTHING : await this.#reassemble(files, good)
    if (good === undefined) {
      const pages = this.#read.pages.map(({ page }) => page)
      this.#unshown = await makeSource(files, pages, this.#read.folders, this.#dates.read)
    }
    this.check()
    return change
  }

  /** Reads pages again; their text alone changes nothing around them. */
  async readPages(paths: readonly string[]): Promise<LiveChange> {
    const { files, state } = this
    const pages = await this.#pages.refresh(paths)
    if (pages === 'unlisted' || files === undefined || state === undefined) {
      return await this.readWhole(false)
    }
    if (pages.length === 0) return NOTHING
    const byFile = new Map(pages.map((each) => [each.page.file, each]))
    const all = this.#read.pages.map((each) => byFile.get(each.page.file) ?? each)
    this.#read = { ...this.#read, pages: all }
    await this.#dates.touch(files.pagesFolder.path, [...byFile.keys()])
    const { good, live } = state
    const changed = new Set(byFile.keys())
    const dates = this.#dates.read
    const texts = await assembleTexts(files, good, this.#read, changed, live, dates)
    if (texts === undefined) return await this.#reassemble(files, good)
    const made = state.files.withPages(texts.changed, formatInstant(this.#options.clock()))
    this.#show(good, { ...texts.live, corpus: made.corpus }, made)
    return { pages: texts.changed.map(({ path }) => path), moves: new Map() }
  }

  check(): readonly Problem[] {
    const { files, state } = this
    const made = state?.live.written ?? this.#unshown
    if (files === undefined || made === undefined) return this.problems
    const { limits = {} } = this.#options
    this.problems = sortProblems(checkLive(files, this.#read, made, limits))
    return this.problems
  }

  async #reassemble(files: CorpusFiles, good: GoodFiles): Promise<LiveChange> {
    const previous = this.state?.live.corpus
    const live = await assembleLive(files, good, this.#read, previous, this.#dates.read)
    if (this.state !== undefined && previous !== undefined && isSame(previous, live.corpus)) {
      this.state = { ...this.state, good, live: { ...live, corpus: previous } }
      return NOTHING
    }
    // Drawn when somebody asks; what draws is there from the start.
    await prepareSocialCards(live.corpus, this.#cards)
    this.#show(good, live)
    return { pages: undefined, moves: findMoves(previous, live.corpus) }
  }

  #show(good: GoodFiles, live: LiveSource, made?: LiveFiles): void {
    const { limits: settings = {}, clock } = this.#options
    const [nowMs, { corpus }, { highlighter }] = [clock(), live, this]
    const [index, generated] = [this.search.over(corpus), formatInstant(nowMs)]
    const drawing = { highlighter, cards: this.#cards, diagrams: this.#diagrams }
    const tools = { settings, search: searchRecords(corpus, index), ...drawing }
    const files = made ?? createLiveFiles(corpus, tools, generated)
    this.#revision += 1
    const facts = { files, index, generated, modifiedMs: nowMs, revision: this.#revision }
    this.state = { good, live, files, snapshot: createLiveSnapshot(facts) }
    this.search.follow(corpus)
  }
}

/** A registry that cannot be read does not say where the pages are. */
function keepPagesFolder(files: CorpusFiles, before: CorpusFiles | undefined): CorpusFiles {
  if (files.registry.source !== undefined || before === undefined) return files
  return { ...files, pagesFolder: before.pagesFolder }
}

/** Digests of texts in the lock follow the texts. */
function isSame(before: Corpus, after: Corpus): boolean {
  return Bun.deepEquals({ ...before, lock: [] }, { ...after, lock: [] })
}

function formatInstant(ms: number): string {
  return `${new Date(ms).toISOString().slice(0, 19)}Z`
}

function findMoves(before: Corpus | undefined, after: Corpus): ReadonlyMap<string, string> {
  const places = new Map(after.pages.map(({ record, path }) => [record.id, path]))
  const moved = (before?.pages ?? []).flatMap(({ record, path }) => {
    const now = places.get(record.id)
    return now === undefined || now === path ? [] : [[path, now] as const]
  })
  return new Map(moved)
}

/** Colours last as long as the preview: a build has a file for them, and this writes none. */
function rememberColours(): CodeCache {
  const known = new Map<string, string>()
  const keyOf = ({ language, code }: Parameters<CodeCache['get']>[0]) => `${language}\n${code}`
  return {
    get: (program) => known.get(keyOf(program)),
    has: (program) => known.has(keyOf(program)),
    set: (program, html) => void known.set(keyOf(program), html),
    save: async () => undefined,
  }
}

/** Dates of pages that state none: git is asked once, and a page that is saved has its own day. */
type LiveDates = {
  readonly read: typeof readPageDates
  /** These pages were saved. */
  readonly touch: (folder: string, files: readonly string[]) => Promise<void>
  /** Another commit is checked out. */
  readonly forget: () => void
}

function createLiveDates(): LiveDates {
  const known = new Map<string, PageDate>()
  return {
    read: async (folder, files) => {
      const missing = files.filter((file) => !known.has(file))
      for (const [file, date] of await readPageDates(folder, missing)) known.set(file, date)
      return known
    },
    touch: async (folder, files) => {
      for (const file of files) known.set(file, await readFileDate(join(folder, file)))
    },
    forget: () => known.clear(),
  }
}
