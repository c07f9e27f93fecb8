import {
  type Column,
  type ColumnPlan,
  planColumn,
  writeColumns,
} from '../../../foundation/tables/columns.ts'
import { Bytes, GrowingTexts, Numbers } from '../../../foundation/tables/growing.ts'
import { buildFacetColumns, buildTextColumns } from '../../../foundation/tables/texts.ts'
import { findLanguage } from '../analysis/languages.ts'
import { scanWords, type WordSink } from '../analysis/words.ts'
import { ShownColumns, startList } from './_shown_columns.ts'
import { type Place, TermBuilder } from './_term_builder.ts'
import { buildDictionary, buildStemColumns, buildTypoColumns } from './_term_columns.ts'
import {
  createCompletion,
  nameLowPages,
  type SearchDocument,
  type SearchMeans,
  type SearchSection,
  shorten,
  splitBody,
} from './documents.ts'
import { QuestionTerms } from './questions.ts'
import {
  HEAD,
  HEAD_LENGTH,
  HEADING_CHARACTERS_MAX,
  SEARCH_KIND,
  SEARCH_LAYOUT,
  STANDINGS,
} from './search_file.ts'
import { addAliases, addSynonyms } from './synonyms.ts'

/**
 * Writes the search file of a list of pages in a language (a tag such as `de`). Equal pages give
 * equal bytes.
 */
export function writeSearchData(
  documents: readonly SearchDocument[],
  language = 'en',
  means: SearchMeans = { synonyms: [], aliases: [] },
): Uint8Array<ArrayBuffer> {
  const writer = new SearchWriter(language, means)
  for (const document of documents) writer.add(document)
  return writer.end()
}

