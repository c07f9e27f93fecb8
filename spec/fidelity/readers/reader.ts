import type { SourcePage } from '../facts.ts'
import type { SourceFiles } from '../source_files.ts'

/** Reads a documentation whose pages are no Markdown, and counts what they hold. */
export type Reader = {
  readonly names: readonly string[]
  /** Whether no other file of the source is a page. */
  readonly isWhole?: boolean
  readonly read: (source: SourceFiles) => Promise<readonly SourcePage[]>
}
