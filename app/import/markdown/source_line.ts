/**
 * One line of a text under conversion, with its place in the source. Whatever runs before Markdown
 * maps lines to lines, so every later message still names the file and line that a person wrote.
 */
export type SourceLine = {
  readonly text: string
  /** Path below the imported folder. */
  readonly file: string
  /** From 1. */
  readonly line: number
  /** The file from which relative addresses in the line count, where it is not the page. */
  readonly base?: string
}

/** The lines of a text; what runs before Markdown makes others of them. */
export type Lines = readonly SourceLine[]

/** Where a line of a text is in the source, without the line itself, which the text has. */
export type LinePlace = Omit<SourceLine, 'text'>

/** A text of lines, and where each is in the source. */
export function joinPlacedLines(lines: readonly SourceLine[]): {
  readonly body: string
  readonly origins: readonly LinePlace[]
} {
  const origins = lines.map(({ file, line, base }): LinePlace => {
    return base === undefined ? { file, line } : { file, line, base }
  })
  return { body: joinLines(lines), origins }
}

/** The lines of a file, or of its end that begins at `firstLine`. */
export function splitLines(file: string, text: string, firstLine = 1): readonly SourceLine[] {
  return text.split('\n').map((each, at) => ({ text: each, file, line: firstLine + at }))
}

export function joinLines(lines: readonly SourceLine[]): string {
  return lines.map(({ text }) => text).join('\n')
}

/** The same place with another text. */
export function replaceText(line: SourceLine, text: string): SourceLine {
  return text === line.text ? line : { ...line, text }
}

/**
 * Creates a function that finds the line of an offset in a text. It counts on from the offset
 * before: a paragraph can have thousands of links, and each is asked about.
 */
export function createLineFinder(
  text: string,
  lines: readonly SourceLine[],
): (offset: number) => SourceLine | undefined {
  const findFeed = (from: number) => {
    const feed = text.indexOf('\n', from)
    return feed === -1 ? Number.POSITIVE_INFINITY : feed
  }
  let [last, at, feed] = [0, 0, findFeed(0)]
  return (offset) => {
    if (offset < last) [at, feed] = [0, findFeed(0)]
    last = offset
    while (feed < offset) [at, feed] = [at + 1, findFeed(feed + 1)]
    return lines[Math.min(at, lines.length - 1)]
  }
}
