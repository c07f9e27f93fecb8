import { attributeOf, type Element, findAll, findFirst } from './tree.ts'

/** What a table is made of: rows of cells, the same number in each. */
export type Grid = {
  readonly rows: readonly (readonly (Element | undefined)[])[]
  /** Whether the first row names the columns. */
  readonly hasHead: boolean
  readonly caption: Element | undefined
}

/** More columns are no table that a person reads, and could be asked for with one attribute. */
const COLUMNS_MAX = 60

/** Cells by row and column; one that goes over several rows is in each of them. */
export function readGrid(table: Element): Grid {
  const rows = findAll(table, isRow)
  const grid: (Element | undefined)[][] = rows.map(() => [])
  for (const [at, row] of rows.entries()) {
    let column = 0
    for (const cell of findAll(row, isCell)) {
      while (column in (grid[at] ?? []) && column < COLUMNS_MAX) column++
      const [wide, high] = [spanOf(cell, 'colspan'), spanOf(cell, 'rowspan')]
      for (let down = at; down < Math.min(at + high, rows.length); down++) {
        for (let along = 0; along < wide && column + along < COLUMNS_MAX; along++) {
          const there = grid[down]
          if (there !== undefined) there[column + along] = along === 0 ? cell : undefined
        }
      }
      column += wide
    }
  }
  const columns = grid.reduce((most, row) => Math.max(most, row.length), 0)
  const [first] = rows
  const cells = first === undefined ? [] : findAll(first, isCell)
  const isHead = first !== undefined && first.parentNode?.nodeName === 'thead'
  return {
    rows: grid.map((row) => Array.from({ length: columns }, (_, at) => row[at])),
    hasHead: isHead || (cells.length > 0 && cells.every(({ tagName }) => tagName === 'th')),
    caption: findFirst(table, ({ tagName }) => tagName === 'caption'),
  }
}

function isRow({ tagName }: Element): boolean {
  return tagName === 'tr' || tagName === 'table'
}

function isCell({ tagName }: Element): boolean {
  return tagName === 'td' || tagName === 'th'
}

function spanOf(cell: Element, name: string): number {
  const value = Number(attributeOf(cell, name) ?? 1)
  return Number.isInteger(value) && value > 0 ? Math.min(value, 1000) : 1
}
