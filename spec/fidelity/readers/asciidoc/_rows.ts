import type { Row } from '../../facts.ts'
import type { SourceFiles } from '../../source_files.ts'
import { type Attributes, readList, replaceCounters, substitute } from './_attributes.ts'
import { choosePart } from './_parts.ts'
import type { AdocSite } from './_site.ts'

/** A line after includes and conditions, and the values that hold where it is. */
export type AdocRow = Row & { readonly attributes: Attributes }

export type FoundInclude = { readonly path: string; readonly row: Row; readonly isFound: boolean }

export type ReadRows = {
  readonly rows: readonly AdocRow[]
  readonly includes: readonly FoundInclude[]
  readonly attributes: Attributes
}

const DEPTH_MAX = 20

/** Reads a file as AsciiDoc sees it before its blocks: directives and attributes are done. */
export function readAdocRows(source: SourceFiles, site: AdocSite, file: string): ReadRows {
  const { all, fixed } = site.attributesOf(file)
  const reader = new RowReader(source, site, file, all, fixed)
  reader.read(source.rows(file) ?? [], [file])
  return { rows: reader.rows, includes: reader.includes, attributes: reader.attributes }
}

class RowReader {
  readonly rows: AdocRow[] = []
  readonly includes: FoundInclude[] = []
  readonly #source: SourceFiles
  readonly #site: AdocSite
  readonly #page: string
  readonly #fixed: ReadonlySet<string>
  /** For each open condition, whether its lines count. */
  readonly #conditions: boolean[] = []
  attributes: Attributes
  #fence = ''
  #entry: { name: string; value: string } | undefined

  constructor(
    source: SourceFiles,
    site: AdocSite,
    page: string,
    attributes: Attributes,
    fixed: ReadonlySet<string>,
  ) {
    this.#source = source
    this.#site = site
    this.#page = page
    this.attributes = attributes
    this.#fixed = fixed
  }

  read(rows: readonly Row[], stack: readonly string[]): void {
    for (const row of rows) this.#readRow({ ...row, text: row.text.trimEnd() }, stack)
  }

  #readRow(row: Row, stack: readonly string[]): void {
    const { text } = row
    if (this.#fence.startsWith('//')) {
      if (text === this.#fence) this.#fence = ''
      return
    }
    const [, name, target = '', list = ''] =
      /^(ifdef|ifndef|ifeval|endif|include)::(\S(?:.*\S)?)?\[(.*)\]$/.exec(text) ?? []
    if (name !== undefined && name !== 'include') {
      this.#readCondition(name, target, list, row, stack)
      return
    }
    if (this.#conditions.includes(false)) return
    if (name === 'include') this.#include(target, list, row, stack)
    else this.#take(row)
  }

  #readCondition(
    name: string,
    target: string,
    list: string,
    row: Row,
    stack: readonly string[],
  ): void {
    if (name === 'endif') {
      this.#conditions.pop()
      return
    }
    const isMet = name === 'ifeval' ? this.#compare(list) : this.#isSet(name, target)
    if (name !== 'ifeval' && list !== '') {
      if (isMet && !this.#conditions.includes(false)) this.#readRow({ ...row, text: list }, stack)
    } else this.#conditions.push(isMet)
  }

  #isSet(name: string, target: string): boolean {
    const names = target.split(/[,+]/).map((each) => each.trim().toLowerCase())
    const isAll = target.includes('+')
    const has = (each: string): boolean => this.attributes.has(each)
    const isMet = isAll ? names.every(has) : names.some(has)
    if (name === 'ifdef') return isMet
    return isAll ? !names.every(has) : !names.some(has)
  }

