/** Everything that an anchor drops: all but letters, marks, digits, connectors, dashes, spaces. */
const DROPPED = /[^\p{Alphabetic}\p{Mark}\p{Decimal_Number}\p{Connector_Punctuation}\- ]/gu

/** Anchor of a heading whose text has no letter and no digit at all. */
const NAMELESS = 'section'

/**
 * Makes the anchors of one page, in the way that readers know from code hosts: lower case, words
 * joined by dashes, Unicode letters kept, a repeated heading numbered from 1.
 */
export function createAnchorNamer(): (text: string) => string {
  const seen = new Map<string, number>()
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
