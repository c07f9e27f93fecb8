import { slugOfGithub } from '../dialects/slugs.ts'
import { type Row, type SourcePage, splitWords, type Unit } from '../facts.ts'
import { readSourceMarkdown } from '../source_markdown.ts'
import { NOTHING, readValue, type Tree, textOf } from './_yaml_tree.ts'

const COMPONENT = '#/components/schemas/'
const DEPTH_MAX = 30

/** Collects what an operation or a schema says; `wanted` are the components that it names. */
export class ApiUnits {
  readonly #file: string
  readonly #root: Tree
  readonly #wanted: Set<string>
  readonly #units: Unit[] = []

  constructor(file: string, root: Tree, wanted: Set<string>) {
    this.#file = file
    this.#root = root
    this.#wanted = wanted
  }

  /** Follows a reference inside the document. */
  resolve(tree: Tree | undefined): Tree {
    let current = tree ?? NOTHING
    for (let step = 0; step < DEPTH_MAX; step++) {
      const address = textOf(current.fields.get('$ref'))
      if (address === '') return current
      if (!address.startsWith('#/')) return NOTHING
      let found: Tree | undefined = this.#root
      for (const part of address.slice(2).split('/')) {
        const key = decodeURIComponent(part).replaceAll('~1', '/').replaceAll('~0', '~')
        found = found?.fields.get(key) ?? found?.items[Number(key)]
      }
      if (found === undefined) return NOTHING
      // What is written beside a reference replaces the words of its target.
      const fields = new Map([...found.fields, ...current.fields])
      fields.delete('$ref')
      const next = found.fields.get('$ref')
      if (next !== undefined) fields.set('$ref', next)
      current = { ...found, fields }
    }
    return NOTHING
  }

  addName(name: string, { line, lineEnd }: Tree): void {
    for (const word of splitWords(name)) this.#add('prose', word, line, Math.min(line, lineEnd))
  }

  /** A text without markup. */
  addWords(tree: Tree | undefined): void {
    if (tree !== undefined) this.addName(textOf(tree), tree)
  }

  /** A text in Markdown. */
  addText(tree: Tree | undefined): void {
    const text = textOf(tree)
    if (tree === undefined || text.trim() === '') return
    const isBlock = tree.lineEnd > tree.line
    const rows = text.split('\n').map((each, at): Row => {
      const line = isBlock ? Math.min(tree.line + 1 + at, tree.lineEnd) : tree.line
      return { text: each, file: this.#file, line, block: tree.line }
    })
    const { units } = readSourceMarkdown(this.#file, rows, slugOfGithub)
    // Headings of a text have no address of their own in a description.
    this.#units.push(...units.filter(({ kind }) => !['anchor', 'admonition'].includes(kind)))
  }

  addDocs(docs: Tree | undefined): void {
    this.addWords(docs?.fields.get('description'))
  }

  addCode(tree: Tree | undefined): void {
    const text = textOf(tree)
    if (tree === undefined || text === '') return
    this.#add('code', `${text.replace(/\n$/, '')}\n`, tree.line, tree.lineEnd)
  }

  addParameter(parameter: Tree): void {
    this.addWords(parameter.fields.get('name'))
    const schema = parameter.fields.get('schema')
    this.addText(parameter.fields.get('description'))
    if (schema !== undefined) this.#addValues(this.resolve(schema))
  }

  addBody(tree: Tree | undefined): void {
    const body = this.resolve(tree)
    this.addText(body.fields.get('description'))
    this.#addContent(body.fields.get('content'))
  }

  addResponse(tree: Tree): void {
    const response = this.resolve(tree)
    this.addText(response.fields.get('description'))
    for (const [name, header] of response.fields.get('headers')?.fields ?? []) {
      this.addName(name, header)
      this.addText(this.resolve(header).fields.get('description'))
    }
    this.#addContent(response.fields.get('content'))
  }

  #addContent(content: Tree | undefined): void {
    for (const [mediaType, media] of content?.fields ?? []) {
      this.addName(mediaType, media)
      this.#addExample(media.fields.get('example'), mediaType)
      const examples = media.fields.get('examples')
      for (const example of examples?.fields.values() ?? []) {
        const found = this.resolve(example)
        this.#addExample(found.fields.get('value'), mediaType)
        // A value at an address must be in the report.
        const address = found.fields.get('externalValue')
        if (address !== undefined) this.#add('code', textOf(address), address.line, address.line)
      }
      const schema = media.fields.get('schema')
      if (schema !== undefined) this.addSchema(schema)
    }
  }

  #addExample(tree: Tree | undefined, mediaType: string): void {
    if (tree === undefined) return
    const value = readValue(tree)
    const isText = typeof value === 'string' && !/\bjson\b/.test(mediaType)
    const shown = isText ? value : JSON.stringify(value, undefined, 2)
    this.#add('code', `${shown.replace(/\n$/, '')}\n`, tree.line, tree.lineEnd)
  }

  /** Fields and their meaning, until the next component, which has a place of its own. */
  addSchema(schema: Tree, depth = 0): void {
    const name = textOf(schema.fields.get('$ref'))
    if (name !== '' && !name.startsWith('#')) {
      this.addName(name, schema)
      return
    }
    if (name.startsWith(COMPONENT))
      this.#wanted.add(decodeURIComponent(name.slice(COMPONENT.length)))
    if (name !== '' || depth > DEPTH_MAX) return
    this.addText(schema.fields.get('description') ?? schema.fields.get('title'))
    this.#addValues(schema)
    for (const [field, each] of schema.fields.get('properties')?.fields ?? []) {
      this.addName(field, each)
      this.addSchema(each, depth + 1)
    }
    for (const key of ['items', 'additionalProperties']) {
      const inner = schema.fields.get(key)
      if (inner !== undefined) this.addSchema(inner, depth + 1)
    }
    for (const key of ['allOf', 'oneOf', 'anyOf']) {
      for (const each of schema.fields.get(key)?.items ?? []) this.addSchema(each, depth + 1)
    }
  }

  #addValues(schema: Tree): void {
    for (const each of schema.fields.get('enum')?.items ?? []) this.addWords(each)
    this.addWords(schema.fields.get('default'))
    this.addWords(schema.fields.get('example'))
  }

  #add(kind: Unit['kind'], value: string, line: number, lineEnd: number): void {
    this.#units.push({ kind, value, file: this.#file, line, lineEnd })
  }

  finish(name = ''): SourcePage {
    return {
      file: this.#file,
      units: this.#units,
      variants: [],
      decorations: 0,
      isPart: true,
      name,
    }
  }
}
