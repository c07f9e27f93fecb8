import { baseOf } from '../../../docs/model/addresses.ts'
import type { CorpusPage } from '../../../docs/model/corpus.ts'
import { trimBody } from '../../../docs/model/page_text.ts'
import { encodeUtf8, escapeMarkdown } from '../../../text/source_text/escape.ts'
import { writeFrontMatter } from '../../../text/source_text/yaml_text.ts'
import type { SisterLinks } from '../theme/site.ts'

/** A Markdown twin; the body starts at `bodyOffset`, in bytes. */
type Twin = { readonly bytes: Uint8Array; readonly bodyOffset: number }

/**
 * The Markdown twin of a page (contract 2): the record as front matter, then title, a pointer to
 * the index, status and date for readers that ignore front matter, then the body.
 */
export function renderTwin(
  page: CorpusPage,
  baseUrl: string,
  markdown: string,
  old?: ReturnType<SisterLinks['old']>,
): Twin {
  const { record } = page
  const { url, title, status, updated } = record
  const caution = old === undefined ? [] : [`> ${old.here} ${old.there} <${old.href}>\n`]
  const header = encodeUtf8(
    [
      writeFrontMatter({ ...record }),
      `# ${escapeMarkdown(title)}\n`,
      `> Machine-readable index of this documentation: ${baseOf(baseUrl)}/llms.txt\n`,
      ...caution,
      `Status: \`${status}\`. Updated: ${updated}. Web page: <${url}>\n\n`,
    ].join('\n'),
  )
  const body = encodeUtf8(trimBody(markdown))
  const bytes = new Uint8Array(header.length + body.length)
  bytes.set(header)
  bytes.set(body, header.length)
  return { bytes, bodyOffset: header.length }
}
