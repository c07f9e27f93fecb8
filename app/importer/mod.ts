import { exists } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { isFullDate } from '../contract/formats.ts'
import { type Problem, problemAt, quote, sortProblems } from '../contract/problem.ts'
import { err, ok, type Result } from '../contract/result.ts'
import { formatLock } from '../corpus_build/model/ids_lock.ts'
import { readCommitDates } from '../files/commit_dates.ts'
import { readColumn, readValue } from '../source_text/yaml_column.ts'
import { readYamlFile } from '../source_text/yaml_file.ts'
import { writeCorpus } from './corpus/corpus_folder.ts'
import { writeRegistry } from './corpus/registry.ts'
import { indexAssets } from './pages/asset_files.ts'
import { type Document, importPages } from './pages/imported_pages.ts'
import { type NewName, namePages } from './pages/page_names.ts'
import { findAbsoluteAddresses, findRoutes } from './pages/routes.ts'
import { findDate } from './source/dates.ts'
import { findUnusedKeys, readSourceFrontMatter, readTextField } from './source/front_matter.ts'
import { findProduct, nameProduct, type Product } from './source/product.ts'
import { readSourceFiles, type SourceText } from './source/source_files.ts'

export { findProduct, nameProduct, type Product }

type ImportOptions = {
  /** Folder of Markdown or MDX files. */
  readonly from: string
  /** Folder of the corpus to write. */
  readonly to: string
  /** Date of pages that do not state their last change, as YYYY-MM-DD. */
  readonly date?: string
  readonly nowMs: number
  readonly progress?: (done: number, total: number) => void
}

export type ImportReport = {
  readonly pages: number
  /** Number of pictures and other files that pages refer to. */
  readonly assets: number
  /** Number of files that are neither Markdown nor of use to a page. */
  readonly ignored: number
  /** Absent if the corpus keeps a registry that it had. */
  readonly product: Product | undefined
  /** What was not carried over, each with its place in the source. */
  readonly losses: readonly Problem[]
}

const CAPABILITY = 'documentation'

/** Turns a folder of Markdown or MDX into a corpus that `build` accepts as it is. */
export async function importDocs(
  options: ImportOptions,
): Promise<Result<ImportReport, readonly Problem[]>> {
  const problems = await checkOptions(options)
  if (problems.length > 0) return err(problems)
  const source = await readSourceFiles(options.from, options.to)
  if (!source.ok) return source
  const { texts, others } = source.value
  const { documents, losses } = await readDocuments(texts, options)
  const addresses = documents.flatMap(({ body }) => findAbsoluteAddresses(body))
  const routed = documents.map(({ file, page, fields }) => {
    return { file, page, slug: readTextField(fields, ['slug', 'permalink']) }
  })
  const routes = findRoutes(routed, addresses, resolve(options.from))
  const assets = indexAssets(options.from, others, documents)
  const imageHosts = await readImageHosts(options.to)
  const { progress } = options
  const imported = await importPages(documents, { routes, assets, imageHosts }, (done) => {
    progress?.(Math.floor(done), documents.length)
  })
  const product = imageHosts === undefined ? await findProduct(options.from) : undefined
  const registry =
    product === undefined ? {} : { 'registry.yaml': writeRegistry(product, imported.imageHosts) }
  const files = { ...registry, 'ids.lock': formatLock([]) }
  const result = await writeCorpus(options.to, imported, files)
  if (!result.ok) return result
  const all = sortProblems([...source.value.losses, ...losses, ...imported.losses])
  const ignored = others.length - imported.assets.length
  const counts = { pages: documents.length, assets: imported.assets.length, ignored }
  return ok({ ...counts, product, losses: removeRepeated(all) })
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

async function readDocuments(
  texts: readonly SourceText[],
  { from, date, nowMs }: ImportOptions,
): Promise<{ readonly documents: readonly Document[]; readonly losses: readonly Problem[] }> {
  const { names, renamed } = namePages(texts.map(({ file }) => file))
  const pageOf = new Map(names.map(({ file, page }) => [file, page]))
  const commits = await readCommitDates(from)
  const today = date ?? new Date(nowMs).toISOString().slice(0, 10)
  const losses: Problem[] = renamed.map((each) => reportNewName(from, each))
  const documents = texts.map(({ file, text }): Document => {
    const shown = join(from, file)
    const front = readSourceFrontMatter(shown, text)
    const { fields, body, bodyLine } = front
    losses.push(...front.losses)
    const updated = findDate(fields) ?? commits.get(file) ?? today
    return { file, shown, page: pageOf.get(file) ?? file, fields, body, bodyLine, updated }
  })
  return { documents, losses: [...losses, ...findUnusedKeys(documents)] }
}

function reportNewName(from: string, { file, page, why }: NewName): Problem {
  const place = { file: join(from, file), line: 1, column: 1 }
  const what = `the page is named ${quote(page)}, because ${why}`
  return problemAt(place, what, 'rename the source, or keep the new name')
}

/** A source that several pages include loses the same thing several times. */
function removeRepeated(problems: readonly Problem[]): readonly Problem[] {
  const seen = new Set<string>()
  return problems.filter((problem) => {
    const key = JSON.stringify([problem.file, problem.line, problem.column, problem.what])
    if (seen.has(key)) return false
    seen.add(key)
    return true
  })
}
