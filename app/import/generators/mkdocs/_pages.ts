import { posix } from 'node:path'
import { listNames } from '../../../contract/problem.ts'
import { classify, isFenced } from '../../markdown/line_classes.ts'
import { createSlugNamer } from '../../source/dialects/slugs.ts'
import { findDate } from '../../source/files/dates.ts'
import { readSourceFrontMatter, readTextField } from '../../source/files/front_matter.ts'
import type { SourceFolder } from '../../source/files/source_files.ts'
import type { MenuEntry, SitePage } from '../../source/generator.ts'
import type { Report } from '../../source/report/report.ts'
import { wordsOf } from '../../source/site_addresses.ts'
import { createPathFilter, type MkdocsConfig } from './_config.ts'

/** What `exclude_docs` and `draft_docs` leave; a README beside an index is no page. */
export function keepPublished(
  pages: readonly SitePage[],
  { root, file }: MkdocsConfig,
  report: Report,
): readonly SitePage[] {
  const isExcluded = createPathFilter(`templates/\n${root.at('exclude_docs').text() ?? ''}`)
  const isDraft = createPathFilter(root.at('draft_docs').text() ?? '')
  const names = new Set(pages.map(({ named }) => named))
  const isTwin = (named: string) =>
    /(?:^|\/)README\.md$/.test(named) && names.has(named.replace(/README\.md$/, 'index.md'))
  const rows = [
    [isExcluded, 'pages that "exclude_docs" excludes', 'remove them from the list'],
    [isDraft, 'pages that "draft_docs" marks as drafts', 'remove them from the list'],
    [isTwin, 'pages with an index beside them', 'give them another name'],
  ] as const
  const reasonOf = ({ named }: SitePage) => rows.findIndex(([isLeft]) => isLeft(named))
  const byReason = Map.groupBy(pages, reasonOf)
  for (const [at, [, why, fix]] of rows.entries()) {
    const left = (byReason.get(at) ?? []).map(({ named }) => named)
    const what = `${why} are left out: ${listNames(left)}`
    if (left.length > 0) report.note(file, what, fix)
  }
  return byReason.get(-1) ?? []
}

type MenuIndex = {
  readonly titles: ReadonlyMap<string, string>
  readonly rank: (page: SitePage) => number
}

/** Titles that a menu gives to pages, and the place of each page in it; the first one counts. */
export function indexMenu(menu: readonly MenuEntry[]): MenuIndex {
  const titles = new Map<string, string>()
  const order = new Map<string, number>()
  const visit = (entry: MenuEntry) => {
    if (entry.kind === 'link') return
    if (entry.file !== undefined && !order.has(entry.file)) order.set(entry.file, order.size)
    if (entry.kind === 'group') entry.entries.forEach(visit)
    else if (entry.title !== undefined && !titles.has(entry.file)) {
      titles.set(entry.file, entry.title)
    }
  }
  menu.forEach(visit)
  return { titles, rank: ({ file }: SitePage) => order.get(file) ?? order.size }
}

type PageContext = { readonly source: SourceFolder; readonly title: string | undefined }

/** A page with what its own text says of it, and with the title that the menu gives it. */
export function completePage(
  page: SitePage,
  config: MkdocsConfig,
  { source, title: inMenu }: PageContext,
): SitePage {
  const text = source.read(page.file) ?? ''
  const front = readSourceFrontMatter(source.show(page.file), text)
  const { fields, body } = front
  const status = readTextField(fields, ['status'])
  const isFile = config.root.at('use_directory_urls').value === false
  const title = readTextField(fields, ['title']) ?? findOwnTitle(body, page.named, inMenu)
  const blog = findBlogAddress(page.named, front, config)
  const address = page.named.replace(/\.\w+$/, '').replace(/(^|\/)README$/, '$1index')
  return {
    ...page,
    ...(blog === undefined ? {} : { oldAddress: blog }),
    ...(isFile ? { oldAddress: `${address}.html` } : {}),
    status,
    title,
  }
}

/** What puts another file in, which may begin with a title. */
const INCLUDE = /-8<-|include-markdown|\{[!*] /

/** The title above a page that writes none: that of the menu, or else its name. */
function findOwnTitle(body: string, named: string, inMenu?: string): string | undefined {
  const written = body.split('\n')
  const classes = classify(written)
  const lines = written.map((line, at) => (isFenced(classes[at]) ? '' : line))
  const isTop = lines.some((line, at) => {
    const isUnderlined = /^=+[ \t]*$/.test(lines[at + 1] ?? '') && line.trim() !== ''
    return isUnderlined || /^ {0,3}#(?!#)[ \t]*\S|<h1\b/.test(line) || INCLUDE.test(line)
  })
  if (isTop) return undefined
  const name = posix.basename(named).replace(/\.\w+$/, '')
  return inMenu ?? (/^(?:index|README)$/.test(name) ? undefined : wordsOf(name))
}

type Post = Pick<ReturnType<typeof readSourceFrontMatter>, 'fields' | 'body'>

/** Where the plugin `blog` of Material has a post: by its date and its title. */
function findBlogAddress(
  named: string,
  { fields, body }: Post,
  config: MkdocsConfig,
): string | undefined {
  const blog = config.plugin(/^(?:material\/)?blog$/)
  if (blog === undefined || blog.at('post_url_format').text() !== undefined) return undefined
  const folder = blog.at('blog_dir').text() ?? 'blog'
  const date = findDate(fields)
  if (!named.startsWith(`${folder}/posts/`) || date === undefined) return undefined
  const heading = /^#[ \t]+(.+?)[ \t]*$/m.exec(body)?.[1]
  const title = readTextField(fields, ['title']) ?? heading ?? ''
  const slug = readTextField(fields, ['slug']) ?? createSlugNamer('github')(title)
  return slug === '' ? undefined : `${folder}/${date.replaceAll('-', '/')}/${slug}/`
}
