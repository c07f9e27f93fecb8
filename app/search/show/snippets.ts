/** Limit on the characters of a snippet; ten of them stay well within a search result's budget. */
export const SNIPPET_CHARACTERS_MAX = 160

/** How much of a snippet may precede the match. */
const LEAD_CHARACTERS = 40

const CUT = '…'

/** The text around a match, on one line, cut between words. */
export function createSnippet(
  text: string,
  span: { readonly start: number; readonly match: number; readonly end: number },
): string {
  const from = findWordStart(text, span.start, Math.max(span.start, span.match - LEAD_CHARACTERS))
  // Runs of spaces collapse, so take more than fits.
  const piece = text.slice(from, Math.min(span.end, from + 2 * SNIPPET_CHARACTERS_MAX))
  const line = joinLines(piece)
  const lead = from > span.start ? CUT : ''
  const charactersLeft = SNIPPET_CHARACTERS_MAX - lead.length
  const isWhole = line.length <= charactersLeft && from + piece.length >= span.end
  return isWhole ? lead + line : lead + cutAtWord(line, charactersLeft - CUT.length) + CUT
}

/** A text on one line, cut between words if it is too long. */
export function shorten(text: string, charactersMax: number): string {
  const line = joinLines(text)
  return line.length <= charactersMax ? line : cutAtWord(line, charactersMax - CUT.length) + CUT
}

/** White space but for single spaces, which are most of it and need no replacement. */
const GAPS = / \s+|[^\S ]\s*/g

function joinLines(text: string): string {
  return text.replace(GAPS, ' ').trim()
}

/** The start of the word after `at`, if it is near; otherwise `at` itself. */
function findWordStart(text: string, least: number, at: number): number {
  if (at <= least) return least
  const space = text.slice(at, at + LEAD_CHARACTERS).search(/\s/)
  return space === -1 ? least + findSafeCut(text.slice(least), at - least) : at + space + 1
}

function cutAtWord(line: string, charactersMax: number): string {
  if (line.length <= charactersMax) return line
  const space = line.lastIndexOf(' ', charactersMax)
  return line.slice(0, space > charactersMax / 2 ? space : findSafeCut(line, charactersMax))
}

/** A position that does not split a surrogate pair. */
function findSafeCut(text: string, at: number): number {
  const unit = text.charCodeAt(at)
  return unit >= 0xdc00 && unit <= 0xdfff ? at - 1 : at
}
