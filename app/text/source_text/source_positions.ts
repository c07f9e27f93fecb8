/** A range of the source, end exclusive, in UTF-16 code units. */
export type Range = { readonly start: number; readonly end: number }

/** A replacement in a text; an insertion where the range is empty. */
export type Edit = Range & { readonly text: string }

/** Offset of each line of a text whose lines end with LF. */
export function findLineStarts(text: string): readonly number[] {
  const starts = [0]
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) starts.push(at + 1)
  return starts
}

type Locate = (offset: number) => number

/**
 * Maps offsets in the text of a paragraph or heading back to the source. The parser strips list
 * and quote markers and indentation from the start of each line, so the text is the end of the
 * source line (in a heading, the end before the closing `#`s).
 */
export function createBlockLocator(
  source: string,
  starts: readonly number[],
  block: { readonly line: number; readonly content: string },
): Locate {
  const lines = findLineStarts(block.content)
  const shifts = new Map<number, number>()
  const shiftOf = (line: number): number => {
    const from = lines[line] ?? 0
    const text = block.content.slice(from, (lines[line + 1] ?? block.content.length + 1) - 1)
    const start = starts[block.line + line] ?? source.length
    const end = source.indexOf('\n', start)
    let written = source.slice(start, end < 0 ? undefined : end).trimEnd()
    const kept = text.trim()
    if (!written.endsWith(kept)) written = written.replace(/#+$/, '').trimEnd()
    const indentation = text.length - text.trimStart().length
    return start + written.length - kept.length - indentation - from
  }
  return (offset) => {
    const line = countUpTo(lines, offset) - 1
    const shift = shifts.get(line) ?? shiftOf(line)
    shifts.set(line, shift)
    return offset + shift
  }
}

/** How many of some numbers in order are at most a bound. */
export function countUpTo(numbers: readonly number[], bound: number): number {
  let [low, high] = [0, numbers.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((numbers[middle] ?? 0) <= bound) low = middle + 1
    else high = middle
  }
  return low
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

/** Maps offsets in the text of a cell back to the source: the parser unescapes pipes. */
export function createCellLocator(source: string, cell: Range): Locate {
  const raw = source.slice(cell.start, cell.end)
  const start = cell.start + raw.length - raw.trimStart().length
  // Each escaped pipe is one character less in the text, whose offsets these are.
  const pipes = [...raw.trimStart().matchAll(/\\\|/g)].map(({ index }, at) => index - at)
  return (offset) => start + offset + countUpTo(pipes, offset - 1)
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
