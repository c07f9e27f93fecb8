import { TYPO_LENGTHS } from './layout.ts'
import type { SearchFile } from './search_file.ts'

/**
 * Finds the first column that contradicts the others. Our own files always pass; a foreign file
 * with a correct checksum might not. Columns that bound a loop are checked in full, so that no file
 * can make a search hang. They are small compared to the postings, the stream and the text.
 */
export function findColumnFault(file: SearchFile, terms: number): string | undefined {
  const wrong =
    findWrongStarts(file, terms) ?? findWrongLength(file, terms) ?? findWrongWordCounts(file)
  return wrong === undefined ? undefined : `column "${wrong}" does not agree with the others`
}

type Starts = readonly [name: string, starts: Uint32Array, count: number, end: number]

/** Columns that hold the start offsets of the parts of another column. */
function findWrongStarts(file: SearchFile, terms: number): string | undefined {
  const { pages } = file
  const lists: readonly Starts[] = [
    ['posting_at', file.postingAt, terms, file.postingCount.length],
    ['stream_at', file.streamAt, pages, file.stream.length],
    ['unit_at', file.unitAt, pages, file.unitWord.length],
    ['section_at', file.sectionAt, pages, file.sectionWord.length],
    ['block_at', file.blockAt, pages, file.blockWord.length],
    ['block_bytes', file.blockBytes, file.blockWord.length, file.blocks.length],
    ['stem_at', file.stemAt, file.stemHash.length, file.stemTerm.length],
    ['typo_at', file.typoAt, TYPO_LENGTHS + 1, file.typoTerm.length],
  ]
  const wrong = lists.find(
    ([, starts, count, end]) =>
      starts.length !== count + 1 || starts[count] !== end || !isNonDecreasing(starts),
  )
  return wrong?.[0]
}

function findWrongLength(file: SearchFile, terms: number): string | undefined {
  const { pages } = file
  const sections = file.sectionWord.length
  const counts: readonly (readonly [name: string, count: number, wanted: number])[] = [
    ['term', file.terms.count, terms],
    ['term_rank', file.termRank.length, terms],
    ['unit_word', file.unitWord.length, file.units],
    ['unit_page', file.unitPage.length, file.units],
    ['posting_unit', file.postingUnit.length, file.postingCount.length],
    ['rare_term', file.rareTerm.length, file.rareAt.length],
    ['typo_term', file.typoTerm.length, terms],
    ['typo_letters', file.typoLetters.length, terms],
    ['title_words', file.titleWords.length, pages],
    ['summary_words', file.summaryWords.length, pages],
    ['standing', file.standing.length, pages],
    ['kind', file.kind.length, pages],
    ['status', file.status.length, pages],
    ['heading', file.headings.count, sections],
    ['anchor', file.anchors.count, sections],
    ['heading_words', file.headingWords.length, sections],
    ['section_start', file.sectionStart.length, sections],
    ['section_text', file.sectionText.length, sections],
    ['block_start', file.blockStart.length, file.blockWord.length],
  ]
  return counts.find(([, count, wanted]) => count !== wanted)?.[0]
}

/** The title and description of a page must fit into its part of the stream. */
function findWrongWordCounts({
  pages,
  streamAt,
  titleWords,
  summaryWords,
}: SearchFile): string | undefined {
  for (let page = 0; page < pages; page++) {
    const body = (streamAt[page] ?? 0) + (titleWords[page] ?? 0) + (summaryWords[page] ?? 0)
    if (body > (streamAt[page + 1] ?? 0)) return 'title_words'
  }
  return undefined
}

function isNonDecreasing(starts: Uint32Array): boolean {
  // An iterator over a typed array costs ten times as much, and startup waits for this loop.
  for (let at = 1; at < starts.length; at++) {
    if ((starts[at] ?? 0) < (starts[at - 1] ?? 0)) return false
  }
  return true
}
