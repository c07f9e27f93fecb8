import type { Problem } from '../../app/contract/problem.ts'
import type { SourcePage, Unit } from './facts.ts'

/** Problems that a report names, by file below the source folder and line. */
export class ReportIndex {
  readonly #lines = new Map<string, Set<number>>()
  /** Files that are one drawing, which is left out as a whole. */
  readonly #drawings = new Set<string>()
  readonly #texts: string
  readonly #leftOut: ReadonlySet<string>
  readonly #variants: readonly string[]

  constructor(root: string, problems: readonly Problem[]) {
    for (const { file, line, what } of problems) {
      const path = file.startsWith(`${root}/`) ? file.slice(root.length + 1) : file
      const known = this.#lines.get(path) ?? new Set()
      this.#lines.set(path, known.add(line))
      if (/^the drawing\b/.test(what) && path.endsWith('.svg')) this.#drawings.add(path)
    }
    const texts = problems.map(({ what }) => what)
    this.#texts = texts.join('\n')
    const leftOut = texts.filter((text) => /left out|excluded/.test(text))
    this.#variants = leftOut.flatMap((text) => {
      const listed = /(?:imported, and|variants:) (.*) left out/.exec(text)?.[1] ?? ''
      return listed.toLowerCase().split(', ')
    })
    this.#leftOut = new Set(leftOut.flatMap((text) => text.split(/[\s",:;/]+/)))
  }

  covers({ file, line, lineEnd, definition, block, includedAt }: Unit): boolean {
    if (includedAt !== undefined && this.#lines.get(includedAt.file)?.has(includedAt.line)) {
      return true
    }
    if (this.#drawings.has(file)) return true
    const lines = this.#lines.get(file)
    if (lines === undefined) return false
    if (lines.has(definition ?? 0) || lines.has(block ?? 0)) return true
    for (let at = line; at <= lineEnd; at++) if (lines.has(at)) return true
    return false
  }

  /** Whether a page is of a version or language that the report leaves out. */
  coversVariant({ variants }: Pick<SourcePage, 'variants'>): boolean {
    return variants.some((variant) => this.#leavesOut(variant))
  }

  /** Whether a whole file was left out with a word about it. */
  coversFile({ file }: Pick<SourcePage, 'file'>): boolean {
    const [folder = '', name = ''] = file.split('/').slice(-2)
    const isNameOfMany = /^_?(?:index|readme)\./i.test(name)
    const named = name === '' || isNameOfMany ? `${folder}/${name}` : name
    if (this.#lines.has(file)) return true
    // A file at the top is named in a list.
    if (name === '') return new RegExp(`[:,] ${RegExp.escape(file)}(?:,|$)`, 'm').test(this.#texts)
    if (this.#texts.includes(named)) return true
    if (isNameOfMany && new RegExp(`(?:[:,] |^)${name}(?:,|$)`, 'm').test(this.#texts)) return true
    return this.#namesFolder(file)
  }

  /** Whether a version or language is among those left out; `fr` may be named `fr-FR`. */
  #leavesOut(variant: string): boolean {
    const name = variant.toLowerCase()
    return this.#variants.some((each) => each === name || each.startsWith(`${name}-`))
  }

  #namesFolder(file: string): boolean {
    const parts = file.split('/').slice(0, -1)
    return parts.some((part, at) => {
      const folder = `"${parts.slice(0, at + 1).join('/')}`
      const isNamed = [`${folder}"`, `${folder}/"`].some((each) => this.#texts.includes(each))
      return this.#leftOut.has(part) || isNamed
    })
  }
}
