import { mkdir, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { PRIVATE_FILES_FILE, PRIVATE_FOLDER, type StoredPage } from '../contract/build.ts'
import type { Manifest, ManifestFile } from '../contract/corpus.ts'
import { type LimitSettings, type Limits, limitsInForce } from '../contract/limits.ts'
import type { Problem } from '../contract/problem.ts'
import { err, ok, type Result } from '../contract/result.ts'
import {
  createFolderWriter,
  describeFile,
  type EmittedFile,
  type FolderWriter,
  syncFolder,
} from '../files/folder_writer.ts'
import { replaceFile } from '../files/replacement.ts'
import { describeSystemError } from '../files/system_problem.ts'
import { buildName, type SearchDocument } from '../public_docs/mod.ts'
import { encodeUtf8 } from '../source_text/escape.ts'
import { parseMarkdown, resolveMarkdown } from '../source_text/markdown.ts'
import {
  buildsFolder,
  isCompleteBuild,
  manifestPath,
  nameTemporaryFolder,
  placeBuild,
  readCurrentManifest,
  removeOldBuilds,
} from './_build_folders.ts'
import { createPacker, type Packer } from './_pack.ts'
import { readCorpus } from './corpus.ts'
import { emitAgentCards } from './emit/agent_card.ts'
import { emitArazzo } from './emit/arazzo.ts'
import { emitAsyncapi } from './emit/asyncapi.ts'
import { openBuildSearch, type Search } from './emit/build_search.ts'
import { emitDocsData } from './emit/docs_data.ts'
import { emitFeed } from './emit/feed.ts'
import { createLinks } from './emit/links.ts'
import { emitLlms, renderLlmsFullHead, renderLlmsFullPage } from './emit/llms.ts'
import { emitManifest } from './emit/manifest.ts'
import { emitMcpDiscovery } from './emit/mcp_discovery.ts'
import { emitOpenapi } from './emit/openapi.ts'
import { createPageEmitter } from './emit/pages.ts'
import { emitSeal, emitServedTable } from './emit/seal.ts'
import { emitPageTables, emitPrivateFiles, emitServiceFile } from './emit/service_file.ts'
import { emitRobots, emitSitemap } from './emit/site_files.ts'
import { digestInputs, recordInputs } from './inputs.ts'
import { baseOf } from './model/addresses.ts'
import type { Corpus } from './model/corpus.ts'
import { formatLock } from './model/ids_lock.ts'

export { isFresh } from './inputs.ts'

export type BuildOptions = {
  readonly corpusDir: string
  readonly distDir: string
  readonly baseUrl: string
  /** Settings over the registry's limits, which the descriptions name. */
  readonly limits?: LimitSettings
  /** `keep` leaves `ids.lock` as it is: for a corpus that cannot be written. */
  readonly lock: 'write' | 'keep'
  /** Instant of the build in seconds since 1970, in place of the clock. */
  readonly sourceDateEpoch?: number
  readonly nowMs: number
  readonly progress?: (done: number, total: number) => void
}

export type BuildReport = {
  readonly build: string
  /** False when the content is that of the current build: nothing was written then. */
  readonly changed: boolean
  readonly pages: number
  readonly files: number
  readonly bytes: number
  readonly generated: string
  /** Whether `ids.lock` holds the ids of this build; it may not, where it cannot be written. */
  readonly locked: boolean
}

/**
 * Corpus to build folder: reads, judges, writes `builds/<hash>/`, then renames the manifest into
 * place. With problems, or when the machine fails, the old build stays as it is.
 */
export async function build(
  options: BuildOptions,
): Promise<Result<BuildReport, readonly Problem[]>> {
  const inputs = await digestInputs(options)
  const read = await readCorpus(options)
  if (!read.ok) return read
  const corpus = makeSummariesAbsolute(read.value)
  const filled = nameTemporaryFolder(options.distDir)
  try {
    await mkdir(filled, { recursive: true })
    const report = await publish(options, corpus, filled)
    await recordInputs(options.distDir, report.build, inputs, options.corpusDir)
    return ok(report)
  } catch (error) {
    const problem = describeSystemError(error, options.distDir)
    if (problem === undefined) throw error
    return err([problem])
  } finally {
    await rm(filled, { recursive: true, force: true }).catch(() => undefined)
  }
}

async function publish(
  options: BuildOptions,
  corpus: Corpus,
  filled: string,
): Promise<BuildReport> {
  const { distDir } = options
  const writer = createFolderWriter(filled)
  const derived = createFolderWriter(filled)
  const pack = await createPacker(derived)
  const limits = limitsInForce(corpus.registry.limits, options.limits ?? {})
  const search = await writeUndatedFiles({ corpus, limits }, writer, pack, options.progress)
  const facts = { corpus, limits, search }
  const undated = await writer.settle()
  const full = fullPathOf(corpus)
  await pack.put({ path: full, bytes: await readFile(join(filled, full)) })
  const current = await readCurrentManifest(distDir)
  const { name, generated } = await nameBuild(options, facts, undated, current)
  const dated = emitDatedFiles(facts, generated)
  const files = [...undated, ...dated.map(describeFile)]
  const served = files.filter(({ path }) => !path.startsWith(`${PRIVATE_FOLDER}/`))
  const bytes = files.reduce((sum, file) => sum + file.bytes, 0)
  const unchanged = current?.build === name && (await isCompleteBuild(distDir, name, current.files))
  const locked = await writeLock(options, corpus)
  const counts = { pages: corpus.pages.length, files: served.length, bytes }
  const report = { build: name, ...counts, generated, locked }
  if (unchanged && current.generated === generated) {
    await pack.end()
    return { ...report, changed: false }
  }
  for (const file of dated) await Promise.all([writer.put(file), pack.put(file)])
  const listed = await writer.settle()
  const { content, file } = emitManifest(corpus, { name, generated }, served)
  await pack.put(file)
  await derived.put(emitServedTable(describeFile(file), served, await pack.end()))
  const list = listed.filter(({ path }) => path === PRIVATE_FILES_FILE)
  const sealed = [...list, ...(await derived.settle())]
  await derived.put(emitSeal(content, describeFile(file), sealed))
  await derived.settle()
  await syncFolder(filled)
  await placeBuild(distDir, filled, name, served)
  await syncFolder(buildsFolder(distDir))
  await replaceFile(manifestPath(distDir), file.bytes)
  await removeOldBuilds(distDir, name, options.nowMs)
  return { ...report, changed: true }
}

/** Everything but the few files that carry the instant of the build, page by page. */
async function writeUndatedFiles(
  { corpus, limits }: { readonly corpus: Corpus; readonly limits: Limits },
  writer: FolderWriter,
  pack: Packer,
  progress: BuildOptions['progress'],
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
    progress?.(at + 1, corpus.pages.length)
  }
  await full.end()
  const site = [emitLlms(corpus), emitFeed(corpus), emitSitemap(corpus), emitRobots(corpus)]
  for (const file of [
    ...pages.shared,
    ...site,
    emitMcpDiscovery(corpus),
    ...emitAgentCards(corpus),
  ])
    await put(file)
  const tables = emitPageTables(stored, documents)
  const hidden = [emitServiceFile(corpus, limits), ...tables]
  for (const file of hidden) await writer.put(file)
  await writer.put(emitPrivateFiles(hidden.map(describeFile)))
  return openBuildSearch(corpus, tables)
}

