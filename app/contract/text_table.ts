/** Formats rows as lines for a terminal: the first columns to the left, the others to the right. */
export function formatRows(rows: readonly (readonly string[])[], left = 1): readonly string[] {
  const columns = rows[0] ?? []
  const widths = columns.map((_, at) => Math.max(...rows.map((row) => row[at]?.length ?? 0)))
  return rows.map((row) =>
    row
      .map((cell, at) =>
        at < left ? cell.padEnd(widths[at] ?? 0) : cell.padStart(widths[at] ?? 0),
      )
      .join('  ')
      .trimEnd(),
  )
}
