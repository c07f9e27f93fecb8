/** A piece of contract text: a paragraph, a list item or a table row. */
export type Block = {
  /** `4.1`; `0` before the first numbered heading. */
  readonly section: string
  readonly line: number
  /** Text with collapsed white space, without list marker and outer pipes. */
  readonly text: string
  readonly kind: 'prose' | 'row'
}

/** The smallest unit to quote: a sentence or a table row, as a range of its block. */
export type Unit = { readonly start: number; readonly end: number }

/** Collapses white space, so that a quote may be wrapped differently. */
export function collapseSpace(text: string): string {
  return text.replace(/\s+/g, ' ').trim()
}

/** Splits the contract into blocks, without headings, table heads and fenced text. */
export function blocksOf(contract: string): readonly Block[] {
  const blocks: Block[] = []
  let section = '0'
  let paragraph: { line: number; lines: string[] } | undefined
  let tableRow = 0
  let fenced = false
  const flush = () => {
    if (paragraph !== undefined) {
      const { line, lines } = paragraph
      blocks.push({ section, line, text: collapseSpace(lines.join(' ')), kind: 'prose' })
    }
    paragraph = undefined
  }
  for (const [index, raw] of contract.split('\n').entries()) {
    const text = raw.trim()
    const isFence = text.startsWith('```')
    if (isFence) fenced = !fenced
    const isRow = text.startsWith('|') && !fenced
    tableRow = isRow ? tableRow + 1 : 0
    const heading = fenced ? null : /^#+ (?:(\d+(?:\.\d+)?)\.? )?/.exec(text)
    const item = /^(?:\d+\.|[-*]) (.*)$/.exec(text)
    if (isFence || fenced || isRow || heading !== null || item !== null || text === '') flush()
    if (isFence || fenced || text === '') continue
    if (heading !== null) section = heading[1] ?? section
    else if (isRow) blocks.push(...rowOf(text, tableRow, section, index + 1))
    else if (item !== null) paragraph = { line: index + 1, lines: [item[1] ?? ''] }
    else if (paragraph !== undefined) paragraph.lines.push(text)
    else paragraph = { line: index + 1, lines: [text] }
  }
  flush()
  return blocks.filter((block) => block.text !== 'Rules:')
}

// The first row of a table is its head, the second the separator.
function rowOf(text: string, tableRow: number, section: string, line: number): readonly Block[] {
  if (tableRow <= 2) return []
  const cells = collapseSpace(text.replace(/^\|/, '').replace(/\|$/, ''))
  return [{ section, line, text: cells, kind: 'row' }]
}

/** The units of a block: a row is one, prose is split after each full stop. */
export function unitsOf(block: Block): readonly Unit[] {
  if (block.kind === 'row') return [{ start: 0, end: block.text.length }]
  const units: Unit[] = []
  let start = 0
  for (const stop of block.text.matchAll(/[.?!](?: +(?=[A-Z`"(])|$)/g)) {
    const end = stop.index + 1
    units.push({ start, end })
    start = stop.index + stop[0].length
  }
  if (start < block.text.length) units.push({ start, end: block.text.length })
  return units
}
