import { posix } from 'node:path'
import { type Problem, problemAt, quote, startOfFile } from '../../../contract/problem.ts'
import { isMarkdownName, type SourceFolder } from '../../source/files/source_files.ts'
import type { Recognition, Site } from '../../source/generator.ts'
import type { CollectedReport } from '../../source/report/report.ts'

/** Endings of what some generator makes pages of. */
const PAGE = /\.(?:mdx?|markdown|mkdn?|mdown|mdoc|org|rst|adoc|asciidoc)$/i

/** Names folders with texts that nothing of the site is made of: a blog, or pages of a theme. */
export function noteUnreadFiles(source: SourceFolder, site: Site, report: CollectedReport): void {
  // Pages of a program are read by it, and so is what they include.
  if (site.isRead === true) return
  const named = report.notes.map(({ what }) => what).join('\n')
  const unread = source.files.filter((file) => {
    return PAGE.test(file) && !source.wasRead(file) && !named.includes(file)
  })
  const [first] = unread
  if (first === undefined) return
  const above = unread.filter((file) => !file.includes('/'))
  const counts = [...Map.groupBy(unread, (file) => file.split('/').slice(0, -1)[0] ?? '')]
    .filter(([folder]) => folder !== '')
    .sort(([, a], [, b]) => b.length - a.length)
    .map(([folder, files]) => `${files.length} in ${quote(`${findShared(folder, files)}/`)}`)
  const names = [...above, ...counts].join(', ')
  const what = `files that may be pages are no part of the documentation: ${names}`
  report.note(first, what, 'import such a folder on its own')
}

/** The folder that holds all these files, which are below the first one. */
function findShared(first: string, files: readonly string[]): string {
  const second = files[0]?.split('/')[1] ?? ''
  const inner = `${first}/${second}`
  return files.every((file) => file.startsWith(`${inner}/`)) ? inner : first
}

/**
 * Why a folder has no page to import. Where the pages are outside it, the losses follow from that
 * and would only hide it.
 */
export function explainNoPages(
  source: SourceFolder,
  site: Site,
  recognition: Recognition,
  losses: readonly Problem[],
): readonly Problem[] {
  const outside = describeOutside(source, site, recognition)
  return outside === undefined ? [...losses, describeEmpty(source, site)] : [outside]
}

function describeOutside(
  source: SourceFolder,
  { pagesFolder = '' }: Site,
  { marker }: Recognition,
): Problem | undefined {
  if (!/^\.\.(?:\/|$)/.test(posix.normalize(pagesFolder))) return undefined
  const what = `the pages are in ${quote(pagesFolder)}, outside the imported folder`
  return problemAt(startOfFile(source.show(marker)), what, 'import the folder that holds both')
}

function describeEmpty({ root, files }: SourceFolder, { markup }: Site): Problem {
  if (markup === 'html') {
    const what = 'no page of the website can be imported'
    return problemAt(startOfFile(root), what, 'name the folder of the built site, or see above')
  }
  const what = files.some(isMarkdownName)
    ? 'the folder has Markdown files, and none of them is a page'
    : 'the folder has no Markdown files'
  const fix = 'name the folder with the .md or .mdx files'
  return problemAt(startOfFile(root), what, fix)
}
