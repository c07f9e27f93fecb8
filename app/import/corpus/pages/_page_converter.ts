import {
  type ConversionContext,
  convert,
  type ReportLoss,
  type Text,
} from '../../markdown/conversion.ts'
import { joinLines, splitLines } from '../../markdown/source_line.ts'
import { inlineDefinitions } from '../../source/dialects/local_definitions.ts'
import type { SourceFolder } from '../../source/files/source_files.ts'
import { limitLines } from '../../source/files/text_limits.ts'
import { keepSourceAnchors } from './_anchors.ts'
import type { OutlinedText } from './_outline.ts'
import { extractTitle } from './_summary.ts'
import { type Document, readPart } from './documents.ts'
import type { Routes } from './routes.ts'

/** A page as Markdown, before its links are checked. */
export type ConvertedPage = {
  readonly title: string
  readonly text: OutlinedText
  /** Whether the title is shorter than in the source. */
  readonly cut: boolean
  /** Whether a heading of the text was its title. */
  readonly isHeading?: boolean
}

type ConverterParts = {
  readonly source: SourceFolder
  readonly routes: Routes
}

type PageContext = Pick<ConversionContext, 'reportLoss' | 'resolve' | 'resolvePicture'> & {
  /** The heading of most pages. */
  readonly shared: string | undefined
}

/** Turns documents into Markdown, one at a time. */
export class PageConverter {
  readonly #byFile: ReadonlyMap<string, Document>
  readonly #parts: ConverterParts
  readonly #roots: ReadonlySet<string>

  constructor(documents: readonly Document[], parts: ConverterParts) {
    this.#byFile = new Map(documents.map((document) => [document.file, document]))
    this.#parts = parts
    this.#roots = new Set(documents.map(({ file }) => this.#rootOf(file)))
  }

  convert(document: Document, { shared, ...context }: PageContext): ConvertedPage {
    const { source, routes } = this.#parts
    const reused = this.#findReused(document)
    const own = this.#rootOf(document.file)
    const others = reused === undefined ? [] : [...this.#roots].filter((root) => root !== own)
    const text = reused ?? document
    const converted = convert(text, {
      ...context,
      findDocument: (specifier, from) => {
        const file = routes.file(specifier, from)
        const known = file === undefined ? undefined : this.#byFile.get(file)
        const found = known ?? readPart(source, specifier, from)
        return found === undefined ? undefined : keepOwnDefinitions(found, context.reportLoss)
      },
      otherVariants: new Set(others),
      ownVariant: reused === undefined ? undefined : own,
    })
    const { title: given, label, named: file } = document
    const takesAnyHeading = document.markup === 'html'
    const titled = extractTitle(converted, { given, label, file, shared, takesAnyHeading })
    const kept = keepSourceAnchors(titled.text, { body: text.body, family: document.anchors })
    return { ...titled, text: kept }
  }

  /** The text that a document is converted from. */
  bodyOf(document: Document): string {
    return this.#findReused(document)?.body ?? document.body
  }

  /** Front matter `source` names the page whose text an empty page reuses. */
  #findReused(document: Document): Document | undefined {
    const { source } = document.fields
    if (typeof source !== 'string' || /^[a-z]+:/i.test(source)) return undefined
    const text = document.body.replace(/\{\/\*[\s\S]*?\*\/\}|<!--[\s\S]*?-->/g, '')
    if (text.trim() !== '') return undefined
    const name = this.#parts.routes.find(`/${source}`, document.file)
    return name === undefined || name.file === document.file
      ? undefined
      : this.#byFile.get(name.file)
  }

  #rootOf(file: string): string {
    const route = this.#parts.routes.route(file)
    return route.includes('/') ? route.slice(0, route.indexOf('/')).toLowerCase() : ''
  }
}

function keepOwnDefinitions(text: Text, reportLoss: ReportLoss): Text {
  const lines = limitLines(splitLines(text.file, text.body), reportLoss)
  return { ...text, body: joinLines(inlineDefinitions(lines)) }
}
