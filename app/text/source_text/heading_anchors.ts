/** What an anchor drops: all but letters, marks, digits, connectors, dashes and spaces. */
const DROPPED = /[^\p{Alphabetic}\p{Mark}\p{Decimal_Number}\p{Connector_Punctuation}\- ]/gu

/** Anchor of a heading whose text has no letters or digits. */
const NAMELESS = 'section'

/**
 * Names the anchors of one page as code hosts do: lower case, words joined by dashes, Unicode
 * letters kept, repeated headings numbered from 1. No name is one of those taken.
 */
export function createAnchorNamer(taken: Iterable<string> = []): (text: string) => string {
  const seen = new Map([...taken].map((anchor) => [anchor, 0]))
  return (text) => {
    const wanted = text.toLowerCase().replace(DROPPED, '').replaceAll(' ', '-') || NAMELESS
    let anchor = wanted
    for (let count = seen.get(wanted); seen.has(anchor); ) {
      count = (count ?? 0) + 1
      seen.set(wanted, count)
      anchor = `${wanted}-${count}`
    }
    seen.set(anchor, 0)
    return anchor
  }
}
