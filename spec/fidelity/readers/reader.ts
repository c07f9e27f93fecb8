import type { SourcePage } from '../facts.ts'
import type { SourceFiles } from '../source_files.ts'

/** Reads a documentation whose pages are no Markdown, and counts what they hold. */
export type Reader = {
  readonly names: readonly string[]
  readonly read: (source: SourceFiles) => Promise<readonly SourcePage[]>
}
