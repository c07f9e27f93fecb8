/** Characters of a snippet: ten of them stay well inside the budget of a search result. */
export const SNIPPET_CHARACTERS_MAX = 160

/** How much of a snippet stands before the match. */
const LEAD_CHARACTERS = 40

const CUT = '…'

/** A piece of a text around a match, on one line, cut between words. */
export function createSnippet(
  text: string,
  span: { readonly start: number; readonly match: number; readonly end: number },
): string {
  const from = findWordStart(text, span.start, Math.max(span.start, span.match - LEAD_CHARACTERS))
  // Spaces fold into one, so a little more than what fits is taken.
  const piece = text.slice(from, Math.min(span.end, from + 2 * SNIPPET_CHARACTERS_MAX))
  const line = joinLines(piece)
  const lead = from > span.start ? CUT : ''
  const room = SNIPPET_CHARACTERS_MAX - lead.length
  const isWhole = line.length <= room && from + piece.length >= span.end
  return isWhole ? lead + line : lead + cutAtWord(line, room - CUT.length) + CUT
}

/** A text on one line, cut between words where it is longer than that. */
export function shorten(text: string, charactersMax: number): string {
  const line = joinLines(text)
  return line.length <= charactersMax ? line : cutAtWord(line, charactersMax - CUT.length) + CUT
}

function joinLines(text: string): string {
  return text.replace(/\s+/g, ' ').trim()
}

/** The start of the word after `at`, unless that leads past the text that may be shown. */
function findWordStart(text: string, least: number, at: number): number {
  if (at <= least) return least
  const space = text.slice(at, at + LEAD_CHARACTERS).search(/\s/)
  return space === -1 ? least + findSafeCut(text.slice(least), at - least) : at + space + 1
}

function cutAtWord(line: string, room: number): string {
  if (line.length <= room) return line
  const space = line.lastIndexOf(' ', room)
  return space > room / 2 ? line.slice(0, space) : line.slice(0, findSafeCut(line, room))
}

/** A place that does not part the two halves of one character. */
function findSafeCut(text: string, at: number): number {
  const unit = text.charCodeAt(at)
  return unit >= 0xdc00 && unit <= 0xdfff ? at - 1 : at
}