  #compare(text: string): boolean {
    const [, left = '', sign, right = ''] = /^(.+?)\s*(==|!=|<=|>=|<|>)\s*(.+)$/.exec(text) ?? []
    const [a, b] = [left, right].map((side) => {
      const value = substitute(side.trim(), this.attributes)
      const isText = /^(["']).*\1$/.test(value)
      return isText ? value.slice(1, -1) : Number(value)
    })
    if (a === undefined || b === undefined) return false
    switch (sign) {
      case '==':
        return a === b
      case '!=':
        return a !== b
      case '<':
        return a < b
      case '>':
        return a > b
      case '<=':
        return a <= b
      default:
        return a >= b
    }
  }

  #include(raw: string, list: string, row: Row, stack: readonly string[]): void {
    const target = substitute(raw, this.attributes)
    const from = stack.at(-1) ?? row.file
    const found = /^https?:/.test(target) ? undefined : this.#find(target, from)
    const rows = found === undefined ? undefined : this.#source.rows(found)
    const isLoop = found !== undefined && stack.includes(found)
    const attributes = readList(substitute(list, this.attributes))
    if (found === undefined || rows === undefined || isLoop || stack.length >= DEPTH_MAX) {
      if (/\boptional\b/.test(list)) return
      this.includes.push({ path: target, row, isFound: false })
      return
    }
    this.includes.push({ path: found, row, isFound: true })
    const includedAt = { file: row.file, line: row.line }
    const part = choosePart(rows, attributes).map((each) => ({ ...each, includedAt }))
    this.read(part, [...stack, found])
  }

  /** In Antora a relative path begins at the file that includes, all others at the page. */
  #find(target: string, from: string): string | undefined {
    const family = this.#site.isAntora && /[:$@]/.test(target) ? 'page' : ''
    return this.#site.find(target, from, family) ?? this.#site.find(target, this.#page, family)
  }

  #take(row: Row): void {
    const text = row.text.replace(/^\\(?=(?:ifdef|ifndef|ifeval|endif|include)::)/, '')
    if (this.#fence !== '') {
      if (text === this.#fence) this.#fence = ''
    } else if (this.#takeEntry(text)) return
    else {
      const [fence = ''] = /^(?:-{4,}|\.{4,}|\+{4,}|\/{4,}|```)(?=\S*$)/.exec(text) ?? []
      if (fence === '```' || fence === text) this.#fence = fence
      if (this.#fence.startsWith('//')) return
      if (/^\/\/(?!\/)/.test(text)) return
    }
    const counted = this.#fence === '' ? replaceCounters(text, this.attributes) : undefined
    this.attributes = counted?.attributes ?? this.attributes
    this.rows.push({ ...row, text: counted?.text ?? text, attributes: this.attributes })
  }

  /** Reads `:name: value`, which may go on below. */
  #takeEntry(text: string): boolean {
    const going = this.#entry
    if (going !== undefined) {
      this.#entry = undefined
      this.#set(going.name, going.value + text.trim())
      return true
    }
    const [, name, value = ''] = /^:(!?\w[\w-]*!?):(?:[ \t]+(.*))?$/.exec(text) ?? []
    if (name === undefined) return false
    this.#set(name, value)
    return true
  }

  #set(name: string, value: string): void {
    const [, start] = /^(.*?)(?:\s\+)?\s\\$/s.exec(value) ?? []
    if (start !== undefined) {
      this.#entry = { name, value: `${start} ` }
      return
    }
    const key = name.replaceAll('!', '').toLowerCase()
    if (this.#fixed.has(key)) return
    const next = new Map(this.attributes)
    if (name.includes('!')) next.delete(key)
    else next.set(key, substitute(readValue(value), this.attributes))
    this.attributes = next
  }
}

/** A value that is read as a text has marks of literal text inside, and ends them itself. */
function readValue(value: string): string {
  const [, subs = '', inner] = /^pass:([\w,]*)\[(.*)\]$/.exec(value) ?? []
  if (inner === undefined || !/\b(?:macros|normal|[mn])\b/.test(subs)) return inner ?? value
  return inner.replace(/pass:[\w,]*\[((?:\\\]|[^\]])*)\]/g, (_, text: string) => {
    return text.replaceAll('\\]', ']')
  })
}
