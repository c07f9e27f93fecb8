import type { LoadedDocument } from '../../asciidoc/documents.ts'
import { readPlain, writePlain } from '../../asciidoc/inline_markdown.ts'
import { readAttribute, substitute } from '../../asciidoc/library.ts'
import { isFullDate } from '../../contract/formats.ts'

/** What the lines above the text of a page say. */
export type Header = {
  readonly title: string | undefined
  readonly menuTitle: string | undefined
  readonly description: string | undefined
  readonly updated: string | undefined
  readonly isDraft: boolean
  /** Old names of the page, with commas between. */
  readonly aliases: string
}

export async function readHeader({ document, nodes }: LoadedDocument): Promise<Header> {
  const clean = (converted: string) => {
    const text = readPlain(writePlain(nodes.read(converted)))
    return text.trim() === '' ? undefined : text.replace(/\s+/g, ' ').trim()
  }
  const read = (name: string) => clean(readAttribute(document, name))
  const described =
    readAttribute(document, 'description') || readAttribute(document, 'page-description')
  const title: unknown = document.hasHeader() ? document.title : undefined
  const words = typeof title === 'string' ? readPlain(writePlain(nodes.read(title))).trim() : ''
  const date = read('revdate')
  return {
    title: words === '' ? undefined : words.replace(/\s+/g, ' '),
    menuTitle: read('navtitle') ?? (words === '' ? undefined : words),
    // Only the text of a page gets its marks and macros from the library.
    description: clean(await substitute(document, described, ['quotes', 'macros'])),
    updated: date !== undefined && isFullDate(date) ? date : undefined,
    isDraft: document.hasAttribute('page-draft'),
    aliases: read('page-aliases') ?? '',
  }
}
