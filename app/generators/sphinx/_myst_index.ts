import type { SourceLine } from '../../foreign_markup/source_line.ts'
import { createSlugNamer } from '../../foreign_source/dialects/slugs.ts'
import { followNamespace } from './_c_objects.ts'
import type { ReadInclude } from './_myst.ts'
import { cutPieces } from './_myst_directives.ts'
import { findGlossaryTerms } from './_myst_glossaries.ts'
import {
  createScope,
  enclose,
  encloseDeclared,
  isObjectDirective,
  listObjects,
  nameProgram,
} from './_objects.ts'
import type { Page, Targets } from './_targets.ts'
import { makeId, readTitle } from './_text.ts'
import { readToctree, type Toctree } from './_toctrees.ts'

/** What a page of MyST defines for the others. */
type MystFacts = {
  readonly title: string | undefined
  readonly trees: readonly Toctree[]
  /** Lines on which reStructuredText begins, with its text. */
  readonly rst: readonly { readonly line: SourceLine; readonly content: readonly SourceLine[] }[]
}

const HEADING = /^ {0,3}(#{1,6})[ \t]+(.*?)(?:[ \t]+#+)?[ \t]*$/
const TARGET = /^[ \t]*\(([^()\n]{1,200})\)=[ \t]*$/
const DEPTH_MAX = 20

/** What references to a directive show: its title, or the caption of a figure. */
function titleOf(
  name: string,
  argument: string,
  content: readonly SourceLine[],
): string | undefined {
  const isPicture = /^(?:image|figure)/.test(name)
  // Of code the argument is a language.
  if (/^(?:code|sourcecode|literalinclude|mermaid|math)/.test(name)) return undefined
  const words = isPicture ? content.find(({ text }) => text.trim() !== '')?.text : argument
  const plain = words?.replace(/[*`]/g, '').trim()
  return plain === '' ? undefined : plain
}

/** Reads headings, targets, objects and menus of a page of MyST. */
export function readMystFacts(
  page: Page,
  lines: readonly SourceLine[],
  targets: Targets,
  readInclude: ReadInclude,
): MystFacts {
  const reader = new FactReader(page, targets, readInclude)
  reader.read(lines, [page.file])
  reader.end()
  return { title: reader.title, trees: reader.trees, rst: reader.rst }
}

class FactReader {
  title: string | undefined
  readonly trees: Toctree[] = []
  readonly rst: { line: SourceLine; content: readonly SourceLine[] }[] = []
  readonly #page: Page
  readonly #targets: Targets
  readonly #readInclude: ReadInclude
  readonly #slugOf = createSlugNamer('github')
  readonly #idOf = createSlugNamer('docutils')
  readonly #waiting: string[] = []
  readonly #scope = createScope()

  constructor(page: Page, targets: Targets, readInclude: ReadInclude) {
    this.#page = page
    this.#readInclude = readInclude
    this.#targets = targets
  }

  read(lines: readonly SourceLine[], stack: readonly string[]): void {
    for (const piece of cutPieces(lines)) {
      if (piece.kind === 'code') this.#name(undefined)
      else if (piece.kind === 'text') this.#readText(piece.lines)
      else {
        const { name, argument, options, line, content } = piece
        if (options.name !== undefined && options.name !== '') this.#waiting.push(options.name)
        if (name === 'figure-md' && argument !== '') this.#waiting.push(argument)
        if (options.label !== undefined && name === 'math') this.#waiting.push(options.label)
        this.#name(titleOf(name, argument, content))
        if (name === 'toctree') this.trees.push(readToctree(this.#page, options, content))
        else if (name === 'eval-rst') this.rst.push({ line, content })
        else if (name === 'glossary') this.#readGlossary(content)
        else if (name === 'include') {
          const inner = this.#readInclude(argument, options, line, stack) ?? []
          this.read(inner, [...stack, inner[0]?.file ?? argument])
        } else if (stack.length < DEPTH_MAX && !/^(?:code|math|raw|literal|mermaid)/.test(name)) {
          this.#readObject(name, argument, () => this.read(content, [...stack, '']))
        }
      }
    }
  }

  /** Targets at the end lead to the page. */
  end(): void {
    this.#name(undefined)
  }

  #readText(lines: readonly SourceLine[]): void {
    for (const { text } of lines) this.#readLine(text)
    for (const term of findGlossaryTerms(lines).values()) this.#targets.addTerm(this.#page, term)
  }

  #readLine(text: string): void {
    const target = TARGET.exec(text)?.[1]
    const id = /^[ \t]*\{[^{}\n]{0,100}?#([\w:./-]+)[^{}\n]{0,100}\}[ \t]*$/.exec(text)?.[1]
    if (target !== undefined) this.#waiting.push(target)
    else if (id !== undefined) this.#waiting.push(id)
    else {
      const words = HEADING.exec(text)?.[2]
      const label = /\$\$[ \t]*\(([^()]+)\)[ \t]*$/.exec(text)?.[1]
      if (label !== undefined) this.#waiting.push(label)
      for (const [, inline = ''] of text.matchAll(/[\])`>]\{[^{}\n]{0,100}?#([\w:./-]+)/g)) {
        this.#waiting.push(inline)
      }
      if (words !== undefined) this.#readHeading(words)
      else if (text.trim() !== '' && !/^[ \t]*%/.test(text)) this.#name(undefined)
    }
  }

  #readHeading(words: string): void {
    const title = readTitle(words)
    this.title ??= title
    const slug = this.#slugOf(title)
    const id = this.#idOf(title)
    const [first] = this.#waiting
    // The slug only finds the heading: pages count ids, also those of titles without Latin letters.
    const anchor = first === undefined ? id : makeId(first)
    this.#targets.addHeading(slug, { page: this.#page, anchor, title })
    this.#name(title)
  }

  /** Gives the targets that wait what follows them. */
  #name(title: string | undefined): void {
    for (const label of this.#waiting.splice(0)) {
      this.#targets.addLabel(label, { page: this.#page, anchor: makeId(label), title })
    }
  }

  #readObject(name: string, argument: string, readInner: () => void): void {
    if (/(?:^|:)(?:current)?module$/.test(name)) this.#scope.module = argument
    if (followNamespace(name, argument, this.#scope)) return
    if (name === 'program') this.#scope.program = nameProgram(argument)
    if (!isObjectDirective(name)) {
      readInner()
      return
    }
    const found = listObjects(name, argument, this.#scope)
    for (const each of found) {
      const target = { page: this.#page, anchor: each.anchor, title: undefined }
      this.#targets.addObject(each.name, target)
    }
    const { object, path } = this.#scope
    this.#scope.object = enclose(name, found[0]?.name ?? '', this.#scope)
    this.#scope.path = encloseDeclared(name, argument, this.#scope)
    readInner()
    this.#scope.object = object
    this.#scope.path = path
  }

  #readGlossary(content: readonly SourceLine[]): void {
    for (const { text } of content) {
      if (!/^[^\s:]/.test(text)) continue
      this.#targets.addTerm(this.#page, text.trim())
    }
  }
}
