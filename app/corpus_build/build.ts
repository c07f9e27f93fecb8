import { mkdir, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { PRIVATE_FILES_FILE, PRIVATE_FOLDER, type StoredPage } from '../contract/build.ts'
import type { Manifest, ManifestFile } from '../contract/corpus.ts'
import { type LimitSettings, type Limits, limitsInForce } from '../contract/limits.ts'
import type { Problem } from '../contract/problem.ts'
import { err, ok, type Result } from '../contract/result.ts'
import {
  describe,
  type EmittedFile,
  type FolderWriter,
  folderWriter,
  syncFolder,
} from '../files/folder_writer.ts'
import { replaceFile } from '../files/replace.ts'
import { systemProblem } from '../files/system_problem.ts'
import { buildName, type SearchDocument } from '../public_docs/mod.ts'
import { utf8 } from '../source_text/escape.ts'
import { absoluteMarkdown, parseMarkdown } from '../source_text/markdown.ts'
import {
  buildsFolder,
  currentManifest,
  isWhole,
  manifestPath,
  placeBuild,
  removeOldBuilds,
  temporaryFolder,
} from './_builds.ts'
import { type Packer, packer } from './_pack.ts'
import { readCorpus } from './corpus.ts'
import { agentCards } from './emit/agent_card.ts'
import { arazzo } from './emit/arazzo.ts'
import { asyncapi } from './emit/asyncapi.ts'
import { docsData } from './emit/docs_data.ts'
import { feed } from './emit/feed.ts'
import { corpusLinks } from './emit/links.ts'
import { llms, llmsFullHead, llmsFullPage } from './emit/llms.ts'
import { manifest } from './emit/manifest.ts'
import { mcpDiscovery } from './emit/mcp_discovery.ts'
import { openapi } from './emit/openapi.ts'
import { pageEmitter } from './emit/pages.ts'
import { seal, servedTable } from './emit/seal.ts'
import { type Search, searchOver } from './emit/search.ts'
import { pageTables, privateFiles, serviceFile } from './emit/service_file.ts'
import { robots, sitemap } from './emit/site_files.ts'
import { inputDigest, noteInputs } from './inputs.ts'
import { baseOf } from './model/addresses.ts'
import type { Corpus } from './model/corpus.ts'
import { lockText } from './model/ids_lock.ts'

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
  const inputs = await inputDigest(options)
  const read = await readCorpus(options)
  if (!read.ok) return read
  const corpus = withAbsoluteSummaries(read.value)
  const filled = temporaryFolder(options.distDir)
  try {
    await mkdir(filled, { recursive: true })
    const report = await publish(options, corpus, filled)
    await noteInputs(options.distDir, report.build, inputs, options.corpusDir)
    return ok(report)
  } catch (error) {
    const problem = systemProblem(error, options.distDir)
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
  const writer = folderWriter(filled)
  const derived = folderWriter(filled)
  const pack = await packer(derived)
  const limits = limitsInForce(corpus.registry.limits, options.limits ?? {})
  const search = await writeUndated({ corpus, limits }, writer, pack, options.progress)
  const facts = { corpus, limits, search }
  const undated = await writer.settle()
  const full = fullPath(corpus)
  await pack.put({ path: full, bytes: await readFile(join(filled, full)) })
  const current = await currentManifest(distDir)
  const { name, generated } = await nameOf(options, facts, undated, current)
  const dated = datedFiles(facts, generated)
  const files = [...undated, ...dated.map(describe)]
  const served = files.filter(({ path }) => !path.startsWith(`${PRIVATE_FOLDER}/`))
  const bytes = files.reduce((sum, file) => sum + file.bytes, 0)
  const unchanged = current?.build === name && (await isWhole(distDir, name, current.files))
  const locked = await writeLock(options, corpus)
  const counts = { pages: corpus.pages.length, files: served.length, bytes }
  const report = { build: name, ...counts, generated, locked }
  if (unchanged && current.generated === generated) {
    await pack.end()
    return { ...report, changed: false }
  }
  for (const file of dated) await Promise.all([writer.put(file), pack.put(file)])
  const listed = await writer.settle()
  const { content, file } = manifest(corpus, { name, generated }, served)
  await pack.put(file)
  await derived.put(servedTable(describe(file), served, await pack.end()))
  const list = listed.filter(({ path }) => path === PRIVATE_FILES_FILE)
  const sealed = [...list, ...(await derived.settle())]
  await derived.put(seal(content, describe(file), sealed))
  await derived.settle()
  await syncFolder(filled)
  await placeBuild(distDir, filled, name, served)
  await syncFolder(buildsFolder(distDir))
  await replaceFile(manifestPath(distDir), file.bytes)
  await removeOldBuilds(distDir, name, options.nowMs)
  return { ...report, changed: true }
}

/** Everything but the few files that carry the instant of the build, page by page. */
async function writeUndated(
  { corpus, limits }: { readonly corpus: Corpus; readonly limits: Limits },
  writer: FolderWriter,
  pack: Packer,
  progress: BuildOptions['progress'],
): Promise<Search> {
  const put = async (file: EmittedFile): Promise<void> => {
    await Promise.all([writer.put(file), pack.put(file)])
  }
  const pages = pageEmitter(corpus)
  const stored: StoredPage[] = []
  const documents: SearchDocument[] = []
  const full = await writer.grow(fullPath(corpus))
  await full.add(llmsFullHead(corpus))
  for (const [at, page] of corpus.pages.entries()) {
    const emitted = pages.emit(page)
    stored.push(emitted.stored)
    documents.push(emitted.document)
    await full.add(llmsFullPage(page, emitted.markdown))
    await put(emitted.html)
    await put(emitted.twin)
    progress?.(at + 1, corpus.pages.length)
  }
  await full.end()
  const site = [llms(corpus), feed(corpus), sitemap(corpus), robots(corpus)]
  for (const file of [...pages.shared, ...site, mcpDiscovery(corpus), ...agentCards(corpus)])
    await put(file)
  const tables = pageTables(stored, documents)
  const hidden = [serviceFile(corpus, limits), ...tables]
  for (const file of hidden) await writer.put(file)
  await writer.put(privateFiles(hidden.map(describe)))
  return searchOver(corpus, tables)
}

type DatedFacts = { readonly corpus: Corpus; readonly limits: Limits; readonly search: Search }

/** The files that carry the instant of the build, by which cached copies are compared. */
function datedFiles(
  { corpus, limits, search }: DatedFacts,
  generated: string,
): readonly EmittedFile[] {
  return [
    ...docsData(corpus, generated),
    openapi(corpus, { generated, limits, search }),
    arazzo(corpus, { generated, limits }),
    asyncapi(corpus, generated),
  ]
}

function fullPath(corpus: Corpus): string {
  return corpus.registry.llms.full_path.slice(1)
}

/**
 * Name and instant of this build. Where nothing but the clock has moved on, they are those of the
 * build in place: unchanged content is no new build.
 */
async function nameOf(
  options: BuildOptions,
  facts: DatedFacts,
  undated: readonly ManifestFile[],
  current: Manifest | undefined,
): Promise<{ readonly name: string; readonly generated: string }> {
  const named = (generated: string) => {
    const dated = datedFiles(facts, generated).map(describe)
    return { name: buildName([...undated, ...dated]), generated }
  }
  const { sourceDateEpoch, nowMs } = options
  if (sourceDateEpoch !== undefined) return named(instant(sourceDateEpoch * 1000))
  if (current !== undefined && current.base_url === baseOf(facts.corpus.baseUrl)) {
    const again = named(current.generated)
    if (again.name === current.build) return again
  }
  return named(instant(nowMs))
}

/** RFC 3339 in UTC with seconds (shapes: corpus status). */
function instant(ms: number): string {
  return `${new Date(ms).toISOString().slice(0, 19)}Z`
}

/** The lock goes first: a published id that no lock keeps could be given to another page. */
async function writeLock({ lock, corpusDir }: BuildOptions, corpus: Corpus): Promise<boolean> {
  const path = join(corpusDir, 'ids.lock')
  const text = lockText(corpus.lock)
  if ((await readFile(path, 'utf8').catch(() => undefined)) === text) return true
  if (lock === 'keep') return false
  await replaceFile(path, utf8(text))
  return true
}

function withAbsoluteSummaries(corpus: Corpus): Corpus {
  const { change } = corpusLinks(corpus)
  const changes = corpus.changes.map((entry) => ({
    ...entry,
    summary: absoluteMarkdown(entry.summary, parseMarkdown(entry.summary), change),
  }))
  return { ...corpus, changes }
}
