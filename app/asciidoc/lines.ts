import type { SourceLine } from '../foreign_markup/source_line.ts'

/** Where a line comes from: a file below the imported folder, and a line from 1. */
export type LinePlace = { readonly file: string; readonly line: number }

export function writeLine(text: string, { file, line }: LinePlace): SourceLine {
  return { text, file, line }
}

/** Lines of a text; where they keep their order, each has the place of its own. */
export function writeLines(
  texts: readonly string[],
  { file, line }: LinePlace,
): readonly SourceLine[] {
  return texts.map((text, at) => ({ text, file, line: line + at }))
}

/** Blocks one below the other, with a blank line between. */
export function joinBlocks(blocks: readonly (readonly SourceLine[])[]): readonly SourceLine[] {
  const filled = blocks.filter((block) => block.length > 0)
  return filled.flatMap((block, at) => {
    const [first] = block
    return at === 0 || first === undefined ? block : [{ ...first, text: '' }, ...block]
  })
}

export function indentLines(
  lines: readonly SourceLine[],
  indent: string,
  first = indent,
): readonly SourceLine[] {
  return lines.map((line, at) => {
    const prefix = at === 0 ? first : indent
    return { ...line, text: line.text === '' ? prefix.trimEnd() : prefix + line.text }
  })
}

/** A text on one line, without the backslashes that break its lines. */
export function joinLines(text: string): string {
  const lines = text.split('\n')
  return lines
    .map((line, at) => (at < lines.length - 1 ? line.trim().replace(/\\$/, '') : line.trim()))
    .join(' ')
    .trim()
}
