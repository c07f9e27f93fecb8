import type { Heading } from '../../../contract/build.ts'
import { LIMITS } from '../../../contract/limits.ts'

/** Bytes of text that count as one token: the usual estimate, whatever the model. */
const BYTES_PER_TOKEN = 4

type Excerpt = {
  readonly markdown: string
  readonly truncated: boolean
  /** Anchor of the section after this text; absent at the end of the page. */
  readonly nextSection?: string
  readonly note?: string
}

type Document = { readonly markdown: string; readonly headings: readonly Heading[] }
type Border = { readonly offset: number; readonly level: number; readonly anchor: string }

/** The section that a caller means: by anchor first, then by heading text in any case. */
export function findSection(headings: readonly Heading[], wanted: string): Heading | undefined {
  const anchor = wanted.replace(/^#/, '')
  const text = wanted.trim().toLowerCase()
  return (
    headings.find((heading) => heading.anchor === anchor) ??
    headings.find((heading) => heading.anchors?.includes(anchor)) ??
    headings.find((heading) => heading.text.trim().toLowerCase() === text)
  )
}

/**
 * Cuts a page, or one section with its subsections, to a token budget. Following `nextSection` to
 * the end gives the whole page, each part once. A part that alone exceeds the budget is cut at a
 * paragraph boundary, and the note says so.
 */
export function cutExcerpt(
  page: Document,
  section: Heading | undefined,
  tokensMax: number,
): Excerpt {
  const borders = findBorders(page)
  const at = borders.findIndex((border) => border.anchor === section?.anchor)
  const own = borders[at]
  const start = own?.offset ?? 0
  const following = borders.find(
    (border, index) => own !== undefined && index > at && border.level <= own.level,
  )
  const end = following?.offset ?? page.markdown.length
  const text = page.markdown.slice(start, end)
  const bytesMax = tokensMax * BYTES_PER_TOKEN
  if (countBytes(text) <= bytesMax)
    return { markdown: text, truncated: false, ...nextSectionOf(following) }

  const inside = borders.filter(
    ({ offset }) => offset < end && page.markdown.slice(start, offset).trim() !== '',
  )
  const cut = findLastWithin(page.markdown, start, inside, bytesMax)
  if (cut !== undefined) {
    const note = `Cut at a section boundary: continue with section "${cut.anchor}".`
    return {
      markdown: page.markdown.slice(start, cut.offset),
      truncated: true,
      ...nextSectionOf(cut),
      note,
    }
  }
  const whole = page.markdown.slice(start, inside[0]?.offset ?? end)
  return {
    markdown: cutParagraphs(whole, bytesMax),
    truncated: true,
    ...nextSectionOf(inside[0] ?? following),
    note: explainCut(countBytes(whole)),
  }
}

/** The last boundary up to which the text fits; sums bytes once, so that long pages stay cheap. */
function findLastWithin(
  markdown: string,
  start: number,
  borders: readonly Border[],
  bytesMax: number,
): Border | undefined {
  let [from, bytes] = [start, 0]
  let found: Border | undefined
  for (const border of borders) {
    bytes += countBytes(markdown.slice(from, border.offset))
    if (bytes > bytesMax) return found
    found = border
    from = border.offset
  }
  return found
}

function nextSectionOf(border: Border | undefined): { nextSection?: string } {
  return border === undefined ? {} : { nextSection: border.anchor }
}

function explainCut(bytes: number): string {
  const tokens = Math.ceil(bytes / BYTES_PER_TOKEN)
  const state = 'Cut inside a section that exceeds the budget'
  if (tokens > LIMITS.pageTokensMax) return `${state}: read markdown_url for the full text.`
  return `${state}: ask again with max_tokens ${tokens} for the full section.`
}

function countBytes(text: string): number {
  return new TextEncoder().encode(text).byteLength
}

/** The tokens of a text, by the estimate of every cut. */
export function countTokens(text: string): number {
  return Math.ceil(countBytes(text) / BYTES_PER_TOKEN)
}

function findBorders(page: Document): readonly Border[] {
  const lineOffsets = [0]
  for (let at = page.markdown.indexOf('\n'); at >= 0; at = page.markdown.indexOf('\n', at + 1)) {
    lineOffsets.push(at + 1)
  }
  return page.headings.map(({ line, level, anchor }) => ({
    offset: lineOffsets[line] ?? page.markdown.length,
    level,
    anchor,
  }))
}

/** Whole paragraphs that fit, else whole lines, else characters; open fences are closed. */
function cutParagraphs(text: string, bytesMax: number): string {
  let fence: string | undefined
  let [bytes, end, paragraphsEnd, linesEnd, closing] = [0, 0, 0, 0, '']
  for (const line of text.match(/[^\n]*\n|[^\n]+$/g) ?? []) {
    fence = fenceAfter(fence, line)
    bytes += countBytes(line)
    end += line.length
    const ending = fence === undefined ? '' : `${fence}\n`
    if (bytes + ending.length > bytesMax) break
    linesEnd = end
    closing = ending
    if (line.trim() === '' && fence === undefined) paragraphsEnd = end
  }
  const paragraphs = text.slice(0, paragraphsEnd)
  if (paragraphs.trim() !== '') return paragraphs
  const lines = text.slice(0, linesEnd)
  if (lines.trim() !== '') return lines + closing
  const head = new TextEncoder().encode(text.slice(0, bytesMax)).subarray(0, bytesMax)
  // A streaming decoder drops a character that the cut split.
  return new TextDecoder().decode(head, { stream: true })
}

/** A line with words after its marker opens a fence but closes none (CommonMark section 4.5). */
function fenceAfter(open: string | undefined, line: string): string | undefined {
  const [, marker, words = ''] = /^\s*(`{3,}|~{3,})(.*)/.exec(line) ?? []
  if (marker === undefined) return open
  if (open === undefined) return marker
  const closes = marker[0] === open[0] && marker.length >= open.length && words.trim() === ''
  return closes ? undefined : open
}
