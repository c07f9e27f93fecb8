import { exists } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { isFullDate } from '../../contract/formats.ts'
import {
  type Problem,
  problemAt,
  quote,
  sortProblems,
  startOfFile,
} from '../../contract/problem.ts'
import { err, ok, type Result } from '../../contract/result.ts'
import { findSharedLanguage } from '../../contract/script_language.ts'
import { findTextLanguage } from '../../docs/search/mod.ts'
import { readColumn, readValue } from '../../text/source_text/yaml_column.ts'
import { readYamlFile } from '../../text/source_text/yaml_file.ts'
import { readSite, recogniseGenerator } from '../generators/recognise.ts'
import { readTextField } from '../source/files/front_matter.ts'
import {
  describeProduct,
  findProduct,
  findStatedLicense,
  nameProduct,
  type Product,
} from '../source/files/product.ts'
import { openSourceFolder, type SourceFolder } from '../source/files/source_files.ts'
import type { Site, Wishes } from '../source/generator.ts'
import { createReport, joinOutside, type Report, removeRepeated } from '../source/report/report.ts'
import { compareWords, type WordComparison } from '../source/report/word_comparison.ts'
import { cutBaseAddress } from '../source/site_addresses.ts'
import { composePages, openCorpus, writeImport } from './corpus/corpus_contents.ts'
import type { ImportChanges } from './corpus/corpus_folder.ts'
import { writeMenu } from './corpus/menu_files.ts'
import { importTheme, type Theming, writeRegistry } from './corpus/theme.ts'
import { indexAssets } from './pages/asset_files.ts'
import { type Document, readDocuments } from './pages/documents.ts'
import type { ImportedPage } from './pages/imported_page.ts'
import { type ImportResult, importPages } from './pages/imported_pages.ts'
import { collectRedirects, writeRedirectList } from './pages/redirects.ts'
import { findAbsoluteAddresses, findRoutes, type Routes } from './pages/routes.ts'
import { explainNoPages, noteUnreadFiles } from './pages/unread_files.ts'

export { isConfigurationName } from '../source/files/source_files.ts'
export { OVERRIDES_FOLDER } from './corpus/overrides.ts'
export { findProduct, nameProduct, type Product }

type ImportOptions = Partial<Wishes> & {
  /** Folder of the documentation; nothing outside it is read. */
  readonly from: string
  /** Folder of the corpus to write. */
  readonly to: string
  /** Date of pages that do not state their last change, as YYYY-MM-DD. */
  readonly date?: string
  /** Reports what an import would lose, and writes nothing. */
  readonly isTrial?: boolean
  readonly nowMs: number
  readonly progress?: (done: number, total: number) => void
}

export type ImportReport = {
  /** Name of the generator, such as `mdBook`. */
  readonly generator: string
  readonly pages: number
  /** Number of pictures and other files that pages refer to. */
  readonly assets: number
  /** Number of files that are neither pages nor of use to one. */
  readonly ignored: number
  /** Absent if the corpus keeps a registry that it had. */
  readonly product: Product | undefined
  /** Files of the corpus that are others than before. */
  readonly changes: ImportChanges
  /** Of a site of HTML: how many words of its pages are on the imported ones. */
  readonly comparison: WordComparison | undefined
  /** What was not carried over, each with its place in the source. */
  readonly losses: readonly Problem[]
  /** Pages that cannot be where they were, because the service has something there. */
  readonly reserved: readonly Problem[]
  /** What was chosen or left aside on purpose. */
  readonly notes: readonly Problem[]
}

const CAPABILITY = 'documentation'

/** Turns the documentation of a generator into a corpus that `build` accepts as it is. */
export async function importDocs(
  options: ImportOptions,
): Promise<Result<ImportReport, readonly Problem[]>> {
  const problems = await checkOptions(options)
  if (problems.length > 0) return err(problems)
  const opened = await openSourceFolder(options.from, options.to)
  if (!opened.ok) return opened
  const source = opened.value
  const corpus = await openCorpus(options.to)
  if (!corpus.ok) return corpus
  const report = createReport(source.show)
  const recognised = recogniseGenerator(source, report)
  if (!recognised.ok) return err([recognised.error])
  const { generator, recognition } = recognised.value
  const { version, language } = options
  const today = options.date ?? new Date(options.nowMs).toISOString().slice(0, 10)
  const reading = { source, report, today, wishes: { version, language } }
  const site = await readSite(recognised.value, reading)
  const isDateGiven = options.date !== undefined
  const documents = await readDocuments({ source, site, report, today, isDateGiven })
  if (documents.length === 0) return err(explainNoPages(source, site, recognition, report.losses))
  const routes = findSiteRoutes(documents, site, options.from)
  const assets = indexAssets(options.from, source.files, documents, site.fileRoots ?? [])
  const imageHosts = await readImageHosts(options.to)
  const redirects = collectRedirects(documents, site, routes, report)
  const targets = { source, site, redirects: redirects.byPage, routes, assets, imageHosts, report }
  const progress = (done: number) => options.progress?.(Math.floor(done), documents.length)
  const imported = await importPages(documents, targets, progress)
  noteUnreadFiles(source, site, report)
  const composed = await composePages(imported.pages, corpus.value, redirects.listed, report)
  const theming = { source, site, recognition, routes, report }
  const { product, ...registry } = await makeRegistry(theming, imported, imageHosts)
  const written = options.isTrial
    ? ok(undefined)
    : await writeImport(
        composed,
        {
          folders: writeMenu(documents, composed.pages, theming),
          assets: imported.assets,
          ...registry,
          redirects: writeRedirectList(redirects.listed, imported.pages),
        },
        corpus.value,
      )
  if (!written.ok) return written
  return ok({
    generator: generator.name,
    pages: documents.length,
    assets: imported.assets.length,
    ignored: source.files.length - documents.length - imported.assets.length,
    product,
    comparison: comparePages(imported.pages, documents, site, report),
    changes: written.value ?? { written: 0, removed: 0 },
    losses: joinOutside(nameSources([...source.losses, ...report.losses], source, site)),
    reserved: removeRepeated(sortProblems(report.reserved)),
    notes: removeRepeated(sortProblems(report.notes)),
  })
}

