import type { SourceLine } from '../foreign_markup/source_line.ts'
import type { InlineTargets } from './inline_markdown.ts'
import type { InlineNodes } from './inline_nodes.ts'
import type { AbstractBlock } from './library.ts'
import type { LinePlace } from './lines.ts'

/** What the blocks of a page are written with. */
export type PageContext = {
  readonly nodes: InlineNodes
  readonly targets: InlineTargets
  /** Where a block begins in the source. */
  place(block: AbstractBlock): LinePlace
  /** The blocks inside another. */
  renderChildren(block: AbstractBlock): Promise<readonly SourceLine[]>
  /** Markdown of a text that is converted, with its line ends. */
  writeText(converted: string): string
  /** The same on one line. */
  writeLabel(converted: string): string
  /** The same as code; a link in it is around code. */
  writeCodeLabel(converted: string): string
  reportLoss(place: LinePlace, what: string, fix: string): void
}
