/**
 * Finds lines of a table by their count in AsciiDoc, which leaves out comments, conditions and what
 * these hide. It reads each line once, however many cells ask.
 */
export function createLineFinder(
  lines: readonly string[],
  start: number,
  isSet: (attribute: string) => boolean,
): (count: number) => number {
  const isCounted = createFilter(isSet)
  const numbers = [start]
  let next = start
  return (count) => {
    for (; numbers.length <= count && next < lines.length; next++) {
      if (isCounted(lines[next] ?? '')) numbers.push(next + 1)
    }
    return numbers[Math.max(0, count)] ?? lines.length
  }
}

function createFilter(isSet: (attribute: string) => boolean): (line: string) => boolean {
  // The first condition that is not met, and those inside it.
  let hiding = 0
  return (line) => {
    if (/^\/\/(?!\/)/.test(line)) return false
    const [, name, attributes = '', text] = CONDITION.exec(line.trimEnd()) ?? []
    if (name === undefined) return hiding === 0
    const isBlock = text === '' || name === 'ifeval'
    if (name === 'endif') hiding = Math.max(0, hiding - 1)
    else if (hiding > 0) hiding += isBlock ? 1 : 0
    else if (name !== 'ifeval') {
      const isShown = isMet(attributes, isSet) === (name === 'ifdef')
      if (!isBlock) return isShown
      hiding = isShown ? 0 : 1
    }
    return false
  }
}

/** What an expression is worth is not known here; its lines are counted. */
const CONDITION = /^(ifn?def|ifeval|endif)::([^\s[]*)\[(.*)\]$/

/** A comma means "or", and a plus "and". */
function isMet(attributes: string, isSet: (attribute: string) => boolean): boolean {
  const names = attributes.toLowerCase().split(/[,+]/)
  return attributes.includes('+') ? names.every(isSet) : names.some(isSet)
}
