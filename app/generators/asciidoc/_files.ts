import { posix } from 'node:path'
import { listNames, startOfFile } from '../../contract/problem.ts'
import type { Report } from '../../foreign_source/report/report.ts'
import type { SourceFolder } from '../../foreign_source/source/source_files.ts'
import { type Component, findResource, type Resource } from './_components.ts'

/** A file that is a page, and where it belongs. */
export type PageFile = {
  readonly file: string
  /** Path below the documentation, as Markdown: `guide/boil.md`. */
  readonly named: string
  readonly resource?: Resource
  readonly component?: Component
}

export const ASCIIDOC = /\.(?:adoc|asciidoc|asc)$/i

/** The pages of all components, or of a folder without any. */
export function listPageFiles(
  source: SourceFolder,
  components: readonly Component[],
  report: Report,
): readonly PageFile[] {
  const files = source.files.filter((file) => ASCIIDOC.test(file))
  if (components.length === 0) return listPlainPages(source, files, report)
  const isOnly = components.length === 1
  const pages = files.flatMap((file): PageFile[] => {
    const resource = findResource(file, components)
    if (resource?.family !== 'page' || /(?:^|\/)_/.test(resource.path)) return []
    const { component, module, path } = resource
    const folders = [isOnly ? '' : component.name, module === 'ROOT' ? '' : module]
    const named = posix.join(...folders, path.replace(ASCIIDOC, '.md'))
    return [{ file, named, resource, component }]
  })
  return isOnly ? placeStartPage(pages, components[0]) : pages
}

/** A site that begins with another page than `index.adoc` has that page at its root. */
function placeStartPage(
  pages: readonly PageFile[],
  component: Component | undefined,
): readonly PageFile[] {
  if (pages.some(({ named }) => named === 'index.md')) return pages
  const [path = '', module = 'ROOT'] = (component?.config.at('start_page').text() ?? '')
    .split(':')
    .reverse()
  return pages.map((page) => {
    const { resource } = page
    const isStart = resource?.module === module && resource.path === path
    return isStart ? { ...page, named: 'index.md' } : page
  })
}

const INCLUDE = /^include::([^[{}]+)\[/gm

/** Every file that no other includes. */
function listPlainPages(
  source: SourceFolder,
  files: readonly string[],
  report: Report,
): readonly PageFile[] {
  const parts = new Set(
    files.flatMap((file) => {
      const found = (source.read(file) ?? '').matchAll(INCLUDE)
      return [...found].map(([, path = '']) => posix.join(posix.dirname(file), path))
    }),
  )
  const isPage = (file: string) => !parts.has(file) && !/(?:^|\/)_/.test(file)
  const left = files.filter((file) => !isPage(file))
  if (left.length > 0) {
    const what = `files that others include are not imported as pages: ${listNames(left)}`
    report.addNote(startOfFile(source.root), what, 'link to the page that includes it')
  }
  const pages = files.filter(isPage)
  return pages.map((file) => ({ file, named: file.replace(ASCIIDOC, '.md') }))
}

/** A file of navigation, whose names count from the pages of its module. */
export function describeNav(file: string, component: Component): PageFile {
  const module = /(?:^|\/)modules\/([^/]+)\//.exec(file)?.[1] ?? 'ROOT'
  const resource: Resource = { component, module, family: 'page', path: 'nav.adoc' }
  return { file, named: file, resource, component }
}