/** The same for pages that come one after another and are not kept. */
export class SearchWriter {
  readonly #language: string
  readonly #means: SearchMeans
  readonly #complete: ReturnType<typeof createCompletion>
  readonly #named: Pick<SearchDocument, 'title' | 'standing'>[] = []
  readonly #terms = new TermBuilder()
  readonly #stream = new Numbers()
  readonly #streamStarts = startList()
  readonly #unitStarts = startList()
  readonly #unitWords = new Numbers()
  readonly #titleLengths = new Numbers()
  readonly #descriptionLengths = new Numbers()
  readonly #sectionStarts = startList()
  readonly #sectionWords = new Numbers()
  readonly #headingLengths = new Numbers()
  readonly #headings = new GrowingTexts()
  readonly #anchors = new GrowingTexts()
  readonly #shown = new ShownColumns()
  readonly #questions: QuestionTerms
  readonly #kinds: string[] = []
  readonly #statuses: string[] = []
  readonly #standings = new Bytes()
  #bodyWords = 0
  #place: Place = 'title'
  /** Where in the body the text starts that is being scanned. */
  #scanned = 0
  #headingTerms: number[] = []
  readonly #sink: WordSink = {
    word: (word, start) => {
      this.#shown.reach(this.#scanned + start, this.#stream.length)
      this.#stream.push(this.#count(word))
    },
    hump: (word) => void this.#count(word),
    whole: (word) => void this.#count(word),
    pair: (word) => void this.#count(word),
    run: (word) => void this.#count(word),
    signed: (word) => void this.#count(word),
    symbol: (symbol) => void this.#count(symbol),
  }

  constructor(language: string, means: SearchMeans) {
    this.#language = findLanguage(language)
    this.#means = means
    this.#questions = new QuestionTerms(this.#language)
    this.#complete = createCompletion(means.aliases)
  }

  #count(word: string): number {
    const id = this.#terms.idOf(word)
    this.#terms.count(id, this.#place)
    if (this.#place === 'heading') this.#headingTerms.push(id)
    return id
  }

  add(page: SearchDocument): void {
    this.#named.push({ title: page.title, standing: page.standing ?? 'normal' })
    const document = this.#complete(page, this.#kinds.length)
    const { kind, status, description, keywords = [], standing = 'normal' } = document
    const firstUnit = this.#unitWords.length
    this.#kinds.push(kind)
    this.#statuses.push(status)
    this.#standings.push(STANDINGS.indexOf(standing))
    this.#titleLengths.push(this.#scan('title', document.title))
    this.#descriptionLengths.push(this.#scan('description', [description, ...keywords].join('\n')))
    const before = this.#stream.length
    this.#shown.start(document, before)
    const unitOf = this.#addBody(document)
    this.#questions.add(document.questions ?? [], firstUnit, unitOf)
    this.#shown.end(document.sections, this.#stream.length)
    this.#bodyWords += this.#stream.length - before
    this.#unitStarts.push(this.#unitWords.length)
    this.#streamStarts.push(this.#stream.length)
    this.#sectionStarts.push(this.#headings.length)
  }

  /** Scans a text and returns its number of words. */
  #scan(place: Place, text: string): number {
    const before = this.#stream.length
    this.#place = place
    scanWords(text, this.#sink)
    return this.#stream.length - before
  }

  /** Returns the first unit of each section, by its anchor. */
  #addBody({ body, sections }: SearchDocument): ReadonlyMap<string, number> {
    const unitOf = new Map<string, number>()
    const from = this.#stream.length
    this.#unitWords.push(0)
    for (const { start, end, headingEnd, section } of splitBody(body, sections)) {
      if (start > 0) this.#startUnit(this.#stream.length - from)
      if (section === undefined) this.#repeatHeading()
      else {
        this.#addSection(section, this.#stream.length - from)
        unitOf.set(section.anchor, this.#unitWords.length - 1)
      }
      const textStart = Math.max(start, Math.min(headingEnd, end))
      this.#scanned = start
      if (textStart > start) this.#addHeading(body.slice(start, textStart))
      this.#scanned = textStart
      this.#scan('body', body.slice(textStart, end))
    }
    this.#terms.endUnit()
    this.#headingTerms = []
    return unitOf
  }

  #startUnit(word: number): void {
    this.#terms.endUnit()
    this.#unitWords.push(word)
  }

  /** The further parts of a long section stand below its heading as well. */
  #repeatHeading(): void {
    for (const id of this.#headingTerms) this.#terms.count(id, 'heading')
  }

  #addSection({ heading, anchor }: SearchSection, word: number): void {
    this.#headingTerms = []
    this.#sectionWords.push(word)
    this.#headingLengths.push(0)
    this.#headings.push(shorten(heading, HEADING_CHARACTERS_MAX))
    this.#anchors.push(anchor)
  }

  /** A heading that is longer than a block arrives in pieces. */
  #addHeading(text: string): void {
    const last = this.#headingLengths.length - 1
    const before = this.#headingLengths.at(last)
    this.#headingLengths.set(last, before + this.#scan('heading', text))
  }

  #fillUnitPages(pages: Uint32Array): void {
    for (let page = 0; page < this.#kinds.length; page++) {
      pages.fill(page, this.#unitStarts.at(page), this.#unitStarts.at(page + 1))
    }
  }

  /** Writes the file. The writer is empty then. */
  end(): Uint8Array<ArrayBuffer> {
    const aliases = [...this.#means.aliases, ...nameLowPages(this.#named)]
    addSynonyms(this.#terms, this.#means.synonyms, this.#language)
    addAliases(this.#terms, aliases, this.#unitStarts, this.#language)
    this.#questions.addTo(this.#terms)
    return writeColumns(SEARCH_KIND, this.#planColumns())
  }

  #planColumns(): Readonly<Record<string, Column | ColumnPlan>> {
    const terms = buildDictionary(this.#terms, this.#stream)
    const head = new Uint32Array(HEAD_LENGTH)
    head[HEAD.layout] = SEARCH_LAYOUT
    head[HEAD.pages] = this.#kinds.length
    head[HEAD.terms] = terms.sorted.length
    head[HEAD.units] = this.#unitWords.length
    head[HEAD.bodyWords] = this.#bodyWords
    return {
      head,
      ...buildTextColumns('language', [this.#language]),
      ...terms.columns,
      ...buildStemColumns(terms.sorted, this.#language),
      ...buildTypoColumns(terms.sorted),
      unit_at: this.#unitStarts.plan(),
      unit_word: this.#unitWords.plan(),
      unit_page: planColumn(Uint32Array, this.#unitWords.length, (pages) =>
        this.#fillUnitPages(pages),
      ),
      standing: this.#standings.plan(),
      stream_at: this.#streamStarts.plan(),
      title_words: this.#titleLengths.plan(),
      summary_words: this.#descriptionLengths.plan(),
      section_at: this.#sectionStarts.plan(),
      section_word: this.#sectionWords.plan(),
      heading_words: this.#headingLengths.plan(),
      ...this.#headings.plan('heading'),
      ...this.#anchors.plan('anchor'),
      ...this.#shown.plan(),
      ...buildFacetColumns('kind', this.#kinds),
      ...buildFacetColumns('status', this.#statuses),
    }
  }
}
