import type { SourceLine } from '../../foreign_markup/source_line.ts'

/** A directive of either markup, with ways to write what it holds. */
export type Directive = {
  readonly name: string
  /** What stands behind its name, as it is written. */
  readonly argument: string
  readonly options: Readonly<Record<string, string>>
  readonly line: SourceLine
  /** Its content as it is written, without indentation. */
  readonly raw: readonly SourceLine[]
  /** Its content as Markdown. */
  write(): readonly SourceLine[]
  /** The words behind its name as Markdown. */
  writeArgument(): string
  /** A text in the markup of the page as Markdown. */
  writeText(text: string, line: SourceLine): string
}
