/** One line of the table: a figure, what it must be, and what the judge complains about. */
export type Verdict = {
  readonly judge: string
  readonly figure: string
  readonly found: string
  readonly wanted: string
  readonly isKept: boolean
  readonly complaints: readonly string[]
}

/** Reads the site at an address; no answer is a page of the table, so what it throws is a bug. */
export type Judge = (url: string) => Promise<readonly Verdict[]>

const HEAD = ['judge', 'figure', 'found', 'wanted', ''] as const

/** The verdicts as text in columns, each with its complaints below it. */
export function formatVerdicts(verdicts: readonly Verdict[]): string {
  const cells = verdicts.map(listCells)
  const rows = [HEAD, ...cells]
  const widths = HEAD.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)))
  const format = (row: readonly string[]) =>
    row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd()
  const lines = verdicts.flatMap(({ complaints }, at) => [
    format(cells[at] ?? []),
    ...complaints.map((complaint) => `    ${complaint}`),
  ])
  return [format(HEAD), ...lines].join('\n')
}

function listCells({ judge, figure, found, wanted, isKept }: Verdict): readonly string[] {
  return [judge, figure, found, wanted, isKept ? 'kept' : 'SHORT']
}
