import type { LimitSettings } from '../../contract/limits.ts'
import { type Problem, sortProblems } from '../../contract/problem.ts'
import type { Registry } from '../../contract/registry.ts'
import { err, ok, type Result } from '../../contract/result.ts'
import type { Corpus } from '../../docs/model/corpus.ts'
import type { Source } from '../../docs/model/source.ts'
import { locateCorpusFile } from '../../text/source_text/source_file.ts'
import { assembleCorpus } from './_assemble.ts'
import { findProblems, makeSource, readCorpusFiles } from './_corpus_files.ts'
import { assignIds } from './_page_ids.ts'
import { findPrivateAddresses } from './check/addresses.ts'
import { checkRegistryFile } from './check/corpus_files.ts'
import { type PageReading, readPages } from './read/pages.ts'
import { readRegistry as readRegistryFile } from './read/registry.ts'
import type { FetchManifest } from './read/sisters.ts'

export type CorpusOptions = {
  readonly corpusDir: string
  readonly baseUrl: string
  /** Settings over the registry's limits. */
  readonly limits?: LimitSettings
  /** Refuses what may not be published; otherwise that is a warning. */
  readonly production?: boolean
  /** Reads manifests of sister sites over the network; without it, files alone are read. */
  readonly fetchManifest?: FetchManifest
}

/**
 * Reads the corpus, or reports every problem of every file, sorted by file and line. It never
 * writes: the new lock is part of the value.
 */
export async function readCorpus(
  options: CorpusOptions,
  reading?: PageReading,
): Promise<Result<Corpus, readonly Problem[]>> {
  const result = await readSource(options, reading)
  return result.ok ? ok(result.value.corpus) : result
}

/** Reads the corpus together with the source that it was made from. */
export async function readSource(
  { corpusDir, baseUrl, limits = {}, production = false, fetchManifest }: CorpusOptions,
  reading?: PageReading,
): Promise<Result<{ readonly source: Source; readonly corpus: Corpus }, readonly Problem[]>> {
  const files = await readCorpusFiles(corpusDir, baseUrl, fetchManifest)
  const { variables } = files.registry.content
  const read = await readPages(files.pagesFolder, corpusDir, variables, reading)
  const made = await makeSource(files, read.pages, read.folders)
  const { source } = made
  const ids = assignIds(source.pages, source.lock)
  const found = [
    ...findProblems({ files, limits, pageProblems: read.problems, made, ids }),
    ...(production ? findPrivateAddresses(source) : []),
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
