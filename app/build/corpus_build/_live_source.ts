import type { LimitSettings } from '../../contract/limits.ts'
import { compare, type Problem } from '../../contract/problem.ts'
import { urlPathOf } from '../../docs/model/addresses.ts'
import type { Corpus, CorpusPage } from '../../docs/model/corpus.ts'
import type { Source, SourceLock, SourcePage } from '../../docs/model/source.ts'
import { assembleCorpus, toCorpusPage } from './_assemble.ts'
import { type CorpusFiles, findProblems, type MadeSource, makeSource } from './_corpus_files.ts'
import type { PagesRead } from './_live_pages.ts'
import { assignIds } from './_page_ids.ts'
import { listGoodPages, repairPage } from './_repaired_pages.ts'
import { checkAddresses } from './check/addresses.ts'
import { checkRegistryFile } from './check/corpus_files.ts'
import type { readPageDates } from './read/page_dates.ts'
import { sourceOf } from './read/page_defaults.ts'

/** A corpus for readers who wait: made of what is good, beside every problem of the rest. */
export type LiveSource = {
  readonly corpus: Corpus
  /** As read, with pages that are broken, and the last good state of every other file. */
  readonly source: Source
  /** As read, with all that is broken in it: what `check` reads. */
  readonly written: MadeSource
}

const GOOD = [
  'registry',
  'business',
  'allowlist',
  'changelog',
  'redirects',
  'brand',
  'skills',
] as const

/** The last state in which each of these files was good. */
export type GoodFiles = Pick<CorpusFiles, (typeof GOOD)[number]>

/** Each file as it is, or as it was when it had no problem; absent without a registry. */
export function chooseGoodFiles(
  files: CorpusFiles,
  limits: LimitSettings,
  before: GoodFiles | undefined,
): GoodFiles | undefined {
  const isRegistryGood =
    files.registry.content.value !== undefined &&
    checkRegistryFile(files.registry, files.baseUrl, limits).length === 0
  const registry = isRegistryGood ? files.registry : before?.registry
  if (registry === undefined) return undefined
  const { allowlist, changelog, redirects, business, brand, skills } = files
  const isBusinessFine = isFine(business.registry) && isFine(business.example)
  return {
    registry,
    allowlist: isFine(allowlist) ? allowlist : (before?.allowlist ?? allowlist),
    changelog: isFine(changelog) ? changelog : (before?.changelog ?? changelog),
    redirects: isFine(redirects) ? redirects : (before?.redirects ?? redirects),
    business: isBusinessFine ? business : (before?.business ?? business),
    skills: isFine(skills) ? skills : (before?.skills ?? skills),
    // The registry names its files.
    brand: isRegistryGood && isFine(brand) ? brand : (before?.brand ?? brand),
  }
}

function isFine({ problems }: { readonly problems: readonly Problem[] }): boolean {
  return problems.length === 0
}

/**
 * Assembles what can be shown. A page that cannot is shown as it was before, and its ids stay: a
 * page that the lock does not have yet keeps the id that it got first.
 */
export async function assembleLive(
  files: CorpusFiles,
  good: GoodFiles,
  read: PagesRead,
  previous: Corpus | undefined,
  readDates: typeof readPageDates,
): Promise<LiveSource> {
  const { source, written } = await makeSources(files, good, read, readDates)
  const whole = listGoodPages(previous)
  const repaired = await repairBroken(source, files, whole, readDates)
  const isRepaired = new Set(repaired.map(({ path }) => path))
  const usable = findUsable({ ...source, pages: [...source.pages, ...repaired] })
  const lock = extendLock(source, read, previous)
  // A page that cannot be shown keeps its id too, so that no other gets it.
  const ids = assignIds(source.pages, lock)
  const assembled = assembleCorpus({ ...source, pages: usable, lock }, ids)
  const pages = assembled.pages.map((page): CorpusPage => {
    const isNew = isRepaired.has(page.path) && !whole.has(page.path)
    return isNew ? { ...page, isRepaired: true } : page
  })
  const corpus = { ...assembled, pages }
  return { source, corpus: keepBroken(corpus, source, read, previous), written }
}

/**
 * Pages with mistakes, for whoever writes them: a frozen page would hide the text that they type.
 * An empty one is a save that went wrong, or a branch on its way: what was there stays.
 */
async function repairBroken(
  source: Source,
  { pagesFolder }: CorpusFiles,
  good: ReadonlyMap<string, CorpusPage>,
  readDates: typeof readPageDates,
): Promise<readonly SourcePage[]> {
  const whole = new Set(findUsable(source))
  const broken = source.pages.filter((page) => {
    return !whole.has(page) && !(good.has(page.path) && page.body.trim() === '')
  })
  if (broken.length === 0) return []
  const dates = await readDates(pagesFolder.path, broken.map(sourceOf))
  return broken.flatMap((page) => {
    return repairPage(page, source, dates.get(sourceOf(page)), good.get(page.path)) ?? []
  })
}

