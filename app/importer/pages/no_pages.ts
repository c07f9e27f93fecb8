import { posix } from 'node:path'
import { type Problem, problemAt, quote, startOfFile } from '../../contract/problem.ts'
import type { Recognition, Site } from '../../foreign_source/generator.ts'
import { isMarkdownName, type SourceFolder } from '../../foreign_source/source/source_files.ts'

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
