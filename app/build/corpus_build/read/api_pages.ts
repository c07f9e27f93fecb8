import { lstat, realpath } from 'node:fs/promises'
import { posix, relative, sep } from 'node:path'
import { LIMITS } from '../../../contract/limits.ts'
import { type Place, type Problem, problemAt, quote } from '../../../contract/problem.ts'
import type { ApiDescription } from '../../../docs/api_reference/description.ts'
import { readDescription } from '../../../docs/api_reference/description_file.ts'
import { type ApiPage, writeApiPages } from '../../../docs/api_reference/pages.ts'
import { readFields, readText as readWords } from '../../../docs/api_reference/values.ts'
import { urlPathOf } from '../../../docs/model/addresses.ts'
import { PLAIN_LAYOUT } from '../../../docs/model/page_layout.ts'
import type { Field, SourceFolder, SourcePage } from '../../../docs/model/source.ts'
import { shorten } from '../../../text/source_text/escape.ts'
import {
  locateCorpusFile,
  readText,
  SOURCE_BYTES_MAX,
  type SourceFile,
} from '../../../text/source_text/source_file.ts'
import { writeFrontMatter } from '../../../text/source_text/yaml_text.ts'
import { breakDeadLinks } from './_api_links.ts'
import { explainBadLink } from './_link.ts'
import type { PageFile, PageRead } from './page_files.ts'

/** A description is one file, however large its API is. */
const DESCRIPTION_BYTES_MAX = 8 * SOURCE_BYTES_MAX

/** Pages of one description; more are a catalogue of many APIs. */
const PAGES_MAX = 5_000

type ParsePage = (below: string, name: string, text: string) => Omit<PageRead, 'included'>

/** What was found below the folder of the pages. */
type PagesFolder = {
  readonly corpusDir: string
  readonly folder: SourceFile
  readonly files: readonly PageFile[]
  readonly otherFiles: readonly PageFile[]
  readonly folders: readonly SourceFolder[]
}

type ApiPagesRead = {
  readonly pages: readonly PageRead[]
  /** All folders, those with an API in the order of its operations. */
  readonly folders: readonly SourceFolder[]
  readonly problems: readonly Problem[]
}

/** A preview keeps what it made of each folder: while nothing changed, and while it is broken. */
export type MadeApis = Map<
  string,
  { readonly from: readonly unknown[]; readonly made: ApiPagesRead }
>

/** Makes the pages of every folder whose `_folder.yaml` names the description of an API. */
export async function readApiPages(
  found: PagesFolder,
  parsePage: ParsePage,
  known: MadeApis = new Map(),
): Promise<ApiPagesRead> {
  const described = new Set(found.folders.flatMap(({ api, path }) => (api ? [path] : [])))
  for (const path of known.keys()) if (!described.has(path)) known.delete(path)
  const read = await Promise.all(
    found.folders.map(async (folder): Promise<ApiPagesRead> => {
      if (folder.api === undefined) return { pages: [], folders: [folder], problems: [] }
      const now = await readApi(found, folder, folder.api, parsePage, known)
      const last = known.get(folder.path)?.made
      if (last === undefined || now.pages.length > 0) return now
      // A description that is being typed: its pages are shown as they were.
      const taken = new Set(found.files.map(({ below }) => below))
      const pages = last.pages.filter(({ page }) => !taken.has(page.file))
      return { ...last, pages, problems: now.problems }
    }),
  )
  return {
    pages: read.flatMap(({ pages }) => pages),
    folders: read.flatMap(({ folders }) => folders),
    problems: read.flatMap(({ problems }) => problems),
  }
}

async function readApi(
  found: PagesFolder,
  folder: SourceFolder,
  api: Field,
  parsePage: ParsePage,
  known: MadeApis,
): Promise<ApiPagesRead> {
  const refuse = (what: string, fix: string): ApiPagesRead => {
    return { pages: [], folders: [folder], problems: [problemAt(api.place, what, fix)] }
  }
  const inside = posix.normalize(api.text)
  if (inside !== api.text || /^(?:\.\.|\/)/.test(inside) || !/\.(?:ya?ml|json)$/i.test(inside)) {
    const what = `${quote(api.text)} is not the path of a YAML or JSON file of the corpus`
    return refuse(what, 'write one such as openapi.yaml; put the file beside this one')
  }
  const own = found.otherFiles.find(({ below }) => below === posix.join(folder.path, inside))
  const file = own ?? locateCorpusFile(found.corpusDir, inside)
  const root = await realpath(found.corpusDir).catch(() => found.corpusDir)
  const isThere = await lstat(file.path).then(
    () => true,
    () => false,
  )
  if (!isThere) return refuse(`there is no file ${quote(api.text)}`, 'put it beside this file')
  const bad = own === undefined ? await explainBadLink(file.path, root) : undefined
  if (bad !== undefined) return refuse(...bad)
  const text = await readText(file, DESCRIPTION_BYTES_MAX)
  if (!text.ok) {
    if (text.error === 'missing') return refuse('the file disappeared', 'run the build again')
    return { pages: [], folders: [folder], problems: [text.error] }
  }
  const beside = found.files.map(({ below }) => below).filter((below) => isIn(folder, below))
  const from = [folder, file, text.value, beside]
  const same = known.get(folder.path)
  if (same !== undefined && Bun.deepEquals(same.from, from)) return same.made
  const made = makeApi(found, folder, file, text.value, parsePage)
  if (made.pages.length > 0) known.set(folder.path, { from, made })
  return made
}

