const CODE_OR_BAR = /(?<![\\`])(`+)(?!`).*?(?<!`)\1(?!`)|(?<!\\)\|/g

/**
 * Text of a cell with its bars escaped. In code each bar needs its own backslash: the one that may
 * stand before it is code.
 */
export function escapeBars(text: string): string {
  if (!text.includes('|')) return text
  return text.replace(CODE_OR_BAR, (found, ticks?: string) => {
    return ticks === undefined ? '\\|' : found.replaceAll('|', '\\|')
  })
}