/** The same corpus with new text in some pages; absent if more than their text is different. */
export async function assembleTexts(
  files: CorpusFiles,
  good: GoodFiles,
  read: PagesRead,
  changed: ReadonlySet<string>,
  before: LiveSource,
  readDates: typeof readPageDates,
): Promise<{ readonly live: LiveSource; readonly changed: readonly CorpusPage[] } | undefined> {
  const sources = await makeSources(files, good, read, readDates)
  // A new picture is a file of its own, beside the pages.
  if (!Bun.deepEquals(sources.source.assets, before.source.assets)) return undefined
  const texts = replaceTexts(
    sources.source.pages.filter(({ file }) => changed.has(file)),
    before,
  )
  if (texts === undefined) return undefined
  return { live: { ...before, ...sources }, changed: texts }
}

/** The source to show, and the one to check; they are one while no file is broken. */
async function makeSources(
  files: CorpusFiles,
  good: GoodFiles,
  read: PagesRead,
  readDates: typeof readPageDates,
): Promise<Pick<LiveSource, 'source' | 'written'>> {
  const pages = read.pages.map(({ page }) => page)
  const shown = { ...files, ...good }
  const isGood = GOOD.every((name) => good[name] === files[name])
  const { folders } = read
  const made = await makeSource(shown, pages, folders, readDates)
  const written = isGood ? made : await makeSource(files, pages, folders, readDates)
  return { source: made.source, written }
}

/** Every problem that `check` would print. It takes a while on a large corpus. */
export function checkLive(
  files: CorpusFiles,
  read: PagesRead,
  made: MadeSource,
  limits: LimitSettings,
): readonly Problem[] {
  const pageProblems = [...read.problems, ...read.pages.flatMap(({ problems }) => problems)]
  const ids = assignIds(made.source.pages, made.source.lock)
  return findProblems({ files, limits, pageProblems, made, ids })
}

/** Pages with all fields, a known capability and an address of their own. */
function findUsable(source: Source): readonly SourcePage[] {
  const known = new Set(source.registry.capabilities?.map(({ id }) => id))
  const whole = source.pages.filter(isWhole).filter(({ capability }) => known.has(capability.text))
  const taken = checkAddresses(whole, source.registry.llmsFullPath).map(({ file }) => file)
  const refused = new Set(taken)
  return refused.size === 0 ? whole : whole.filter(({ place }) => !refused.has(place.file))
}

function isWhole({ title, description, updated, kind, headings }: SourcePage): boolean {
  const fields = [title, description, updated, kind]
  return headings !== undefined && fields.every(({ text }) => text !== '')
}

function extendLock(
  { lock, pages }: Source,
  { isUnseen }: PagesRead,
  previous: Corpus | undefined,
): SourceLock {
  const here = new Set(pages.map(({ file }) => file))
  const locked = new Set(lock.entries.flatMap(({ id, path }) => [id, path]))
  const own = (previous?.lock ?? [])
    .filter(({ path }) => here.has(path) || isUnseen(urlPathOf(path)))
    .filter(({ id, path }) => !locked.has(id) && !locked.has(path))
    .map((entry) => ({ ...entry, place: { file: 'ids.lock', line: 1, column: 1 } }))
  return { entries: [...lock.entries, ...own], readable: true }
}

/** Pages whose files cannot be used, or whose folder cannot be listed, stay as they were. */
function keepBroken(
  corpus: Corpus,
  source: Source,
  { isUnseen }: PagesRead,
  previous: Corpus | undefined,
): Corpus {
  const shown = new Set(corpus.pages.map(({ path }) => path))
  const broken = new Set(source.pages.map(({ path }) => path).filter((path) => !shown.has(path)))
  const kept = (previous?.pages ?? []).filter(
    ({ path }) => broken.has(path) || (!shown.has(path) && isUnseen(path)),
  )
  if (kept.length === 0) return corpus
  const pages = [...corpus.pages, ...kept].sort((a, b) => compare(a.path, b.path))
  return { ...corpus, pages }
}

/** The pages with new text, if nothing around them changes; else they need a new corpus. */
function replaceTexts(
  pages: readonly SourcePage[],
  { corpus, source }: LiveSource,
): readonly CorpusPage[] | undefined {
  const ids = new Map(corpus.lock.map(({ path, id }) => [path, id]))
  const replaced = pages.flatMap((page) => {
    const shown = corpus.pages.find(({ path }) => path === page.path)
    if (shown === undefined || !isWhole(page)) return []
    const isKnown = corpus.registry.capabilities.some(({ id }) => id === page.capability.text)
    if (!isKnown || !ids.has(page.file)) return []
    const made = toCorpusPage(page, corpus.registry, source.baseUrl, ids)
    return Bun.deepEquals(withoutText(made), withoutText(shown)) ? [made] : []
  })
  return replaced.length === pages.length ? replaced : undefined
}

function withoutText(page: CorpusPage): CorpusPage {
  return { ...page, body: '', bodyLine: 0 }
}
