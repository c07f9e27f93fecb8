import { posix } from 'node:path'
import { startOfFile } from '../../../contract/problem.ts'
import type { ApiDescription } from '../../../docs/api_reference/description.ts'
import { readDescription } from '../../../docs/api_reference/description_file.ts'
import { type ApiPage, writeApiPages } from '../../../docs/api_reference/pages.ts'
import { readConfigValue } from '../../source/files/config_values.ts'
import {
  isMarkdownName,
  LARGE_BYTES_MAX,
  type SourceFolder,
} from '../../source/files/source_files.ts'
import type { Generator, MenuEntry, Site, SitePage, SiteReading } from '../../source/generator.ts'
import type { Report } from '../../source/report/report.ts'

const DESCRIPTION = /\.(?:ya?ml|json)$/i
const VERSION = /(?:^|[{,])\s*["']?openapi["']?\s*:\s*["']?3\.\d/m
/** Files that say something about a repository, and not about its API. */
const ABOUT = /(?:^|\/)(?:readme|changelog|contributing|code_of_conduct|security|license)\.\w+$/i
const DEPTH_MAX = 4

/** Descriptions of HTTP APIs: OpenAPI 3.0 and 3.1, where a folder has no other documentation. */
export const openapi: Generator = {
  name: 'OpenAPI',
  recognise: (source) => {
    if (source.files.some((file) => /\.(?:mdx?|adoc|rst)$/i.test(file) && !ABOUT.test(file))) {
      return undefined
    }
    const [marker] = listDescriptions(source)
    return marker === undefined ? undefined : { marker, folder: posix.dirname(marker) }
  },
  readSite: readOpenapi,
}

function listDescriptions(source: SourceFolder): readonly string[] {
  return source.files.filter((file) => {
    const isNear = DESCRIPTION.test(file) && file.split('/').length <= DEPTH_MAX
    return isNear && VERSION.test((source.read(file, LARGE_BYTES_MAX) ?? '').slice(0, 20_000))
  })
}

function readOpenapi({ source, marker, report }: SiteReading): Site {
  const files = listDescriptions(source)
  const pages: SitePage[] = []
  const menu: MenuEntry[] = []
  let info = readConfigValue(undefined)
  for (const file of files) {
    const description = readOrReport(source, file, report)
    if (description === undefined) continue
    if (file === marker) info = readConfigValue(description.value.info)
    const folder = files.length === 1 ? '' : file.replace(DESCRIPTION, '')
    const made = makePages(description, folder, report)
    pages.push(...made.pages)
    menu.push(...made.menu)
  }
  const left = source.files.filter(isMarkdownName)
  if (left.length > 0) {
    const what = `files that describe no API are not imported: ${left.join(', ')}`
    report.addNote(startOfFile(source.root), what, 'copy them into the corpus')
  }
  return {
    title: info.at('title').text(),
    license: info.at('license', 'identifier').text() ?? info.at('license', 'name').text(),
    pages,
    menu,
    redirects: [],
    anchors: 'github',
    markup: 'markdown',
    cutsNumbers: false,
  }
}

type MadePages = { readonly pages: readonly SitePage[]; readonly menu: readonly MenuEntry[] }

function makePages(description: ApiDescription, folder: string, report: Report): MadePages {
  const { file } = description
  // No file has this name; links between the pages do.
  const fileOf = (path: string) => posix.join(file, path)
  const { index, groups } = writeApiPages({
    description,
    addressOf: (path) => `/${encodeURI(fileOf(path))}`,
    reportLoss: (line, what, fix) => {
      report.lose({ file, line }, what, fix)
    },
  })
  const makePage = ({ path, lines, isDeprecated, ...page }: ApiPage): SitePage => ({
    file: fileOf(path),
    named: posix.join(folder, path),
    made: lines,
    title: page.title,
    description: page.description,
    status: isDeprecated ? 'deprecated' : undefined,
  })
  const pages = [index, ...groups.flatMap((group) => group.pages)].map(makePage)
  const entries = groups.map(({ title, pages: own }): MenuEntry => {
    const entries = own.map((page): MenuEntry => {
      return { kind: 'page', file: fileOf(page.path), title: page.title }
    })
    return { kind: 'group', title, entries }
  })
  if (folder === '') return { pages, menu: entries }
  const group: MenuEntry = { kind: 'group', title: index.title, file: fileOf(index.path), entries }
  return { pages, menu: [group] }
}

function readOrReport(
  source: SourceFolder,
  file: string,
  report: Report,
): ApiDescription | undefined {
  const text = source.read(file, LARGE_BYTES_MAX) ?? ''
  const { description, problems } = readDescription(file, source.show(file), text)
  for (const { what, fix, ...place } of description === undefined ? problems : []) {
    report.addLoss(place, `the description is not used: ${what}`, fix)
  }
  return description
}
