import { posix } from 'node:path'
import { listNames } from '../../../contract/problem.ts'
import { readFront, readTextField } from '../../source/files/front_matter.ts'
import type { SourceFolder } from '../../source/files/source_files.ts'
import type { SitePage } from '../../source/generator.ts'
import type { Report } from '../../source/report/report.ts'
import { isPart, listPagesBelow } from '../../source/site_pages.ts'

/** A page with what sidebars need of it. */
export type DocsPage = SitePage & {
  readonly id: string
  /** Its path and its folder below the documentation, as they are written. */
  readonly path: string
  readonly folderPath: string
  readonly label: string | undefined
  readonly position: number
  readonly isIndex: boolean
}

type DocsFolder = {
  readonly source: SourceFolder
  readonly report: Report
  readonly root: string
  /** The same pages in the language that was chosen, where there are any. */
  readonly translated: string | undefined
  readonly exclude: readonly string[]
  /** The path of the site below which all of them are. */
  readonly mount: string
}

/** Numbers that only sort; `7.0-x` and `2021-11-x` are versions and dates. */
const NUMBER = /^\d+\s*[-_.]+\s*(?=[^-_.\s])/
const NO_NUMBER = /^(?:\d{2,4}-\d{2}|\d+[-_.]\d)/

/** Pages of the documentation; parts, whose names begin with `_`, and what is unlisted are none. */
export function readDocsPages(docs: DocsFolder): readonly DocsPage[] {
  const { source, report, root } = docs
  const globs = docs.exclude.map((pattern) => new Bun.Glob(pattern))
  const excluded: string[] = []
  const listed = listPagesBelow(source, root, (named) => {
    const isExcluded = globs.some((glob) => glob.match(named))
    if (isExcluded) excluded.push(named)
    return isExcluded || isPart(named)
  })
  const [first] = excluded
  if (first !== undefined) {
    const what = `files that the configuration excludes are not imported: ${listNames(excluded)}`
    report.note(posix.join(root, first), what, 'list what readers need')
  }
  const names = listed.map(({ named }) => named)
  const indexed = new Set(names.filter((name) => /(?:^|\/)index\.mdx?$/i.test(name)).map(folderOf))
  return listed.flatMap(({ file, named }): readonly DocsPage[] => {
    const chosen = docs.translated === undefined ? file : posix.join(docs.translated, named)
    const own = source.has(chosen) ? chosen : file
    const { fields, body } = readFront(source, own)
    if (fields.unlisted === true) {
      const what = 'the page is unlisted and is left out'
      report.note(own, what, 'remove "unlisted" to import it')
      return []
    }
    const bare = named.replace(/\.\w+$/, '')
    const path = bare.split('/').map(cutNumber).join('/')
    const name = path.slice(path.lastIndexOf('/') + 1)
    const folder = folderOf(path)
    const isIndex = isIndexName(name, folder) && !(name !== 'index' && indexed.has(folderOf(named)))
    const id = readTextField(fields, ['id']) ?? name
    // Without a slug, the id is the last part of the address, except for the page of a folder.
    const address = resolve(readTextField(fields, ['slug']) ?? (isIndex ? 'index' : id), folder)
    const written = readTextField(fields, ['sidebar_position'])
    const last = posix.basename(bare)
    const number = NUMBER.test(last) ? Number.parseInt(last, 10) : Number.POSITIVE_INFINITY
    return [
      {
        file: own,
        ...(fields.description === undefined ? readHead(body) : {}),
        named: posix.join(docs.mount, `${address}${posix.extname(named)}`),
        id: posix.join(folder, id),
        path: bare,
        folderPath: folderOf(bare),
        label: readTextField(fields, ['sidebar_label']),
        position: written === undefined ? number : Number(written),
        isIndex,
      },
    ]
  })
}

const META = /<meta\s+name=(["'])description\1\s+content="([^"]{1,2000})"\s*\/?>/

/** The description in the `<head>` of a text, which is for search engines. */
function readHead(body: string): Pick<SitePage, 'description'> {
  const at = body.indexOf('<head>')
  const end = at === -1 ? -1 : body.indexOf('</head>', at)
  const words = META.exec(body.slice(at, Math.max(at, end)))?.[2]?.replace(/\s+/g, ' ')
  return words === undefined ? {} : { description: words }
}

function cutNumber(segment: string): string {
  return NO_NUMBER.test(segment) ? segment : segment.replace(NUMBER, '')
}

function isIndexName(name: string, folder: string): boolean {
  return (
    /^(?:index|readme)$/i.test(name) || name.toLowerCase() === posix.basename(folder).toLowerCase()
  )
}

/** A slug with a slash before it counts from the documentation, another from the folder. */
function resolve(slug: string, folder: string): string {
  const path = slug.startsWith('/') ? slug.slice(1) : posix.join(folder, slug)
  const bare = path.replace(/\/+$/, '')
  return bare === '' || bare === '.' ? 'index' : bare.replace(/^(?:\.\.\/)+/, '')
}

function folderOf(path: string): string {
  return path.includes('/') ? path.slice(0, path.lastIndexOf('/')) : ''
}
