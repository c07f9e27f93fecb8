import { posix } from 'node:path'
import { listNames, quote, startOfFile } from '../../contract/problem.ts'
import type { Redirect, SiteContext } from '../../foreign_source/generator.ts'
import { readSourceFrontMatter, readTextField } from '../../foreign_source/source/front_matter.ts'
import { isMarkdownName, type SourceFolder } from '../../foreign_source/source/source_files.ts'
import { applyDefaults, type Collection, type JekyllConfig, matchesPath } from './_config.ts'
import { makeAddress } from './_permalinks.ts'

/** A page of a Jekyll site. */
export type JekyllPage = {
  /** Path below the imported folder, and below the site. */
  readonly file: string
  readonly path: string
  /** The collection that it belongs to; '' for a page of none. */
  readonly label: string
  /** Its front matter with the defaults of the configuration. */
  readonly fields: Readonly<Record<string, unknown>>
  /** Below the mount: `/guide/intro/`. */
  readonly url: string
}

type FoundPages = {
  readonly pages: readonly JekyllPage[]
  readonly redirects: readonly Redirect[]
}

type Candidate = {
  readonly file: string
  readonly path: string
  readonly collection: Collection | undefined
  readonly isPost: boolean
}

/** Finds the pages below a folder, as Jekyll would: files with front matter that it publishes. */
export function findPages(
  source: SourceFolder,
  root: string,
  config: JekyllConfig,
  { report }: SiteContext,
  needsFrontMatter: boolean,
): FoundPages {
  const pages: JekyllPage[] = []
  const redirects: Redirect[] = []
  const left: string[] = []
  for (const candidate of listCandidates(source, root, config)) {
    const { file, path, collection, isPost } = candidate
    const text = source.read(file)
    if (text === undefined) continue
    const place = startOfFile(source.show(file))
    if (/(?:^|\/)_drafts\//.test(path)) {
      report.addNote(place, 'the page is a draft and is left out', 'move it out of _drafts')
      continue
    }
    if (needsFrontMatter && !/^---[ \t]*\n/.test(text)) {
      left.push(path)
      continue
    }
    if (collection?.isPublished === false) {
      const what = `the collection ${quote(collection.label)} is not published and is left out`
      report.addNote(place, what, 'write "output: true" to import it')
      continue
    }
    const own = readSourceFrontMatter(source.show(file), text).fields
    const title = readTextField(own, ['title', 'description'])
    if (title !== undefined && /\{[{%]/.test(title)) {
      const what = `the front matter ${quote(title)} holds a template, which is not run there`
      report.addLoss(place, what, 'write what it shows')
    }
    const type = isPost ? 'posts' : (collection?.label ?? 'pages')
    const fields = applyDefaults(config, path, type, own)
    const url = makeAddress({ path, collection, isPost, fields }, config)
    const target = firstOf(fields.redirect_to)
    if (target !== undefined) redirects.push({ from: url, to: target, place })
    else if (fields.published === false) {
      const what = 'the page is not published and is left out'
      report.addNote(place, what, 'remove "published: false" to import it')
    } else if (url === '/404.html') {
      report.addNote(place, 'the page of missing addresses is left out', 'the service has its own')
    } else
      pages.push({ file, path, label: isPost ? 'posts' : (collection?.label ?? ''), fields, url })
  }
  if (left.length > 0) {
    const what = `files without front matter are not imported: ${listNames(left)}`
    report.addNote(
      startOfFile(source.show(left[0] ?? '')),
      what,
      'begin a file with two lines of "---" to import it',
    )
  }
  return { pages, redirects }
}

function listCandidates(
  source: SourceFolder,
  root: string,
  config: JekyllConfig,
): readonly Candidate[] {
  return source.files.flatMap((file): readonly Candidate[] => {
    const path = root === '' ? file : posix.relative(root, file)
    if (!isMarkdownName(file) || path.startsWith('../')) return []
    if (config.exclude.some((pattern) => pattern !== '' && matchesPath(pattern, path))) return []
    const collection = config.collections.find(({ folder }) => path.startsWith(`${folder}/`))
    const isPost = /(?:^|\/)_(?:posts|drafts)\//.test(path)
    const below = collection === undefined ? path : path.slice(collection.folder.length + 1)
    const isHidden = below.split('/').some((part) => /^[_#.]|~$/.test(part))
    const isNamed = config.include.some((pattern) => matchesPath(pattern, path))
    return isHidden && !isPost && !isNamed ? [] : [{ file, path, collection, isPost }]
  })
}

/** HTML pages with front matter have words that are not carried over. */
export function reportHtmlPages(
  source: SourceFolder,
  root: string,
  config: JekyllConfig,
  { report }: SiteContext,
): void {
  for (const file of source.files) {
    const path = root === '' ? file : posix.relative(root, file)
    if (!/\.html?$/.test(path) || path.startsWith('../') || /^404\./.test(path)) continue
    if (path.split('/').some((part) => /^[_#.]/.test(part))) continue
    if (config.exclude.some((pattern) => matchesPath(pattern, path))) continue
    if (source.read(file)?.startsWith('---\n') !== true) continue
    const what = `the page ${quote(path)} is HTML and is left out`
    report.addLoss(startOfFile(source.show(file)), what, 'write it as Markdown')
  }
}

function firstOf(value: unknown): string | undefined {
  const first: unknown = Array.isArray(value) ? value[0] : value
  return typeof first === 'string' && first !== '' ? first : undefined
}
