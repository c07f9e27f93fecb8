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

/** Finds the place of a line of a text, from 0; undefined after its last. */
export type FindPlace = (at: number) => LinePlace | undefined

/** A text of lines, and where each is in the source; as objects, places take more than the text. */
export function joinPlacedLines(lines: Lines): {
  readonly body: string
  readonly placeOf: FindPlace
} {
  const numbers = Uint32Array.from(lines, ({ line }) => line)
  const files = listFiles(lines)
  return {
    body: joinLines(lines),
    placeOf: (at) => {
      const file = files.findLast(({ from }) => from <= at)
      const line = numbers[at]
      return line === undefined || file === undefined ? undefined : { ...file.place, line }
    },
  }
}

/** The files of lines, and from which line on each is the one. */
function listFiles(lines: Lines) {
  return lines.flatMap(({ file, base }, from) => {
    const before = lines[from - 1]
    if (before?.file === file && before.base === base) return []
    return [{ from, place: base === undefined ? { file } : { file, base } }]
  })
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
