import { CUT, cutAtWord, findSafeCut, joinLines } from '../file/documents.ts'
import { FENCE, type Piece } from './_text_pieces.ts'

/** What the pieces before the match may take of the bytes. */
const LEAD_SHARE = 0.4

/**
 * The pieces around a match, as many as fit, as Markdown: the sentence of the match and what
 * introduces it, then what follows. A piece that alone is too long is cut: prose between words,
 * code between lines, and its fence is closed.
 */
export function choosePieces(pieces: readonly Piece[], match: number, bytesMax: number): string {
  const at = Math.max(0, countUpTo(pieces, match) - 1)
  const matched = pieces[at]
  if (matched === undefined) return ''
  if (matched.bytes > bytesMax) return shortenPiece(matched, bytesMax)
  let [from, to, left] = [at, at + 1, bytesMax - matched.bytes]
  const fits = (piece: Piece | undefined, bytes: number): piece is Piece =>
    piece !== undefined && piece.bytes <= bytes
  const introduction = findIntroduction(pieces, at)
  let lead = Math.min(left, bytesMax * LEAD_SHARE)
  for (let piece = pieces[from - 1]; from > introduction && fits(piece, lead); ) {
    from -= 1
    lead -= piece.bytes
    left -= piece.bytes
    piece = pieces[from - 1]
  }
  for (let piece = pieces[to]; fits(piece, left); piece = pieces[to]) {
    to += 1
    left -= piece.bytes
  }
  for (let piece = pieces[from - 1]; fits(piece, left); piece = pieces[from - 1]) {
    from -= 1
    left -= piece.bytes
  }
  return joinPieces(pieces.slice(from, to))
}

/** How many pieces start at an offset or before it. */
function countUpTo(pieces: readonly Piece[], offset: number): number {
  const after = pieces.findIndex(({ start }) => start > offset)
  return after === -1 ? pieces.length : after
}

/** The first piece of the paragraph of a piece, or of the one before its list, table or code. */
function findIntroduction(pieces: readonly Piece[], at: number): number {
  let first = at
  while (first > 0 && pieces[first]?.kind !== 'prose') first -= 1
  while (first > 0 && pieces[first]?.continues === true) first -= 1
  return first
}

function joinPieces(pieces: readonly Piece[]): string {
  return pieces
    .map(({ text, continues }, at) => (at === 0 ? '' : continues ? ' ' : '\n') + text)
    .join('')
}

function shortenPiece({ text, kind }: Piece, bytesMax: number): string {
  if (kind !== 'code') return cutWords(text, bytesMax)
  const [fence = FENCE, ...lines] = text.split('\n')
  const ending = `\n${fence}`
  let shown = fence
  for (const line of lines.slice(0, -1)) {
    if (Buffer.byteLength(`${shown}\n${line}${ending}`) > bytesMax) break
    shown = `${shown}\n${line}`
  }
  return shown === fence ? '' : shown + ending
}

function cutWords(text: string, bytesMax: number): string {
  const bytes = Buffer.from(text).subarray(0, Math.max(0, bytesMax - Buffer.byteLength(CUT)))
  // A streaming decoder drops a character that the cut split.
  const head = new TextDecoder().decode(bytes, { stream: true })
  if (text[head.length] === ' ') return head + CUT
  const space = head.lastIndexOf(' ')
  return (space > head.length / 2 ? head.slice(0, space) : head) + CUT
}

/** Limit on the characters of a snippet; ten of them stay well within a search result's budget. */
export const SNIPPET_CHARACTERS_MAX = 160

/** How much of a snippet may precede the match. */
const LEAD_CHARACTERS = 40

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

/** The start of the word after `at`, if it is near; otherwise `at` itself. */
function findWordStart(text: string, least: number, at: number): number {
  if (at <= least) return least
  const space = text.slice(at, at + LEAD_CHARACTERS).search(/\s/)
  return space === -1 ? least + findSafeCut(text.slice(least), at - least) : at + space + 1
}
