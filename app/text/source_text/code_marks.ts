/** A fence of backticks that no line of the code can end. */
export function makeFence(code: string): string {
  const runs = code.match(/`{3,}/g) ?? []
  return '`'.repeat(runs.reduce((most, run) => Math.max(most, run.length + 1), 3))
}

/** Plain text as a code span on one line; empty for white space. */
export function formatCodeSpan(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim()
  if (line === '') return ''
  const longest = (line.match(/`+/g) ?? []).reduce((most, run) => Math.max(most, run.length), 0)
  const ticks = '`'.repeat(longest + 1)
  const space = line.startsWith('`') || line.endsWith('`') ? ' ' : ''
  return `${ticks}${space}${line}${space}${ticks}`
}
