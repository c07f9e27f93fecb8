import { LIMITS } from './limits.ts'

const [QUOTE, BACKSLASH, COLON] = [0x22, 0x5c, 0x3a]
const [OPEN_OBJECT, CLOSE_OBJECT, OPEN_ARRAY, CLOSE_ARRAY] = [0x7b, 0x7d, 0x5b, 0x5d]

/**
 * What is wrong with a JSON text although it parses: repeated names, of which one program
 * reads the first and another the last (RFC 7493 section 2.3), lone surrogates, which no UTF-8 has
 * (section 2.1), a name that reaches into objects, and needless depth. `value` is what the text was
 * parsed to.
 */
export function strictJsonFault(text: string, value: unknown): string | undefined {
  if (hasLoneSurrogate(text)) return 'a text in it has half of a character'
  // A repeated name is one name of the value, so equal counts prove that none is repeated.
  return namesAtMost(text) === namesOf(value, 0) ? undefined : faultIn(text)
}

/** Every escape; the first group is a whole pair of surrogates, the second a lone one. */
const ESCAPES = /\\(?:(u[dD][89abAB]..\\u[dD][c-fC-F])|(u[dD][89a-fA-F])|.)/g

/** In a text that was UTF-8 only an escape can be one; few texts have any. */
function hasLoneSurrogate(text: string): boolean {
  if (!text.includes('\\u')) return false
  for (const [, , lone] of text.matchAll(ESCAPES)) if (lone !== undefined) return true
  return false
}

/** Names in a text, and maybe strings that look like one: never fewer than there are. */
function namesAtMost(text: string): number {
  let count = 0
  for (let at = text.indexOf(':'); at !== -1; at = text.indexOf(':', at + 1)) {
    let before = at - 1
    while (text.charCodeAt(before) <= 0x20) before -= 1
    if (text.charCodeAt(before) === QUOTE) count += 1
  }
  return count
}

/** All names of a value; no number where something else is wrong. */
function namesOf(value: unknown, depth: number): number {
  if (typeof value !== 'object' || value === null) return 0
  if (depth === LIMITS.jsonLevelsMax) return Number.NaN
  const isNamed = !Array.isArray(value)
  let count = 0
  // A parsed value has no names but its own, and making a list of them costs more than reading it.
  for (const name in value) {
    if (name === '__proto__') return Number.NaN
    // An index or a name of the value itself: the member is there, and is looked at next.
    count += (isNamed ? 1 : 0) + namesOf((value as Record<string, unknown>)[name], depth + 1)
  }
  return count
}

/** Reads the text name by name: slow, and only for what the counts leave open. */
function faultIn(text: string): string | undefined {
  const open: (Set<string> | undefined)[] = []
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at)
    if (code === OPEN_OBJECT || code === OPEN_ARRAY) {
      if (open.length === LIMITS.jsonLevelsMax)
        return `it is nested more than ${LIMITS.jsonLevelsMax} deep`
      open.push(code === OPEN_OBJECT ? new Set() : undefined)
    } else if (code === CLOSE_OBJECT || code === CLOSE_ARRAY) {
      open.pop()
    } else if (code === QUOTE) {
      const end = endOfString(text, at)
      const fault = nameFault(text, at, end, open.at(-1))
      if (fault !== undefined) return fault
      at = end
    }
  }
  return undefined
}

/** The place of the quote that ends a string. */
function endOfString(text: string, start: number): number {
  let end = text.indexOf('"', start + 1)
  while (end !== -1 && isEscaped(text, end)) end = text.indexOf('"', end + 1)
  return end === -1 ? text.length : end
}

function isEscaped(text: string, at: number): boolean {
  let before = at - 1
  while (text.charCodeAt(before) === BACKSLASH) before -= 1
  return (at - before) % 2 === 0
}

/** `names` are those of the object around it so far; a string in an array is never a name. */
function nameFault(
  text: string,
  start: number,
  end: number,
  names: Set<string> | undefined,
): string | undefined {
  if (names === undefined || !isBeforeColon(text, end + 1)) return undefined
  const name = decodeName(text.slice(start, end + 1))
  if (name === '__proto__') return 'the name "__proto__" is not allowed'
  if (names.has(name)) return 'a name occurs twice in one object'
  names.add(name)
  return undefined
}

function isBeforeColon(text: string, from: number): boolean {
  let at = from
  // Space, tab and ends of lines (RFC 8259 section 2).
  while (text.charCodeAt(at) <= 0x20) at += 1
  return text.charCodeAt(at) === COLON
}

/** `"\u006eame"` is the same name as `"name"`. */
function decodeName(quoted: string): string {
  if (!quoted.includes('\\')) return quoted.slice(1, -1)
  try {
    return String(JSON.parse(quoted))
  } catch {
    return quoted
  }
}
