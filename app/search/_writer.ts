import { type Column, writeColumns } from '../tables/columns.ts'
import { buildTextColumns } from '../tables/texts.ts'
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
import { Numbers, type Place, TermBuilder } from './_term_builder.ts'
import { buildDictionary, buildStemColumns, buildTypoColumns } from './_term_columns.ts'
import { scanWords, type WordSink } from './_words.ts'

const PACKING = { library: 'libdeflate', level: 6 } as const

/** A page as search reads it. */
export type SearchDocument = {
  readonly title: string
  readonly description: string
  /** Plain text: prose, headings and code, without link targets. */
  readonly body: string
  readonly kind: string
  readonly status: string
  /** In order; `start` is the offset of the heading text in the body. */
  readonly sections: readonly SearchSection[]
}

export type SearchSection = {
  readonly heading: string
  readonly anchor: string
  readonly start: number
}

/** Writes the search file of a list of pages. Equal pages give equal bytes. */
export function writeSearchData(documents: readonly SearchDocument[]): Uint8Array<ArrayBuffer> {
  const builder = new SearchBuilder()
  for (const document of documents) builder.add(document)
  return writeColumns(SEARCH_KIND, builder.build())
}

class SearchBuilder {
  readonly #terms = new TermBuilder()
  readonly #stream = new Numbers()
  readonly #streamStarts = [0]
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
  #place: Place = 'title'
  readonly #sink: WordSink = {
    word: (word) => {
      const id = this.#terms.idOf(word)
      this.#terms.count(id, this.#place)
      this.#stream.push(id)
    },
    hump: (word) => this.#terms.count(this.#terms.idOf(word), this.#place),
    whole: (word) => this.#terms.count(this.#terms.idOf(word), this.#place),
    pair: (word) => this.#terms.count(this.#terms.idOf(word), this.#place),
  }

  add(document: SearchDocument): void {
    const { kind, status } = document
    this.#facets.push({ kind, status })
    this.#titleLengths.push(this.#scan('title', document.title))
    this.#descriptionLengths.push(this.#scan('description', document.description))
    this.#addBody(document)
    this.#terms.endPage()
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
    for (const { start, end, headingEnd, section } of splitBody(body, sections)) {
      if (section !== undefined) this.#addSection(section, this.#stream.length - from, headingEnd)
      const textStart = Math.max(start, Math.min(headingEnd, end))
      if (textStart > start) this.#addHeading(body.slice(start, textStart))
      this.#scan('body', body.slice(textStart, end))
      if (end < body.length && end - block.start < BLOCK_CHARACTERS) continue
      this.#addBlock(body.slice(block.start, end), block)
      block = { start: end, word: this.#stream.length - from }
    }
  }

  #addSection({ heading, anchor, start }: SearchSection, word: number, headingEnd: number): void {
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

  build(): Readonly<Record<string, Column>> {
    const terms = buildDictionary(this.#terms, this.#stream.view())
    const head = new Uint32Array(HEAD_LENGTH)
    head[HEAD.layout] = SEARCH_LAYOUT
    head[HEAD.pages] = this.#facets.length
    head[HEAD.terms] = terms.sorted.length
    head[HEAD.bodyWords] = this.#stream.length - sum(this.#titleLengths, this.#descriptionLengths)
    return {
      head,
      ...terms.columns,
      ...buildStemColumns(terms.sorted),
      ...buildTypoColumns(terms.sorted),
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