/** A loss of a page that names its source is fixed there, and not in what was made of it. */
function nameSources(
  losses: readonly Problem[],
  source: SourceFolder,
  { pages }: Site,
): readonly Problem[] {
  const addresses = new Map(pages.map(({ file, editAddress }) => [source.show(file), editAddress]))
  return removeRepeated(sortProblems(losses)).map((loss) => {
    const address = addresses.get(loss.file)
    if (address === undefined) return loss
    const shown = `${loss.fix}; it is in line ${loss.line} of ${loss.file}`
    return problemAt(startOfFile(address), loss.what, shown)
  })
}

/** What the originals of pages say, against what was written; pages are in the same order. */
function comparePages(
  pages: readonly ImportedPage[],
  documents: readonly Document[],
  site: Site,
  report: Report,
): WordComparison | undefined {
  // One at a time: the texts of all pages at once would be a second copy of them.
  const compared = pages.values().map(({ title, body }, at) => {
    const file = documents[at]?.file ?? ''
    return { file, original: site.originalWords?.(file), text: `${title}\n${body}` }
  })
  return compareWords(compared, report)
}

function findSiteRoutes(
  documents: readonly Document[],
  { cutsNumbers, baseAddress, redirects, linkRoots }: Site,
  from: string,
): Routes {
  const addresses = documents.flatMap(({ body }) => findAbsoluteAddresses(body))
  const routed = documents.map(({ file, named, page, fields, oldAddresses }) => {
    const old = oldAddresses.map((address) => cutBaseAddress(address, baseAddress))
    return { file, named, page, slug: readTextField(fields, ['slug', 'permalink']), old }
  })
  const rules = { folder: resolve(from), cutsNumbers, redirects, linkRoots }
  return findRoutes(routed, addresses, rules)
}

const NO_REGISTRY = { product: undefined, registry: undefined, brand: [] }

/** The registry of a new corpus: what the source says of its product and look; an old one stays. */
async function makeRegistry(
  theming: Theming,
  { pages, imageHosts }: ImportResult,
  kept: readonly string[] | undefined,
) {
  if (kept !== undefined) return NO_REGISTRY
  const { source, site, recognition } = theming
  const sources = { marker: source.show(recognition.marker), stated: findStatedLicense(source) }
  const stated = describeProduct(await findProduct(source.root), site, sources)
  const product = stated.language === undefined ? nameLanguage(stated, pages) : stated
  const { theme, files } = importTheme(site.face ?? {}, theming)
  return { product, registry: writeRegistry(product, imageHosts, theme), brand: files }
}

/** Pages all over the documentation; more say nothing else. */
const LANGUAGE_PAGES_MAX = 300

function nameLanguage(product: Product, pages: readonly { readonly body: string }[]): Product {
  const step = Math.ceil(pages.length / LANGUAGE_PAGES_MAX)
  const texts = pages.filter((_, at) => at % step === 0).map(({ body }) => body)
  const language = findSharedLanguage(texts, findTextLanguage)
  // What is told in nothing is English.
  if (language === undefined || language === 'en') return product
  return { ...product, language, from: { ...product.from, language: 'the text of the pages' } }
}

/** Hosts of pictures that the registry of a corpus names; absent where there is no registry. */
async function readImageHosts(to: string): Promise<readonly string[] | undefined> {
  const path = join(to, 'registry.yaml')
  if (!(await exists(path))) return undefined
  const { source } = await readYamlFile({ path, name: path })
  if (source === undefined) return []
  return readColumn(source, ['pages', 'image_hosts']).map(({ text }) => text)
}

/** Finds problems of the options, before anything is read. */
async function checkOptions({ from, to, date }: ImportOptions): Promise<readonly Problem[]> {
  const top = (file: string) => ({ file, line: 1, column: 1 })
  const problems: Problem[] = []
  if (date !== undefined && !isFullDate(date)) {
    const what = `the date ${quote(date)} is not a calendar date`
    problems.push(problemAt(top(from), what, 'write it as YYYY-MM-DD'))
  }
  if (resolve(from) === resolve(to)) {
    const what = 'the corpus would overwrite the imported folder'
    problems.push(problemAt(top(to), what, 'choose another folder'))
  }
  const path = join(to, 'registry.yaml')
  const { source } = await readYamlFile({ path, name: path })
  // A missing list of capabilities is reported by the build.
  if (source === undefined || !Array.isArray(readValue(source.value, ['capabilities']))) {
    return problems
  }
  if (!readColumn(source, ['capabilities'], 'id').some(({ text }) => text === CAPABILITY)) {
    const what = `the registry has no capability ${quote(CAPABILITY)}, which imported pages use`
    problems.push(problemAt(top(path), what, 'add it with the status "reference"'))
  }
  return problems
}