function isIn({ path }: SourceFolder, below: string): boolean {
  return path === '' || below.startsWith(`${path}/`)
}

function makeApi(
  { folder: top, files, otherFiles }: PagesFolder,
  folder: SourceFolder,
  file: SourceFile,
  text: string,
  parsePage: ParsePage,
): ApiPagesRead {
  const { description, problems: unread } = readDescription(file.path, file.name, text)
  const refusal = unread.length > 0 ? unread : explainVersion(file, description)
  if (description === undefined || refusal.length > 0) {
    return { pages: [], folders: [folder], problems: refusal }
  }
  const problems: Problem[] = []
  const warnings: Problem[] = []
  const { index, groups } = writeApiPages({
    description,
    addressOf: (path) => `/${encodeURI(urlPathOf(posix.join(folder.path, path)))}/`,
    pagesMax: PAGES_MAX,
    reportLoss: (line, what, fix, isMinor = false) => {
      const list = isMinor ? warnings : problems
      list.push(problemAt({ file: file.name, line, column: 1 }, what, fix))
    },
  })
  const all = [index, ...groups.flatMap(({ pages }) => pages)]
  // Beyond the budgets of a description pages have no lines, which is said once.
  const isCut = all.some(({ lines }) => lines.length === 0)
  if (isCut) return { pages: [], folders: [folder], problems }
  const taken = new Set(files.map(({ below }) => below))
  const source = relative(top.path, file.path).replaceAll(sep, '/')
  const made = all.map((page) => ({ page, below: posix.join(folder.path, page.path) }))
  const known = new Set([...files, ...otherFiles, ...made].map(({ below }) => below))
  const pages = made
    .filter(({ below }) => !taken.has(below))
    .map(({ page, below }) => {
      const body = page.lines.map((line) => line.text).join('\n')
      const { text, broken } = breakDeadLinks(body, below, known)
      for (const href of broken) {
        const place = { file: file.name, line: description.lineWith(href), column: 1 }
        const what = `the link ${quote(href)} leads nowhere from the page and is now plain text`
        warnings.push(problemAt(place, what, 'write the https address of what it means'))
      }
      return makePage(page, text, below, file.name, source, parsePage)
    })
  const listed = arrange(folder, index.title, groups)
  const noted = { ...listed, warnings: [...listed.warnings, ...warnings] }
  return { pages, folders: [noted], problems }
}

/** The folder in the order of its operations, where its author gives none. */
function arrange(
  folder: SourceFolder,
  name: string,
  groups: ReturnType<typeof writeApiPages>['groups'],
): SourceFolder {
  const title = folder.title ?? (folder.path === '' ? undefined : name)
  if (folder.entries.length > 0) return { ...folder, title }
  const place = folder.api?.place ?? folder.titlePlace
  const entries = groups.flatMap((group) => {
    return group.pages.map(({ path }) => {
      const text = path.replace(/\.md$/, '')
      return { text, place, groups: [group.title], title: undefined, isLink: false }
    })
  })
  return { ...folder, title, entries }
}

function explainVersion(file: SourceFile, description: ApiDescription | undefined) {
  const place = { file: file.name, line: description?.lineOf(['openapi']) ?? 1, column: 1 }
  const version = readWords(readFields(description?.value).openapi)
  // Without quotes, YAML takes 3.0 for the number 3.
  if (/^3(?:\.[01](?:\.|$)|$)/.test(version)) return []
  const what = version === '' ? 'this is no OpenAPI description' : `OpenAPI ${quote(version)}`
  const fix = 'write a description of OpenAPI 3.0 or 3.1, with "openapi" at its top'
  return [problemAt(place, version === '' ? what : `${what} is not known`, fix)]
}

/** A page as if somebody had written it, whose problems are at its line of the description. */
function makePage(
  { title, description, lines, method, request, isDeprecated }: ApiPage,
  body: string,
  below: string,
  file: string,
  source: string,
  parsePage: ParsePage,
): PageRead {
  const place: Place = { file, line: lines[0]?.line ?? 1, column: 1 }
  const front = writeFrontMatter({
    title: shorten(title, LIMITS.titleCharactersMax),
    ...(description === undefined
      ? {}
      : { description: shorten(description, LIMITS.descriptionCharactersMax) }),
  })
  const text = `${front}\n${body}\n`
  const { page, problems } = parsePage(below, file, text)
  const at = ({ text }: Field): Field => ({ text, place })
  const move = (problem: Problem): Problem => ({ ...problem, ...place })
  const moved: SourcePage = {
    ...page,
    place,
    title: at(page.title),
    description: at(page.description),
    updated: at(page.updated),
    kind: at(page.kind),
    capability: at(page.capability),
    links: page.links.map((link) => ({ ...link, place })),
    warnings: page.warnings.map(move),
    layout: method === undefined ? PLAIN_LAYOUT : { kind: 'wide', hasContents: false },
    api: {
      source,
      isDeprecated,
      ...(method === undefined ? {} : { method }),
      ...(request === undefined ? {} : { request }),
    },
  }
  return { page: moved, problems: problems.map(move), included: [] }
}
