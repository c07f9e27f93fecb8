import { type Liquid, LiquidError, type Token, Tokenizer } from 'liquidjs'
import { replaceText, type SourceLine } from '../../foreign_markup/source_line.ts'

/**
 * A text with a mark at the start of each of its lines, outside of tags. The marks pass through the
 * templates, so each line that comes out says where its text is from.
 */
export type TemplateText = {
  readonly lines: readonly SourceLine[]
  /** The marked text; a tag that cannot be run loses its brace. */
  text: string
}

const MARK = /\u0001(\d+):(\d+)\u0002/g
const MARKS_OR_NULLS = /[\u0001-\u0003]/g
/** Stands for the brace of a tag that stays as it is written. */
const BRACE = '\u0003'

const ATTEMPTS_MAX = 50

type ReportBroken = (line: SourceLine, column: number, why: string) => void

/** Marks the lines of a text; a tag without an end stays as it is written. */
export function markText(
  lines: readonly SourceLine[],
  key: number,
  liquid: Liquid,
  reportBroken: ReportBroken,
): TemplateText {
  const marked: TemplateText = {
    lines,
    text: lines.map(({ text }) => text.replace(MARKS_OR_NULLS, '')).join('\n'),
  }
  for (let attempt = 0; attempt < ATTEMPTS_MAX; attempt += 1) {
    try {
      marked.text = addMarks(marked.text, key, liquid)
      return marked
    } catch (error) {
      if (!(error instanceof LiquidError)) throw error
      const { line, column } = findPosition(marked, error.token.begin)
      if (line !== undefined) reportBroken(line, column, error.message)
      if (!disarm(marked, error.token.begin)) break
    }
  }
  marked.text = disarmAll(marked.text)
  return marked
}

function addMarks(text: string, key: number, liquid: Liquid): string {
  const tokens = new Tokenizer(text, liquid.options.operators).readTopLevelTokens(liquid.options)
  const out: string[] = []
  let line = 0
  for (const token of tokens) {
    const { begin, end } = token
    const piece = text.slice(begin, end)
    // What a tag trims must stay at its side.
    const trimmed = readTrimmed(token)
    const atStart = begin === 0 || text[begin - 1] === '\n'
    if (trimmed === undefined) {
      out.push(piece)
      line += countBreaks(piece)
      continue
    }
    const from = piece.indexOf(trimmed)
    const to = from + trimmed.length
    for (let at = 0; at < piece.length; at += 1) {
      const starts = at === 0 ? atStart : piece[at - 1] === '\n'
      if (starts && at >= from && at < to) out.push(`\u0001${key}:${line}\u0002`)
      out.push(piece.charAt(at))
      if (piece[at] === '\n') line += 1
    }
    const endsLine = piece.endsWith('\n') && to === piece.length && to > from
    if (endsLine) out.push(`\u0001${key}:${line}\u0002`)
  }
  return out.join('')
}

/** The text between tags without what they trim; undefined for a tag. */
function readTrimmed(token: Token): string | undefined {
  return 'getContent' in token && typeof token.getContent === 'function'
    ? String(token.getContent())
    : undefined
}

function countBreaks(text: string): number {
  return text.split('\n').length - 1
}

/** The line and column of an offset in a marked text. */
export function findPosition(
  { text, lines }: TemplateText,
  offset: number,
): { readonly line: SourceLine | undefined; readonly column: number } {
  const before = text.slice(0, offset)
  const row = countBreaks(before)
  const column = stripMarks(before.slice(before.lastIndexOf('\n') + 1)).length + 1
  return { line: lines[Math.min(row, lines.length - 1)], column }
}

/** Makes a tag text; false where there is none. */
export function disarm(marked: TemplateText, offset: number): boolean {
  if (marked.text[offset] !== '{') return false
  marked.text = `${marked.text.slice(0, offset)}${BRACE}${marked.text.slice(offset + 1)}`
  return true
}

export function disarmAll(text: string): string {
  return text.replace(/\{(?=[%{])/g, BRACE)
}

export function stripMarks(text: string): string {
  return text.includes('\u0001') ? text.replace(MARK, '') : text
}

/** The lines of a rendered text, each with its place. */
export function placeLines(
  rendered: string,
  texts: readonly TemplateText[],
  first: SourceLine,
): readonly SourceLine[] {
  let place = first
  return rendered.split('\n').map((line) => {
    MARK.lastIndex = 0
    const found = line.includes('\u0001') ? MARK.exec(line) : null
    if (found !== null) place = texts[Number(found[1])]?.lines[Number(found[2])] ?? place
    return replaceText(place, stripMarks(line).replaceAll(BRACE, '{'))
  })
}
