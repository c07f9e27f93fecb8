/** A range of the source, end exclusive, in UTF-16 code units. */
export type Range = { readonly start: number; readonly end: number }

/** Offset of each line of a text whose lines end with LF. */
export function findLineStarts(text: string): readonly number[] {
  const starts = [0]
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) starts.push(at + 1)
  return starts
}

/**
 * Maps an offset in the text of a paragraph or heading back to the source. The parser strips list
 * and quote markers and indentation from the start of each line, so the text is the end of the
 * source line (in a heading, the end before the closing `#`s).
 */
export function locateInBlock(
  source: string,
  starts: readonly number[],
  block: { readonly line: number; readonly content: string },
  offset: number,
): number {
  const lineOfContent = block.content.lastIndexOf('\n', offset - 1) + 1
  const skipped = countLineFeeds(block.content, lineOfContent)
  const endOfContent = block.content.indexOf('\n', lineOfContent)
  const text = block.content.slice(lineOfContent, endOfContent < 0 ? undefined : endOfContent)
  const start = starts[block.line + skipped] ?? source.length
  const end = source.indexOf('\n', start)
  let line = source.slice(start, end < 0 ? undefined : end).trimEnd()
  const kept = text.trim()
  if (!line.endsWith(kept)) line = line.replace(/#+$/, '').trimEnd()
  const indentation = text.length - text.trimStart().length
  return start + line.length - kept.length + (offset - lineOfContent - indentation)
}

export function countLineFeeds(text: string, end: number): number {
  let count = 0
  for (let at = text.indexOf('\n'); at >= 0 && at < end; at = text.indexOf('\n', at + 1)) count += 1
  return count
}

/** The cells of the table row that starts at `rowStart`, as the parser splits it. */
export function splitCells(source: string, rowStart: number): readonly Range[] {
  const lineEnd = source.indexOf('\n', rowStart)
  const untrimmed = source.slice(rowStart, lineEnd < 0 ? undefined : lineEnd)
  const first = rowStart + untrimmed.length - untrimmed.trimStart().length
  const row = untrimmed.trim()
  const cells: Range[] = []
  let start = 0
  for (let at = 0; at <= row.length; at += 1) {
    const splits = at === row.length || (row[at] === '|' && row[at - 1] !== '\\')
    if (!splits) continue
    cells.push({ start: first + start, end: first + at })
    start = at + 1
  }
  return cells.filter((cell, at) => cell.end > cell.start || (at > 0 && at < cells.length - 1))
}

/** Maps an offset in the text of a cell back to the source: the parser unescapes pipes. */
export function locateInCell(source: string, cell: Range, offset: number): number {
  const raw = source.slice(cell.start, cell.end)
  let at = cell.start + raw.length - raw.trimStart().length
  for (let seen = 0; seen < offset; seen += 1) {
    at += source[at] === '\\' && source[at + 1] === '|' ? 2 : 1
  }
  return at
}

const UNSAFE: Readonly<Record<string, string>> = {
  '(': '%28',
  ')': '%29',
  '<': '%3C',
  '>': '%3E',
  '\\': '%5C',
  '|': '%7C',
  '`': '%60',
}

/** An address as a Markdown link target that every parser reads alike, in tables too. */
export function escapeLinkTarget(address: string): string {
  return address
    .replace(/\s/g, encodeURIComponent)
    .replace(/[()<>\\|`]/g, (character) => UNSAFE[character] ?? character)
    .replace(/&(?=#?[A-Za-z0-9]+;)/g, '&amp;')
}
