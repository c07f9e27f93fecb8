import { mkdir, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { PRIVATE_FILES_FILE } from '../../contract/build.ts'
import type { ManifestFile } from '../../contract/corpus.ts'
import { LIMITS, limitsInForce } from '../../contract/limits.ts'
import type { Problem } from '../../contract/problem.ts'
import { err, ok, type Result } from '../../contract/result.ts'
import { baseOf } from '../../docs/model/addresses.ts'
import type { Corpus } from '../../docs/model/corpus.ts'
import { formatLock } from '../../docs/model/ids_lock.ts'
import { computeBuildName } from '../../docs/public_docs/mod.ts'
import {
  buildsFolder,
  nameTemporaryFolder,
  removeOldBuilds,
} from '../../foundation/files/build_folders.ts'
import {
  createFolderWriter,
  describeFile,
  type FolderWriter,
  syncFolder,
} from '../../foundation/files/folder_writer.ts'
import { replaceFile } from '../../foundation/files/replacement.ts'
import { describeSystemError } from '../../foundation/files/system_problem.ts'
import { encodeUtf8 } from '../../text/source_text/escape.ts'
import { listPrograms, parseMarkdown, resolveMarkdown } from '../../text/source_text/markdown.ts'
import {
  type CurrentBuild,
  isCompleteBuild,
  manifestPath,
  placeBuild,
  readCurrentBuild,
} from './_build_folders.ts'
import { type DatedFacts, emitDatedFiles, isPrivate, writeUndatedFiles } from './_emitted_files.ts'
import { createPacker } from './_pack.ts'
import { openPageTools, type PageTools } from './_page_tools.ts'
import { type CorpusOptions, readSource } from './corpus.ts'
import { dropOldBanner } from './emit/brand.ts'
import { createLinks } from './emit/links.ts'
import { emitManifest } from './emit/manifest.ts'
import { emitSeal, emitServedTable } from './emit/seal.ts'
import { digestInputs, type Inputs, recordInputs } from './inputs.ts'
import type { OnParsed } from './read/body.ts'
import type { PageReading } from './read/pages.ts'

export { isFresh } from './inputs.ts'

/**
 * Reading more pages than these leaves other processors idle for long enough that code is coloured
 * meanwhile, which takes as long as everything else (spec/decisions/build_size.md).
 */
const PAGES_FEW = 200

export type BuildOptions = CorpusOptions & {
  readonly distDir: string
  /** `keep` leaves `ids.lock` unchanged, for a read-only corpus. */
  readonly lock: 'write' | 'keep'
  /** Most pages of which each is a file at its path; replaces the usual number. */
  readonly pageFilesMax?: number
  /** Instant of the build in seconds since 1970; replaces the clock. */
  readonly sourceDateEpoch?: number
  readonly nowMs: number
  readonly progress?: (done: number, total: number) => void
}

/**
 * Builds a corpus: reads, checks, writes `builds/<hash>/`, then renames the manifest into place.
 * If the corpus has problems or the machine fails, the old build stays as it is.
 */
export async function build(
  options: BuildOptions,
): Promise<Result<BuildReport, readonly Problem[]>> {
  const tools = await openPageTools(options.distDir)
  try {
    const inputs = await digestInputs(options)
    let pages = 0
    const onParsed: OnParsed = (parsed) => {
      pages += 1
      if (pages > PAGES_FEW) tools.highlighter.offer(() => listPrograms(parsed))
    }
    const read = await readInputs(options, { onParsed, keep: tools.kept.read })
    if (!read.ok) return read
    const { corpus, warnings } = read.value
    const { sourceDateEpoch, nowMs } = options
    const day = formatInstant(sourceDateEpoch === undefined ? nowMs : sourceDateEpoch * 1000)
    const shown = dropOldBanner(makeSummariesAbsolute(corpus), day.slice(0, 10))
    const written = await write(options, shown, { tools, inputs })
    return written.ok ? ok({ ...written.value, warnings }) : written
  } finally {
    await tools.highlighter.close()
    tools.kept.close()
  }
}

/** Nothing of the source is kept while the pages are written. */
async function readInputs(
  options: BuildOptions,
  reading: PageReading,
): Promise<Result<ReadInputs, readonly Problem[]>> {
  const read = await readSource(options, reading)
  if (!read.ok) return read
  const { source, corpus } = read.value
  return ok({ corpus, warnings: source.sisters.warnings })
}

type ReadInputs = { readonly corpus: Corpus; readonly warnings: readonly Problem[] }

async function write(
  options: BuildOptions,
  corpus: Corpus,
  { tools, inputs }: { readonly tools: PageTools; readonly inputs: Inputs },
): Promise<Result<WrittenBuild, readonly Problem[]>> {
  const filled = nameTemporaryFolder(options.distDir)
  const [writer, derived] = [createFolderWriter(filled), createFolderWriter(filled)]
  try {
    await mkdir(filled, { recursive: true })
    const report = await publish(options, corpus, tools, { filled, writer, derived })
    await tools.kept.save(report.build)
    await recordInputs(options, report.build, inputs)
    return ok(report)
  } catch (error) {
    const problem = describeSystemError(error, options.distDir)
    if (problem === undefined) throw error
    return err([problem])
  } finally {
    await Promise.all([writer.close(), derived.close()])
    await rm(filled, { recursive: true, force: true }).catch(() => undefined)
  }
}

export type BuildReport = WrittenBuild & {
  /** Sister sites that could not be read. */
  readonly warnings: readonly Problem[]
}

type WrittenBuild = {
  readonly build: string
  /** False when the content equals that of the current build, so that nothing was written. */
  readonly changed: boolean
  readonly pages: number
  readonly files: number
  readonly bytes: number
  readonly generated: string
  /** Address that the build before this one was made for; absent where there was none. */
  readonly replacedBaseUrl: string | undefined
  /** Whether `ids.lock` holds the ids of this build; it may not when the corpus is read-only. */
  readonly locked: boolean
}

/** The folder of a build, and the writers of its files and of what is derived from them. */
type Target = {
  readonly filled: string
  readonly writer: FolderWriter
  readonly derived: FolderWriter
}

async function publish(
  options: BuildOptions,
  corpus: Corpus,
  tools: PageTools,
  { filled, writer, derived }: Target,
): Promise<WrittenBuild> {
  const { distDir } = options
  const pack = await createPacker(derived)
  const limits = limitsInForce(corpus.registry.limits, options.limits ?? {})
  const onPage = (done: number) => options.progress?.(done, corpus.pages.length)
  const isPacked = corpus.pages.length > (options.pageFilesMax ?? LIMITS.pageFilesMax)
  const work = { ...tools, onPage, isPacked }
  const search = await writeUndatedFiles(corpus, writer, pack, work)
  await tools.saveCards()
  const undated = await writer.settle()
  const facts = { corpus, limits, search, undated }
  const current = await readCurrentBuild(distDir)
  const { name, generated, dated } = await nameBuild(options, facts, undated, current)
  const files = [...undated, ...dated.map(describeFile)]
  const served = files.filter((file) => !isPrivate(file))
  const bytes = files.reduce((sum, file) => sum + file.bytes, 0)
  const unchanged = current?.build === name && (await isCompleteBuild(distDir, name, served))
  const locked = await writeLock(options, corpus)
  const counts = { pages: corpus.pages.length, files: served.length, bytes }
  const replacedBaseUrl = current?.base_url
  const report = { build: name, ...counts, generated, replacedBaseUrl, locked }
  if (unchanged && current.generated === generated) return { ...report, changed: false }
  for (const file of dated) {
    await writer.put(file)
    if (!isPrivate(file)) await pack.put(file)
  }
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
  await removeOldBuilds(distDir, name, { nowMs: options.nowMs })
  return { ...report, changed: true }
}

type NamedBuild = {
  readonly name: string
  readonly generated: string
  readonly dated: ReturnType<typeof emitDatedFiles>
}

/**
 * Name and instant of this build, and the files that carry the instant. If only the clock has
 * moved on, name and instant are those of the current build: unchanged content is not a new build.
 */
async function nameBuild(
  options: BuildOptions,
  facts: DatedFacts,
  undated: readonly ManifestFile[],
  current: CurrentBuild | undefined,
): Promise<NamedBuild> {
  const nameAt = (generated: string): NamedBuild => {
    const dated = emitDatedFiles(facts, generated)
    const files = [...undated, ...dated.map(describeFile)]
    return { name: computeBuildName(files), generated, dated }
  }
  const { sourceDateEpoch, nowMs } = options
  if (sourceDateEpoch !== undefined) return nameAt(formatInstant(sourceDateEpoch * 1000))
  if (current !== undefined && current.base_url === baseOf(facts.corpus.baseUrl)) {
    const again = nameAt(current.generated)
    if (again.name === current.build) return again
  }
  return nameAt(formatInstant(nowMs))
}

/** RFC 3339 in UTC with seconds (shapes: corpus status). */
function formatInstant(ms: number): string {
  return `${new Date(ms).toISOString().slice(0, 19)}Z`
}

/** Writes the lock before the build: a published id that no lock has could be reassigned. */
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