type DatedFacts = { readonly corpus: Corpus; readonly limits: Limits; readonly search: Search }

/** The files that carry the instant of the build, by which cached copies are compared. */
function emitDatedFiles(
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

function fullPathOf(corpus: Corpus): string {
  return corpus.registry.llms.full_path.slice(1)
}

/**
 * Name and instant of this build. Where nothing but the clock has moved on, they are those of the
 * build in place: unchanged content is no new build.
 */
async function nameBuild(
  options: BuildOptions,
  facts: DatedFacts,
  undated: readonly ManifestFile[],
  current: Manifest | undefined,
): Promise<{ readonly name: string; readonly generated: string }> {
  const named = (generated: string) => {
    const dated = emitDatedFiles(facts, generated).map(describeFile)
    return { name: buildName([...undated, ...dated]), generated }
  }
  const { sourceDateEpoch, nowMs } = options
  if (sourceDateEpoch !== undefined) return named(formatInstant(sourceDateEpoch * 1000))
  if (current !== undefined && current.base_url === baseOf(facts.corpus.baseUrl)) {
    const again = named(current.generated)
    if (again.name === current.build) return again
  }
  return named(formatInstant(nowMs))
}

/** RFC 3339 in UTC with seconds (shapes: corpus status). */
function formatInstant(ms: number): string {
  return `${new Date(ms).toISOString().slice(0, 19)}Z`
}

/** The lock goes first: a published id that no lock keeps could be given to another page. */
async function writeLock({ lock, corpusDir }: BuildOptions, corpus: Corpus): Promise<boolean> {
  const path = join(corpusDir, 'ids.lock')
  const text = formatLock(corpus.lock)
  if ((await readFile(path, 'utf8').catch(() => undefined)) === text) return true
  if (lock === 'keep') return false
  await replaceFile(path, encodeUtf8(text))
  return true
}

function makeSummariesAbsolute(corpus: Corpus): Corpus {
  const { change } = createLinks(corpus)
  const changes = corpus.changes.map((entry) => ({
    ...entry,
    summary: resolveMarkdown(entry.summary, parseMarkdown(entry.summary), change),
  }))
  return { ...corpus, changes }
}
