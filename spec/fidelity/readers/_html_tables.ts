import { splitWords } from '../facts.ts'

type Row = {
  text: string
  cells: number
  isEnded: boolean
  readonly line: number
  end: number
}

type Table = {
  readonly line: number
  header: string
  isHeader: boolean
  hasHeader: boolean
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

  /** Where the row begins that is being read. */
  get rowLine(): number | undefined {
    return this.#stack.at(-1)?.rows.at(-1)?.line
  }

  open(name: string, line: number): void {
    if (name === 'table') {
      for (const table of this.#stack) table.isLayout = true
      this.#stack.push({
        line,
        header: '',
        isHeader: false,
        hasHeader: false,
        isLayout: false,
        rows: [],
      })
    }
    const table = this.#stack.at(-1)
    const isCell = /^t[dh]$/.test(name)
    const isRow = name === 'tr' || (isCell && table?.rows.at(-1)?.isEnded === true)
    if (isRow) {
      table?.rows.push({ text: '', cells: 0, isEnded: false, line, end: line })
    }
    const row = table?.rows.at(-1)
    if (table === undefined || row === undefined || !isCell) return
    row.cells += 1
    table.hasHeader ||= name === 'th'
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
  }

  /** Ends an element; a table that says something in columns is returned. */
  close(name: string, line: number): FoundTable | undefined {
    const table = this.#stack.at(-1)
    const row = table?.rows.at(-1)
    if (row !== undefined && name === 'tr') {
      row.end = line
      row.isEnded = true
    }
    if (name !== 'table' || table === undefined) return undefined
    this.#stack.pop()
    // One row, or one column, without a header says nothing by its place.
    const isTable =
      table.hasHeader || (table.rows.length > 1 && table.rows.some(({ cells }) => cells > 1))
    if (table.isLayout || !isTable) return undefined
    const rows = table.rows.map(({ text, line: first, end }) => {
      return { words: splitWords(text).join(' '), line: first, lineEnd: end }
    })
    if (rows.every(({ words }) => words === '')) return undefined
    return {
      line: table.line,
      lineEnd: line,
      header: splitWords(table.header).join(' '),
      rows: rows.filter(({ words }) => words !== ''),
    }
  }
}
