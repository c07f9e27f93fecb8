import type { LimitSettings } from '../contract/limits.ts'
import { type Problem, sortProblems, startOfFile } from '../contract/problem.ts'
import type { Registry } from '../contract/registry.ts'
import { err, ok, type Result } from '../contract/result.ts'
import { locateCorpusFile } from '../source_text/corpus_file.ts'
import { LOCK_BYTES_MAX, readText, type SourceFile } from '../source_text/source_file.ts'
import { assembleCorpus } from './_assemble.ts'
import { assignIds } from './_page_ids.ts'
import { findPrivateAddresses } from './check/addresses.ts'
import { checkCorpus } from './check/corpus.ts'
import { checkAllowlistFile, checkBusinessFiles, checkRegistryFile } from './check/corpus_files.ts'
import { baseOf } from './model/addresses.ts'
import type { Corpus } from './model/corpus.ts'
import { parseLock } from './model/ids_lock.ts'
import type { Source, SourceLock } from './model/source.ts'
import { readBusiness } from './read/business.ts'
import { readChangelog } from './read/changelog.ts'
import { readPageDates } from './read/page_dates.ts'
import { completePages } from './read/page_defaults.ts'
import { readPages } from './read/pages.ts'
import { readAllowlist, readRegistry as readRegistryFile } from './read/registry.ts'

export type CorpusOptions = {
  readonly corpusDir: string
  readonly baseUrl: string
  /** Settings over the registry's limits. */
  readonly limits?: LimitSettings
  /** Refuses what may not be published; otherwise that is a warning. */
  readonly production?: boolean
}

/**
 * Reads the corpus, or reports every problem of every file, sorted by file and line. It never
 * writes: the new lock is part of the value.
 */
export async function readCorpus(
  options: CorpusOptions,
): Promise<Result<Corpus, readonly Problem[]>> {
  const result = await readSource(options)
  return result.ok ? ok(result.value.corpus) : result
}

/** Reads the corpus together with the source that it was made from. */
export async function readSource({
  corpusDir,
  baseUrl,
  limits = {},
  production = false,
}: CorpusOptions): Promise<
  Result<{ readonly source: Source; readonly corpus: Corpus }, readonly Problem[]>
> {
  const file = (name: string): SourceFile => locateCorpusFile(corpusDir, name)
  const registry = await readRegistryFile(file('registry.yaml'), baseUrl)
  const folder = file(registry.content.pagesFolder)
  const [business, allowlist, lock, pages, changelog] = await Promise.all([
    readBusiness(file('business.yaml'), file('example_workspace.yaml')),
    readAllowlist(file('allowlist.yaml')),
    readLock(file('ids.lock')),
    readPages(folder, corpusDir),
    readChangelog(file('changelog')),
  ])
  const undated = pages.pages.filter(({ lacks }) => lacks.includes('updated'))
  const completed = completePages(pages.pages, {
    folders: pages.folders,
    registry: registry.content.pageDefaults,
    dates: await readPageDates(
      folder.path,
      undated.map(({ file: name }) => name),
    ),
  })
  const source: Source = {
    baseUrl: baseOf(baseUrl),
    registry: registry.content,
    business: business.content,
    allowlist: allowlist.content,
    lock: lock.lock,
    pages: completed.pages,
    folders: pages.folders,
    changes: changelog.changes,
    pagesPlace: startOfFile(folder.name),
  }
  const ids = assignIds(source.pages, source.lock)
  const found = [
    ...checkRegistryFile(registry, baseUrl, limits),
    ...checkBusinessFiles(business),
    ...checkAllowlistFile(allowlist),
    ...lock.problems,
    ...pages.problems,
    ...completed.problems,
    ...changelog.problems,
    ...checkCorpus(source),
    ...(production ? findPrivateAddresses(source) : []),
    ...ids.problems,
  ]
  if (found.length > 0) return err(sortProblems(found))
  return ok({ source, corpus: assembleCorpus(source, ids) })
}

/** Reads the registry alone, with all its checks, for commands that need no pages. */
export async function readRegistry({
  corpusDir,
  baseUrl,
  limits = {},
}: CorpusOptions): Promise<Result<Registry, readonly Problem[]>> {
  const file = await readRegistryFile(locateCorpusFile(corpusDir, 'registry.yaml'), baseUrl)
  const problems = checkRegistryFile(file, baseUrl, limits)
  const { value } = file.content
  return value === undefined || problems.length > 0 ? err(problems) : ok(value)
}

async function readLock(
  file: SourceFile,
): Promise<{ readonly lock: SourceLock; readonly problems: readonly Problem[] }> {
  const text = await readText(file, LOCK_BYTES_MAX)
  if (text.ok) return parseLock(file.name, text.value)
  // A corpus that has never been built has no lock.
  if (text.error === 'missing') return { lock: { entries: [], readable: true }, problems: [] }
  return { lock: { entries: [], readable: false }, problems: [text.error] }
}
