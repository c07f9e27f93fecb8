const ORDINAL = /^(?:st|nd|rd|th)$/
const WORD = /^\w+$/
const TERM = /^(?:[\w\s.,:=+−-]|&[a-z]+;)+$/

/** Text of an exponent: `2<sup>n − 1</sup>` must not become another number. Notes have none. */
export function formatSuperscript(text: string): string | undefined {
  const trimmed = text.trim()
  if (ORDINAL.test(trimmed)) return trimmed
  if (WORD.test(trimmed)) return `^${trimmed}`
  return TERM.test(trimmed) ? `^(${trimmed})` : undefined
}
