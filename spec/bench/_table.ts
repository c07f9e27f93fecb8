import { cpus } from 'node:os'
import { isKept, type Row } from './_rows.ts'

const HEAD = ['figure', 'ours', 'peer', 'beside', 'unit', 'ratio', 'rounds', 'wanted', ''] as const

/** The rows as text in columns; numbers are right-aligned. */
export function formatTable(rows: readonly Row[]): string {
  const cells = [HEAD, ...rows.map(formatCells)]
  const widths = HEAD.map((_, column) => Math.max(...cells.map((row) => row[column]?.length ?? 0)))
  return cells
    .map((row) => row.map((cell, column) => pad(cell, column, widths)).join('  '))
    .join('\n')
}

const RIGHT = new Set<string>(['ours', 'peer', 'ratio', 'rounds', 'wanted'])

function pad(cell: string, column: number, widths: readonly number[]): string {
  const width = widths[column] ?? 0
  return RIGHT.has(HEAD[column] ?? '') ? cell.padStart(width) : cell.padEnd(width)
}

function formatCells(row: Row): readonly string[] {
  const { figure, ours, peer, peerName, unit, ratio, ratioLeast, ratioMost, wanted } = row
  const verdict = wanted === undefined ? '' : isKept(row) ? 'kept' : 'SHORT'
  const spread = `${ratioLeast.toFixed(2)}..${ratioMost.toFixed(2)}`
  const goal = wanted === undefined ? '' : `>= ${wanted.toFixed(2)}`
  return [
    figure,
    formatNumber(ours),
    formatNumber(peer),
    peerName,
    unit,
    ratio.toFixed(2),
    spread,
    goal,
    verdict,
  ]
}

/** Three significant digits are enough for a figure that varies between runs. */
function formatNumber(value: number): string {
  return value >= 100 ? Math.round(value).toString() : value.toPrecision(3)
}

/** Prints the machine and the table; returns the exit code, 1 where a figure falls short. */
export function printRows(rows: readonly Row[]): number {
  const [cpu] = cpus()
  console.log(`Bun ${Bun.version}, ${cpus().length} cores, ${cpu?.model ?? 'unknown processor'}\n`)
  console.log(formatTable(rows))
  const short = rows.filter((row) => !isKept(row)).length
  if (short > 0) console.log(`\n${short} of ${rows.length} figures fall short`)
  return short === 0 ? 0 : 1
}
