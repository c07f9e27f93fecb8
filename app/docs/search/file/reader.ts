import { err, ok, type Result } from '../../../contract/result.ts'
import { ColumnReader } from '../../../foundation/tables/column_reader.ts'
import { openColumns, type Trust } from '../../../foundation/tables/columns.ts'
import {
  HEAD,
  HEAD_LENGTH,
  SEARCH_KIND,
  SEARCH_LAYOUT,
  type SearchFile,
  SHORT_UNITS_MAX,
  TYPO_LENGTHS,
} from './search_file.ts'
import { readAliases, readSynonyms } from './synonyms.ts'
import { Terms } from './terms.ts'

/** Opens a search file without copying or parsing it; the error gives the reason. */
export function openSearchFile(
  bytes: Uint8Array,
  trust: Trust = 'unchecked',
): Result<SearchFile, string> {
  const columns = openColumns(SEARCH_KIND, bytes, trust)
  if (!columns.ok) return columns
  const reader = new ColumnReader(columns.value)
  const head = reader.u32('head')
  if (head.length !== HEAD_LENGTH) return err('its head has the wrong length')
  const layout = head[HEAD.layout] ?? 0
  if (layout !== SEARCH_LAYOUT) return err(`it has layout ${layout}, not ${SEARCH_LAYOUT}`)
  const file = readColumns(reader, head)
  const known = trust === 'checked' ? undefined : findColumnFault(file, head[HEAD.terms] ?? 0)
  const fault = reader.fault ?? known
  return fault === undefined ? ok(file) : err(fault)
}

function readColumns(reader: ColumnReader, head: Uint32Array): SearchFile {
  const pages = head[HEAD.pages] ?? 0
  const units = head[HEAD.units] ?? 0
  const language = readLanguage(reader)
  const terms = readTerms(reader, 'term')
  const postingAt = reader.u32('posting_at')
  const postingUnit =
    units <= SHORT_UNITS_MAX ? reader.u16('posting_unit') : reader.u32('posting_unit')
  const unitPage = reader.u32('unit_page')
  return {
    pages,
    units,
    meanBodyWords: (head[HEAD.bodyWords] ?? 0) / Math.max(1, pages) || 1,
    language,
    terms,
    synonyms: readSynonyms(terms),
    aliases: readAliases({ terms, language, postingAt, postingUnit, unitPage }),
    postingAt,
    postingUnit,
    postingCount: reader.u8('posting_count'),
    termRank: reader.u16('term_rank'),
    stream: reader.u16('stream'),
    streamAt: reader.u32('stream_at'),
    rareAt: reader.u32('rare_at'),
    rareTerm: reader.u32('rare_term'),
    unitAt: reader.u32('unit_at'),
    unitWord: reader.u32('unit_word'),
    unitPage,
    standing: reader.u8('standing'),
    titleWords: reader.u32('title_words'),
    summaryWords: reader.u32('summary_words'),
    stemHash: reader.u32('stem_hash'),
    stemAt: reader.u32('stem_at'),
    stemTerm: reader.u32('stem_term'),
    typoAt: reader.u32('typo_at'),
    typoTerm: reader.u32('typo_term'),
    typoLetters: reader.u32('typo_letters'),
    sectionAt: reader.u32('section_at'),
    sectionWord: reader.u32('section_word'),
    sectionPiece: reader.u32('section_piece'),
    headingWords: reader.u32('heading_words'),
    headings: reader.texts('heading'),
    anchors: reader.texts('anchor'),
    pieceAt: reader.u32('piece_at'),
    pieceStart: reader.u32('piece_start'),
    pieceWord: reader.u32('piece_word'),
    pieceKind: reader.u8('piece_kind'),
    blockAt: reader.u32('block_at'),
    blockStart: reader.u32('block_start'),
    blockBytes: reader.u32('block_bytes'),
    blocks: reader.u8('blocks'),
    kind: reader.u16('kind'),
    kindNames: reader.texts('kind_name'),
    status: reader.u16('status'),
    statusNames: reader.texts('status_name'),
  }
}

/** A file names one language, for which a foreign file may have none: English rules apply then. */
function readLanguage(reader: ColumnReader): string {
  const names = reader.texts('language')
  return names.count === 1 ? names.at(0) : ''
}

function readTerms(reader: ColumnReader, name: string): Terms {
  const starts = reader.u32(`${name}_at`)
  return new Terms(reader.u8(name), starts.length === 0 ? Uint32Array.of(0) : starts)
}

/**
 * Finds the first column that contradicts the others. Our own files always pass; a foreign file
 * with a correct checksum might not. Columns that bound a loop are checked in full, so that no file
 * can make a search hang. They are small compared to the postings, the stream and the text.
 */
function findColumnFault(file: SearchFile, terms: number): string | undefined {
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
    ['piece_at', file.pieceAt, pages, file.pieceStart.length],
    ['block_at', file.blockAt, pages, file.blockStart.length],
    ['block_bytes', file.blockBytes, file.blockStart.length, file.blocks.length],
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
    ['section_piece', file.sectionPiece.length, sections],
    ['piece_word', file.pieceWord.length, file.pieceStart.length],
    ['piece_kind', file.pieceKind.length, file.pieceStart.length],
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
