import { err, ok, type Result } from '../../contract/result.ts'
import { ColumnReader } from '../../tables/column_reader.ts'
import { openColumns, type Trust } from '../../tables/columns.ts'
import { findLanguage } from '../analysis/languages.ts'
import { findColumnFault } from './_column_checks.ts'
import { HEAD, HEAD_LENGTH, SEARCH_KIND, SEARCH_LAYOUT, SHORT_UNITS_MAX } from './layout.ts'
import type { SearchFile } from './search_file.ts'
import { readSynonyms } from './synonyms.ts'
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
  const terms = readTerms(reader, 'term')
  return {
    pages,
    units,
    meanBodyWords: (head[HEAD.bodyWords] ?? 0) / Math.max(1, pages) || 1,
    language: readLanguage(reader),
    terms,
    synonyms: readSynonyms(terms),
    postingAt: reader.u32('posting_at'),
    postingUnit: units <= SHORT_UNITS_MAX ? reader.u16('posting_unit') : reader.u32('posting_unit'),
    postingCount: reader.u8('posting_count'),
    termRank: reader.u16('term_rank'),
    stream: reader.u16('stream'),
    streamAt: reader.u32('stream_at'),
    rareAt: reader.u32('rare_at'),
    rareTerm: reader.u32('rare_term'),
    unitAt: reader.u32('unit_at'),
    unitWord: reader.u32('unit_word'),
    unitPage: reader.u32('unit_page'),
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
    sectionStart: reader.u32('section_start'),
    sectionText: reader.u32('section_text'),
    headingWords: reader.u32('heading_words'),
    headings: reader.texts('heading'),
    anchors: reader.texts('anchor'),
    blockAt: reader.u32('block_at'),
    blockWord: reader.u32('block_word'),
    blockStart: reader.u32('block_start'),
    blockBytes: reader.u32('block_bytes'),
    blocks: reader.u8('blocks'),
    kind: reader.u16('kind'),
    kindNames: reader.texts('kind_name'),
    status: reader.u16('status'),
    statusNames: reader.texts('status_name'),
  }
}

/** A file names one language; a foreign file may name none that we know. */
function readLanguage(reader: ColumnReader): string {
  const names = reader.texts('language')
  return findLanguage(names.count === 1 ? names.at(0) : '')
}

function readTerms(reader: ColumnReader, name: string): Terms {
  const starts = reader.u32(`${name}_at`)
  return new Terms(reader.u8(name), starts.length === 0 ? Uint32Array.of(0) : starts)
}
