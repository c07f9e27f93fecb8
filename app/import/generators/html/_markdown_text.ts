import { type SourceLine, splitLines } from '../../markdown/source_line.ts'
import { writeContainers } from '../../source/dialects/containers.ts'
import { readSourceFrontMatter } from '../../source/files/front_matter.ts'
import type { SourceFolder } from '../../source/files/source_files.ts'

/** Whether a file is the Markdown of a page of HTML that is beside it (llmstxt.org). */
export function isMarkdownOfPage(file: string): boolean {
  return /\.html?\.md$/i.test(file)
}

/** The text of a page as its site gives it in Markdown, where that is beside the page. */
export function readMarkdownText(
  source: SourceFolder,
  file: string,
): readonly SourceLine[] | undefined {
  const beside = `${file}.md`
  const text = source.read(beside)
  if (text === undefined) return undefined
  const { body, bodyLine } = readSourceFrontMatter(source.show(beside), text)
  if (body.trim() === '') return undefined
  const lines = splitLines(beside, body, bodyLine).map((line) => ({ ...line, base: file }))
  return writeContainers(lines, ['colons', 'indented'])
}
