import type { SearchMatch } from './search_match.ts'

/**
 * The response headers that say how sure a search is and what it could not take as typed (RFC
 * 9651): a token, two lists of strings and a dictionary. The last three are absent when empty. A
 * key is a word in lower case, or the words of a phrase joined by hyphens; what cannot be a key
 * (section 3.1.2) is left out, and so is what exceeds the length of a header; MCP and A2A name all.
 */
export function writeMatchHeaders({
  outcome,
  apart,
  unmatched,
  corrected,
}: SearchMatch): Readonly<Record<string, string>> {
  const without = joinMembers(unmatched.map(writeString))
  const lacking = joinMembers(apart.map(writeString))
  const members = [...corrected]
    .map(([typed, taken]) => [typed.toLowerCase().replaceAll(' ', '-'), taken] as const)
    .filter(([key]) => KEY.test(key))
    .map(([key, taken]) => `${key}=${writeString(taken)}`)
  const dictionary = joinMembers(members)
  return {
    'search-outcome': outcome,
    ...(lacking === '' ? {} : { 'search-apart': lacking }),
    ...(without === '' ? {} : { 'search-unmatched': without }),
    ...(dictionary === '' ? {} : { 'search-corrected': dictionary }),
  }
}

/** Of each header: proxies that take 4 KiB of headers in all would answer 502 to a longer one. */
const CHARACTERS_MAX = 1024

/** The first members that fit. */
function joinMembers(members: readonly string[]): string {
  let text = ''
  for (const member of members) {
    const longer = text === '' ? member : `${text}, ${member}`
    if (longer.length > CHARACTERS_MAX) break
    text = longer
  }
  return text
}

const KEY = /^[a-z*][a-z0-9_.*-]*$/
const ASCII = /^[\x20-\x7e]*$/

/** A string, or a display string for characters beyond ASCII (RFC 9651 section 3.3.8). */
function writeString(text: string): string {
  if (ASCII.test(text)) return `"${text.replace(/["\\]/g, '\\$&')}"`
  const bytes = [...new TextEncoder().encode(text)]
  return `%"${bytes.map(writeByte).join('')}"`
}

function writeByte(byte: number): string {
  const isPlain = byte >= 0x20 && byte <= 0x7e && byte !== 0x25 && byte !== 0x22
  return isPlain ? String.fromCharCode(byte) : `%${byte.toString(16).padStart(2, '0')}`
}
