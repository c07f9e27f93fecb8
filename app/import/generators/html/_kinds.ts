import { listNames, quote, startOfFile } from '../../../contract/problem.ts'
import type { SourceFolder } from '../../source/files/source_files.ts'
import type { Report } from '../../source/report/report.ts'

/** What generators add for readers of their own site, as the report names it. */
const KINDS: readonly (readonly [what: string, path: RegExp])[] = [
  [
    'indexes of names',
    /(?:^|\/)(?:genindex(?:-\w+)?|(?:[\w-]+-)?modindex|http-routingtable)(?:\/index)?\.html?$/i,
  ],
  ['indexes of classes', /(?:^|\/)(?:index-all|all(?:classes|packages)-(?:index|frame))\.html?$/i],
  ['further pages of lists', /(?:^|\/)page\/\d+\/index\.html?$/i],
  ['listings of source code', /(?:^|\/)_(?:modules|sources)\//],
  ['files of the theme', /(?:^|\/)_(?:static|templates)\//],
  [
    'pages for searching, printing and errors',
    /^(?:404|50x|search|_?print|print_page)(?:\/index)?\.html?$|(?:^|\/)_print\//i,
  ],
]

/** Lists of posts by tag, month or author: such a path, and hardly a word outside of links. */
const LISTING = /(?:^|\/)(?:tags?|categor(?:y|ies)|archives?|authors?)(?:\/|\.html?$)/i
export const LOADED_MENUS = 'menus that pages load'
export const LISTS = 'lists of tags, months and authors'

const NAMES_MAX = 3

/** What a file is that a generator added, by its path below the site; undefined for a page. */
export function findKind(path: string): string | undefined {
  return KINDS.find(([, pattern]) => pattern.test(path))?.[0]
}

export function isListing(path: string): boolean {
  return LISTING.test(path)
}

type LeftOut = { readonly reason: string; readonly files: readonly string[] }

/** One line for each reason: a site may have thousands of such pages. */
export function noteLeftOut(
  { reason, files }: LeftOut,
  source: SourceFolder,
  report: Report,
): void {
  const [first] = files
  if (first === undefined) return
  const count = files.length === 1 ? '1 page is' : `${files.length} pages are`
  const names = listNames(files.map(quote), NAMES_MAX)
  const fix = 'write a page of your own if readers need what they say'
  report.addNote(startOfFile(source.show(first)), `${count} left out (${reason}): ${names}`, fix)
}
