/** Percent-decodes; absent when the text is malformed or is not UTF-8 (RFC 3986, RFC 3629). */
export function decodePercent(text: string): string | undefined {
  if (!text.includes('%')) return text
  try {
    return decodeURIComponent(text)
  } catch {
    return undefined
  }
}

/** Percent-decodes what an author wrote: a stray `%` is only a character there. */
export function decodePercentLeniently(text: string): string {
  return decodePercent(text) ?? text
}
