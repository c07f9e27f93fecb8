const CODE = /(?<!`)(`+)(?!`)[^\n]*?[^`\n]\1(?!`)/g

/** A line of text with what stands outside of code changed. */
export function mapOutsideCode(text: string, map: (part: string) => string): string {
  if (!text.includes('`')) return map(text)
  const parts: string[] = []
  let from = 0
  for (const found of text.matchAll(CODE)) {
    parts.push(map(text.slice(from, found.index)), found[0])
    from = found.index + found[0].length
  }
  return [...parts, map(text.slice(from))].join('')
}

/** A line of text with its code changed. */
export function mapCode(text: string, map: (span: string) => string): string {
  return text.includes('`') ? text.replace(CODE, map) : text
}

/**
 * A text without attributes in braces; a brace behind a backslash is itself, and two of them hold
 * an expression, which is reported only while it stands there.
 */
export function cutAttributes(part: string): string {
  // Behind the last brace, thousands that open would each be looked for to the end.
  const end = part.lastIndexOf('}') + 1
  return part.slice(0, end).replace(/(?<![\\{])\{(?!\{)[^}]*\}/g, '') + part.slice(end)
}
