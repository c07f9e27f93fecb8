import { resolve, sep } from 'node:path'
import { type Problem, sortProblems } from '../contract/problem.ts'
import type { Snapshot } from '../public_docs/mod.ts'
import { type CorpusFiles, readCorpusFiles } from './_corpus_files.ts'
import { createLiveDates } from './_live_dates.ts'
import { createLiveFiles, type LiveFiles } from './_live_files.ts'
import { createLivePages, type PagesRead } from './_live_pages.ts'
import { createLiveSearch } from './_live_search.ts'
import { createLiveSnapshot, searchRecords } from './_live_snapshot.ts'
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
import type { Corpus } from './model/corpus.ts'

/** What a change of files changed for readers. */
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
  /** Folders outside the corpus that it reads. */
  readonly pagesFolder: () => string
  readonly problems: () => readonly Problem[]
  /** What `check` says besides the problems, of the file with this path in messages. */
  readonly warnings: () => readonly Problem[]
  /** Reads files again that may have changed, by absolute path; everything, without a list. */
  readonly follow: (paths?: readonly string[]) => Promise<LiveChange>
  /** Compares everything with everything; the text of one page is shown before. */
  readonly check: () => readonly Problem[]
  /** Resolves when search has caught up. */
  readonly searchable: () => Promise<void>
  readonly close: () => void
}

type LiveOptions = Pick<CorpusOptions, 'corpusDir' | 'baseUrl' | 'limits'> & {
  readonly clock: () => number
  /** Called when search has caught up with the pages. */
  readonly onIndexed: () => void
}

/** Everything that belongs to one state of the corpus. */
type State = {
  readonly good: GoodFiles
  readonly live: LiveSource
  readonly files: LiveFiles
  readonly snapshot: Snapshot
}

const NOTHING: LiveChange = { pages: [], moves: new Map() }

export function createLiveCorpus(options: LiveOptions): LiveCorpus {
  const { corpusDir, baseUrl, limits = {}, clock, onIndexed } = options
  const [pages, dates, search] = [createLivePages(), createLiveDates(), createLiveSearch(onIndexed)]
  let files: CorpusFiles | undefined
  let read: PagesRead = { pages: [], folders: [], problems: [] }
  let state: State | undefined
  let problems: readonly Problem[] = []
  let revision = 0

  const show = (good: GoodFiles, live: LiveSource, made?: LiveFiles): void => {
    const nowMs = clock()
    const generated = formatInstant(nowMs)
    const { corpus } = live
    revision += 1
    const index = search.over(corpus)
    const next = made ?? createLiveFiles(corpus, limits, searchRecords(corpus, index), generated)
    const facts = { index, generated, modifiedMs: nowMs, revision }
    state = { good, live, files: next, snapshot: createLiveSnapshot({ ...facts, files: next }) }
    search.follow(corpus)
  }
  const check = (): readonly Problem[] => {
    if (files === undefined) return problems
    problems = sortProblems(checkLive(files, read, state?.live, limits))
    return problems
  }
  const readWhole = async (): Promise<LiveChange> => {
    files = await readCorpusFiles(corpusDir, baseUrl)
    read = await pages.scan(files.pagesFolder, corpusDir)
    const good = chooseGoodFiles(files, limits, state?.good)
    const change = good === undefined ? NOTHING : await reassemble(files, good)
    check()
    return change
  }
  const reassemble = async (from: CorpusFiles, good: GoodFiles): Promise<LiveChange> => {
    const previous = state?.live.corpus
    const live = await assembleLive(from, good, read, previous, dates.read)
    const isSame = previous !== undefined && Bun.deepEquals(previous, live.corpus)
    if (isSame && state !== undefined) {
      state = { ...state, good, live: { ...live, corpus: previous } }
      return NOTHING
    }
    show(good, live)
    return { pages: undefined, moves: findMoves(previous, live.corpus) }
  }
  const readPages = async (paths: readonly string[]): Promise<LiveChange> => {
    const before = state
    const again = await pages.refresh(paths)
    if (again === 'unlisted' || files === undefined || before === undefined) return readWhole()
    if (again.length === 0) return NOTHING
    const byFile = new Map(again.map((each) => [each.page.file, each]))
    read = { ...read, pages: read.pages.map((each) => byFile.get(each.page.file) ?? each) }
    await dates.touch(files.pagesFolder.path, [...byFile.keys()])
    const { good } = before
    const changed = new Set(byFile.keys())
    const texts = await assembleTexts({ ...files, ...good }, read, changed, before.live, dates.read)
    if (texts === undefined) return await reassemble(files, good)
    const made = before.files.withPages(texts.changed, formatInstant(clock()))
    show(good, { ...texts.live, corpus: made.corpus }, made)
    return { pages: texts.changed.map(({ path }) => path), moves: new Map() }
  }
  return {
    current: () => state?.snapshot,
    pagesFolder: () => resolve(files?.pagesFolder.path ?? corpusDir),
    problems: () => problems,
    warnings: () => (state === undefined ? [] : findWarnings(state.live.source)),
    follow: async (paths) => {
      if (paths === undefined) dates.forget()
      const folder = files === undefined ? undefined : resolve(files.pagesFolder.path) + sep
      const isPage = (path: string) =>
        folder !== undefined && path.startsWith(folder) && path.endsWith('.md')
      return paths?.every(isPage) === true ? await readPages(paths) : await readWhole()
    },
    check,
    searchable: search.settled,
    close: search.close,
  }
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
