import { writeFrontMatter } from '../../../text/source_text/yaml_text.ts'

/** A page of the corpus, as it is written. */
export type ImportedPage = {
  /** Path below `pages/`. */
  readonly page: string
  readonly title: string
  /** Its front matter. */
  readonly record: Readonly<Record<string, unknown>>
  /** Everything below the front matter. */
  readonly body: string
  /** Whether its source, or who imports it, says when it changed. */
  readonly isDated: boolean
}

export function writePageText({ record, body }: Pick<ImportedPage, 'record' | 'body'>): string {
  return writeFrontMatter(record) + body
}
