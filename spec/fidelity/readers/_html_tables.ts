import { splitWords } from '../facts.ts'

type Row = { text: string; cells: number; isFilled: boolean; readonly line: number; end: number }

type Table = {
  readonly line: number
  header: string
  isHeader: boolean
  /** Whether it holds others, or numbers beside code, and only puts them in their place. */
  isLayout: boolean
  readonly rows: Row[]
}

export type FoundTable = {
  readonly line: number
  readonly lineEnd: number
  readonly header: string
  readonly rows: readonly {
    readonly words: string
    readonly line: number
    readonly lineEnd: number
  }[]
}

/** Follows tables, which may hold others. */
export class HtmlTables {
  readonly #stack: Table[] = []

  get isInside(): boolean {
    return this.#stack.length > 0
  }

  open(name: string, line: number): void {
    if (name === 'table') {
      for (const table of this.#stack) table.isLayout = true
      this.#stack.push({ line, header: '', isHeader: false, isLayout: false, rows: [] })
    }
    const table = this.#stack.at(-1)
    if (name === 'tr') table?.rows.push({ text: '', cells: 0, isFilled: false, line, end: line })
    const row = table?.rows.at(-1)
    if (table === undefined || row === undefined || !/^t[dh]$/.test(name)) return
    row.isFilled = false
    table.isHeader = name === 'th' && table.rows.length === 1
  }

  leaveLayout(): void {
    const table = this.#stack.at(-1)
    if (table !== undefined) table.isLayout = true
  }

  take(text: string): void {
    const table = this.#stack.at(-1)
    const row = table?.rows.at(-1)
    if (table === undefined || row === undefined) return
    row.text += text
    if (table.isHeader) table.header += text
    if (row.isFilled || !/[\p{L}\p{N}]/u.test(text)) return
    row.isFilled = true
    row.cells += 1
  }

  /** Ends an element; a table that says something in columns is returned. */
  close(name: string, line: number): FoundTable | undefined {
    const table = this.#stack.at(-1)
    const row = table?.rows.at(-1)
    if (row !== undefined && name === 'tr') row.end = line
    if (name !== 'table' || table === undefined) return undefined
    this.#stack.pop()
    if (table.isLayout || !table.rows.some(({ cells }) => cells > 1)) return undefined
    const rows = table.rows.map(({ text, line: first, end }) => {
      return { words: splitWords(text).join(' '), line: first, lineEnd: end }
    })
    return {
      line: table.line,
      lineEnd: line,
      header: splitWords(table.header).join(' '),
      rows: rows.filter(({ words }) => words !== ''),
    }
  }
}
