import { type Column, writeColumns } from '../tables/columns.ts'
import { buildTextColumns } from '../tables/texts.ts'
import { type Alias, addAliases } from './_aliases.ts'
import {
  completeDocuments,
  nameLowPages,
  type SearchDocument,
  type SearchMeans,
  type SearchSection,
} from './_documents.ts'
import { findLanguage } from './_languages.ts'
import {
  BLOCK_CHARACTERS,
  HEAD,
  HEAD_LENGTH,
  HEADING_CHARACTERS_MAX,
  SEARCH_KIND,
  SEARCH_LAYOUT,
} from './_layout.ts'
import { splitBody } from './_pieces.ts'
import { shorten } from './_snippets.ts'
import { STANDINGS } from './_standings.ts'
import { addSynonyms, type Synonym } from './_synonyms.ts'
import { Numbers, type Place, TermBuilder } from './_term_builder.ts'
import { buildDictionary, buildStemColumns, buildTypoColumns } from './_term_columns.ts'
import { scanWords, type WordSink } from './_words.ts'

const PACKING = { library: 'libdeflate', level: 6 } as const

/**
 * Writes the search file of a list of pages in a language (a tag such as `de`). Equal pages give
 * equal bytes.
 */
export function writeSearchData(
  documents: readonly SearchDocument[],
  language = 'en',
  { synonyms, aliases }: SearchMeans = { synonyms: [], aliases: [] },
): Uint8Array<ArrayBuffer> {
  const builder = new SearchBuilder()
  for (const document of completeDocuments(documents, aliases)) builder.add(document)
  const named = [...aliases, ...nameLowPages(documents)]
  return writeColumns(SEARCH_KIND, builder.build(findLanguage(language), synonyms, named))
}

