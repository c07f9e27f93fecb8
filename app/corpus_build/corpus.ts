import type { LimitSettings } from '../contract/limits.ts'
import { type Problem, sortProblems } from '../contract/problem.ts'
import { err, ok, type Result } from '../contract/result.ts'
import { locateCorpusFile } from '../source_text/corpus_file.ts'
import { LOCK_BYTES_MAX, readText, type SourceFile } from '../source_text/source_file.ts'
import { assembleCorpus } from './_assemble.ts'
import { checkCorpus } from './check/corpus.ts'
import type { Corpus } from './model/corpus.ts'
import { parseLock } from './model/ids_lock.ts'
import type { Source, SourceLock } from './model/source.ts'
import { readBusiness } from './read/business.ts'
import { readChangelog } from './read/changelog.ts'
import { readPages } from './read/pages.ts'
import { readAllowlist, readRegistry } from './read/registry.ts'

export type CorpusOptions = {
  readonly corpusDir: string
  readonly baseUrl: string
  /** Settings over the registry's limits. */
  readonly limits?: LimitSettings
}

/**
 * The corpus, or every problem of every file, sorted by file and line. Reads and never writes: the
 * new lock is part of the value.
 */
export async function readCorpus(
  options: CorpusOptions,
): Promise<Result<Corpus, readonly Problem[]>> {
  const judged = await readSource(options)
  return judged.ok ? ok(judged.value.corpus) : judged
}

/** The corpus together with the source that it was made from, for those who look closer. */
export async function readSource({
  corpusDir,
  baseUrl,
  limits,
}: CorpusOptions): Promise<
  Result<{ readonly source: Source; readonly corpus: Corpus }, readonly Problem[]>
> {
  const file = (name: string): SourceFile => locateCorpusFile(corpusDir, name)
  const [registry, business, allowlist, lock, pages, changelog] = await Promise.all([
    readRegistry(file('registry.yaml'), baseUrl, limits),
    readBusiness(file('business.yaml'), file('example_workspace.yaml')),
    readAllowlist(file('allowlist.yaml')),
    readLock(file('ids.lock')),
    readPages(file('pages'), corpusDir),
    readChangelog(file('changelog')),
  ])
  const source: Source = {
    baseUrl: baseUrl.replace(/\/+$/, ''),
    registry: registry.value,
    business: business.value,
    allowlist: allowlist.value,
    lock: lock.lock,
    pages: pages.pages,
    changes: changelog.changes,
    pagesPlace: { file: file('pages').name, line: 1, column: 1 },
  }
  const judged = checkCorpus(source)
  const parts = [registry, business, allowlist, lock, pages, changelog, judged]
  const problems = parts.flatMap((part) => part.problems)
  if (problems.length > 0) return err(sortProblems(problems))
  return ok({ source, corpus: assembleCorpus(source, judged) })
}

async function readLock(
  file: SourceFile,
): Promise<{ readonly lock: SourceLock; readonly problems: readonly Problem[] }> {
  const text = await readText(file, LOCK_BYTES_MAX)
  if (text.ok) return parseLock(file.name, text.value)
  // A corpus that was never built has no lock yet.
  if (text.error === 'missing') return { lock: { entries: [], readable: true }, problems: [] }
  return { lock: { entries: [], readable: false }, problems: [text.error] }
}
