import type { SourceLine } from '../../foreign_markup/source_line.ts'
import type { PageContext } from './_page.ts'
import type { RstNode } from './_rst_nodes.ts'

/** Writes the nodes of one tree. */
export type RstWriter = {
  readonly context: PageContext
  /** The line of the source in which a node begins. */
  lineOf(node: RstNode): SourceLine
  blocks(nodes: readonly RstNode[], parent?: string): readonly SourceLine[]
  inline(node: RstNode): string
  /** Text on the lines from that of a node on. */
  place(text: string, node: RstNode): readonly SourceLine[]
}