class SearchBuilder {
  readonly #terms = new TermBuilder()
  readonly #stream = new Numbers()
  readonly #streamStarts = [0]
  readonly #unitStarts = [0]
  readonly #unitWords: number[] = []
  readonly #titleLengths: number[] = []
  readonly #descriptionLengths: number[] = []
  readonly #sectionStarts = [0]
  readonly #sectionWords: number[] = []
  readonly #sectionOffsets: number[] = []
  readonly #sectionTexts: number[] = []
  readonly #headingLengths: number[] = []
  readonly #headings: string[] = []
  readonly #anchors: string[] = []
  readonly #blockStarts = [0]
  readonly #blockWords: number[] = []
  readonly #blockOffsets: number[] = []
  readonly #blockBytes = [0]
  readonly #blocks: Uint8Array[] = []
  readonly #facets: { readonly kind: string; readonly status: string }[] = []
  readonly #standings: number[] = []
  #place: Place = 'title'
  #headingTerms: number[] = []
  readonly #sink: WordSink = {
    word: (word) => this.#stream.push(this.#count(word)),
    hump: (word) => void this.#count(word),
    whole: (word) => void this.#count(word),
    pair: (word) => void this.#count(word),
    run: (word) => void this.#count(word),
    signed: (word) => void this.#count(word),
    symbol: (symbol) => void this.#count(symbol),
  }

  #count(word: string): number {
    const id = this.#terms.idOf(word)
    this.#terms.count(id, this.#place)
    if (this.#place === 'heading') this.#headingTerms.push(id)
    return id
  }

  add(document: SearchDocument): void {
    const { kind, status, description, keywords = [], standing = 'normal' } = document
    this.#facets.push({ kind, status })
    this.#standings.push(STANDINGS.indexOf(standing))
    this.#titleLengths.push(this.#scan('title', document.title))
    this.#descriptionLengths.push(this.#scan('description', [description, ...keywords].join('\n')))
    this.#addBody(document)
    this.#unitStarts.push(this.#unitWords.length)
    this.#streamStarts.push(this.#stream.length)
    this.#sectionStarts.push(this.#headings.length)
    this.#blockStarts.push(this.#blockWords.length)
  }

  /** Scans a text and returns its number of words. */
  #scan(place: Place, text: string): number {
    const before = this.#stream.length
    this.#place = place
    scanWords(text, this.#sink)
    return this.#stream.length - before
  }

  #addBody({ body, sections }: SearchDocument): void {
    const from = this.#stream.length
    let block = { start: 0, word: 0 }
    this.#unitWords.push(0)
    for (const { start, end, headingEnd, section } of splitBody(body, sections)) {
      if (start > 0) this.#startUnit(this.#stream.length - from)
      if (section !== undefined) this.#addSection(section, this.#stream.length - from, headingEnd)
      else this.#repeatHeading()
      const textStart = Math.max(start, Math.min(headingEnd, end))
      if (textStart > start) this.#addHeading(body.slice(start, textStart))
      this.#scan('body', body.slice(textStart, end))
      if (end < body.length && end - block.start < BLOCK_CHARACTERS) continue
      this.#addBlock(body.slice(block.start, end), block)
      block = { start: end, word: this.#stream.length - from }
    }
    this.#terms.endUnit()
    this.#headingTerms = []
  }

  #startUnit(word: number): void {
    this.#terms.endUnit()
    this.#unitWords.push(word)
  }

  /** The further parts of a long section stand below its heading as well. */
  #repeatHeading(): void {
    for (const id of this.#headingTerms) this.#terms.count(id, 'heading')
  }

  #addSection({ heading, anchor, start }: SearchSection, word: number, headingEnd: number): void {
    this.#headingTerms = []
    this.#sectionWords.push(word)
    this.#sectionOffsets.push(start)
    this.#sectionTexts.push(headingEnd)
    this.#headingLengths.push(0)
    this.#headings.push(shorten(heading, HEADING_CHARACTERS_MAX))
    this.#anchors.push(anchor)
  }

  /** A heading that is longer than a block arrives in pieces. */
  #addHeading(text: string): void {
    const last = this.#headingLengths.length - 1
    this.#headingLengths[last] = (this.#headingLengths[last] ?? 0) + this.#scan('heading', text)
  }

  #addBlock(
    text: string,
    { start, word }: { readonly start: number; readonly word: number },
  ): void {
    if (text === '') return
    const packed = Bun.deflateSync(text, PACKING)
    this.#blocks.push(packed)
    this.#blockWords.push(word)
    this.#blockOffsets.push(start)
    this.#blockBytes.push((this.#blockBytes.at(-1) ?? 0) + packed.length)
  }

  #unitPages(): Uint32Array {
    const pages = new Uint32Array(this.#unitWords.length)
    for (let page = 0; page < this.#facets.length; page++) {
      pages.fill(page, this.#unitStarts[page], this.#unitStarts[page + 1])
    }
    return pages
  }

  build(
    language: string,
    synonyms: readonly Synonym[],
    aliases: readonly Alias[],
  ): Readonly<Record<string, Column>> {
    addSynonyms(this.#terms, synonyms, language)
    addAliases(this.#terms, aliases, this.#unitStarts, language)
    const terms = buildDictionary(this.#terms, this.#stream.view())
    const head = new Uint32Array(HEAD_LENGTH)
    head[HEAD.layout] = SEARCH_LAYOUT
    head[HEAD.pages] = this.#facets.length
    head[HEAD.terms] = terms.sorted.length
    head[HEAD.units] = this.#unitWords.length
    head[HEAD.bodyWords] = this.#stream.length - sum(this.#titleLengths, this.#descriptionLengths)
    return {
      head,
      ...buildTextColumns('language', [language]),
      ...terms.columns,
      ...buildStemColumns(terms.sorted, language),
      ...buildTypoColumns(terms.sorted),
      unit_at: Uint32Array.from(this.#unitStarts),
      unit_word: Uint32Array.from(this.#unitWords),
      unit_page: this.#unitPages(),
      standing: Uint8Array.from(this.#standings),
      stream_at: Uint32Array.from(this.#streamStarts),
      title_words: Uint32Array.from(this.#titleLengths),
      summary_words: Uint32Array.from(this.#descriptionLengths),
      section_at: Uint32Array.from(this.#sectionStarts),
      section_word: Uint32Array.from(this.#sectionWords),
      section_start: Uint32Array.from(this.#sectionOffsets),
      section_text: Uint32Array.from(this.#sectionTexts),
      heading_words: Uint32Array.from(this.#headingLengths),
      ...buildTextColumns('heading', this.#headings),
      ...buildTextColumns('anchor', this.#anchors),
      block_at: Uint32Array.from(this.#blockStarts),
      block_word: Uint32Array.from(this.#blockWords),
      block_start: Uint32Array.from(this.#blockOffsets),
      block_bytes: Uint32Array.from(this.#blockBytes),
      blocks: concatenate(this.#blocks),
      ...buildFacetColumns(
        'kind',
        this.#facets.map(({ kind }) => kind),
      ),
      ...buildFacetColumns(
        'status',
        this.#facets.map(({ status }) => status),
      ),
    }
  }
}

function buildFacetColumns(
  name: string,
  values: readonly string[],
): Readonly<Record<string, Column>> {
  const distinct = [...new Set(values)].sort()
  const numbers = new Map(distinct.map((value, at) => [value, at]))
  return {
    [name]: Uint16Array.from(values, (value) => numbers.get(value) ?? 0),
    ...buildTextColumns(`${name}_name`, distinct),
  }
}

function concatenate(pieces: readonly Uint8Array[]): Uint8Array {
  return new Uint8Array(Buffer.concat(pieces))
}

function sum(...lists: readonly (readonly number[])[]): number {
  return lists.flat().reduce((total, each) => total + each, 0)
}
