import type { LimitSettings } from '../../contract/limits.ts'
import { type Problem, startOfFile } from '../../contract/problem.ts'
import { baseOf, placeReadmes } from '../../docs/model/addresses.ts'
import { parseLock } from '../../docs/model/ids_lock.ts'
import type {
  SisterManifests,
  Source,
  SourceAllowlist,
  SourceLock,
  SourcePage,
  SourceRegistry,
  SourceYaml,
} from '../../docs/model/source.ts'
import {
  LOCK_BYTES_MAX,
  locateCorpusFile,
  readText,
  type SourceFile,
} from '../../text/source_text/source_file.ts'
import type { IdAssignment } from './_page_ids.ts'
import { checkCorpus } from './check/corpus.ts'
import { checkAllowlistFile, checkBusinessFiles, checkRegistryFile } from './check/corpus_files.ts'
import { checkSkills } from './check/skills.ts'
import { createAssetReader } from './read/assets.ts'
import { readBrand } from './read/brand.ts'
import { readBusiness } from './read/business.ts'
import { readChangelog } from './read/changelog.ts'
import { findMisspeltFiles } from './read/misspelt_files.ts'
import { readPageDates } from './read/page_dates.ts'
import { completePages, sourceOf } from './read/page_defaults.ts'
import { type RedirectList, readRedirectList } from './read/redirect_list.ts'
import { readAllowlist, readRegistry } from './read/registry.ts'
import { type FetchManifest, readSisterManifests } from './read/sisters.ts'
import { readSkills } from './read/skills.ts'

/** Everything of a corpus but its pages, as read. */
export type CorpusFiles = {
  readonly baseUrl: string
  readonly registry: SourceYaml<SourceRegistry>
  readonly business: Awaited<ReturnType<typeof readBusiness>>
  readonly allowlist: SourceYaml<SourceAllowlist>
  readonly lock: { readonly lock: SourceLock; readonly problems: readonly Problem[] }
  readonly changelog: Awaited<ReturnType<typeof readChangelog>>
  readonly brand: Awaited<ReturnType<typeof readBrand>>
  readonly redirects: RedirectList
  readonly sisters: SisterManifests
  readonly skills: Awaited<ReturnType<typeof readSkills>>
  /** Files that nobody reads, because of their names. */
  readonly misspelt: readonly Problem[]
  readonly pagesFolder: SourceFile
}

/** Reads everything of a corpus but its pages. */
export async function readCorpusFiles(
  corpusDir: string,
  baseUrl: string,
  fetchManifest?: FetchManifest,
): Promise<CorpusFiles> {
  const file = (name: string): SourceFile => locateCorpusFile(corpusDir, name)
  const [registry, business, allowlist, lock, changelog, redirects, misspelt] = await Promise.all([
    readRegistry(file('registry.yaml'), baseUrl),
    readBusiness(file('business.yaml'), file('example_workspace.yaml')),
    readAllowlist(file('allowlist.yaml')),
    readLock(file('ids.lock')),
    readChangelog(file('changelog')),
    readRedirectList(file('redirects.yaml')),
    findMisspeltFiles(corpusDir),
  ])
  const pagesFolder = file(registry.content.pagesFolder)
  const { brandPaths, sisters: named } = registry.content
  const [brand, sisters, skills] = await Promise.all([
    readBrand(corpusDir, brandPaths),
    readSisterManifests(corpusDir, baseUrl, named, fetchManifest),
    readSkills(file('skills')),
  ])
  const yaml = { registry, business, allowlist }
  const rest = { lock, changelog, redirects, brand, sisters, skills, misspelt, pagesFolder }
  return { baseUrl: baseOf(baseUrl), ...yaml, ...rest }
}

/** A source, and the problems of what its pages inherit and refer to. */
export type MadeSource = { readonly source: Source; readonly problems: readonly Problem[] }

type CorpusRead = {
  readonly files: CorpusFiles
  readonly limits: LimitSettings
  readonly pageProblems: readonly Problem[]
  readonly made: MadeSource
  readonly ids: IdAssignment
}

/** Every problem of a corpus, for a build, for `check` and for a preview. */
export function findProblems({
  files,
  limits,
  pageProblems,
  made,
  ids,
}: CorpusRead): readonly Problem[] {
  const { baseUrl, registry, business, allowlist, lock, changelog, redirects, brand, misspelt } =
    files
  return [
    ...checkRegistryFile(registry, baseUrl, limits),
    ...checkBusinessFiles(business),
    ...checkAllowlistFile(allowlist),
    ...lock.problems,
    ...changelog.problems,
    ...redirects.problems,
    ...brand.problems,
    ...checkSkills(files.skills, registry.content.value),
    ...misspelt,
    ...pageProblems,
    ...made.problems,
    ...checkCorpus(made.source, ids.ids),
    ...ids.problems,
  ]
}

/** Shared, so that a preview reads a picture once. */
const readAssets = createAssetReader()

/** The source of a corpus: its files, and its pages with what they inherit. */
export async function makeSource(
  files: CorpusFiles,
  read: readonly SourcePage[],
  folders: Source['folders'],
  readDates: typeof readPageDates = readPageDates,
): Promise<MadeSource> {
  const { registry, pagesFolder } = files
  const pages = placeReadmes(read)
  const undated = pages.filter(({ lacks }) => lacks.includes('updated')).map(sourceOf)
  const origins = { folders, registry: registry.content.pageDefaults }
  const dates = await readDates(pagesFolder.path, [...new Set(undated)])
  const found = await readAssets(pagesFolder, pages)
  const completed = completePages(pages, { ...origins, dates })
  const source: Source = {
    baseUrl: files.baseUrl,
    registry: registry.content,
    business: files.business.content,
    allowlist: files.allowlist.content,
    lock: files.lock.lock,
    pages: completed.pages,
    folders,
    assets: found.assets,
    brand: files.brand.brand,
    redirects: files.redirects.redirects,
    changes: files.changelog.changes,
    sisters: files.sisters,
    skills: files.skills,
    pagesPlace: startOfFile(pagesFolder.name),
  }
  // While the registry cannot be read, nobody knows what pages inherit from it.
  const absent = registry.source === undefined ? [] : completed.problems
  return { source, problems: [...absent, ...found.problems] }
}

async function readLock(file: SourceFile): Promise<CorpusFiles['lock']> {
  const text = await readText(file, LOCK_BYTES_MAX)
  if (text.ok) return parseLock(file.name, text.value)
  // A corpus that has never been built has no lock.
  if (text.error === 'missing') return { lock: { entries: [], readable: true }, problems: [] }
  return { lock: { entries: [], readable: false }, problems: [text.error] }
}
