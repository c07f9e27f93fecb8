/** The candidate that an author most likely meant, if one is close enough to suggest. */
export function findNearest(word: string, candidates: Iterable<string>): string | undefined {
  const wanted = word.toLowerCase()
  const mostEdits = Math.max(1, Math.floor(wanted.length / 3))
  let best: { readonly candidate: string; readonly edits: number } | undefined
  for (const candidate of candidates) {
    const have = candidate.toLowerCase()
    if (Math.abs(have.length - wanted.length) > mostEdits) continue
    const edits = countEdits(wanted, have)
    if (edits <= mostEdits && (best === undefined || edits < best.edits)) {
      best = { candidate, edits }
    }
  }
  return best?.candidate
}

/** Insertions, removals, replacements and swaps of neighbours (optimal string alignment). */
function countEdits(a: string, b: string): number {
  const rows: number[][] = [Array.from({ length: b.length + 1 }, (_, at) => at)]
  const edits = (row: number, column: number) => rows[row]?.[column] ?? 0
  for (let row = 1; row <= a.length; row++) {
    const current = [row]
    rows.push(current)
    for (let column = 1; column <= b.length; column++) {
      const same = a[row - 1] === b[column - 1]
      const swapped = a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1]
      current.push(
        Math.min(
          edits(row - 1, column - 1) + (same ? 0 : 1),
          edits(row - 1, column) + 1,
          edits(row, column - 1) + 1,
          row > 1 && column > 1 && swapped ? edits(row - 2, column - 2) + 1 : Infinity,
        ),
      )
    }
  }
  return edits(a.length, b.length)
}
