/** An attribute of a tag: its text, a JSX expression without its braces, or a bare name. */
export type Attribute = {
  readonly name: string
  readonly kind: 'text' | 'expression' | 'flag'
  readonly value: string
}

export type Tag = {
  readonly kind: 'open' | 'close'
  /** '' for a fragment. */
  readonly name: string
  readonly attributes: readonly Attribute[]
  readonly selfClosing: boolean
  /** Offset after the tag. */
  readonly end: number
}

/** Longer than any tag that a person writes. */
const TAG_CHARACTERS_MAX = 20_000

/**
 * Characters that failed attempts may still read. Without a bound, each of a hundred thousand open
 * braces would cost a scan of the file.
 */
export type Effort = { left: number }

/** Enough for every document that people write: a failed attempt takes a few hundred. */
export function createEffort(): Effort {
  return { left: 2_000_000 }
}

const NAME = /[A-Za-z][\w.:-]*/y
const CLOSING = /<\/([A-Za-z][\w.:-]*)?\s*>/y
const ATTRIBUTE_NAME = /[^\s=>/{}"'`<]+/y
const UNQUOTED = /[^\s>"'`=<{}]+/y
const SPACE = /\s*/y

/** Reads the HTML or JSX tag that begins at `at`; undefined when none does. */
export function readTag(source: string, at: number, effort: Effort): Tag | undefined {
  if (source.startsWith('<>', at)) return makeFragment(at + 2)
  CLOSING.lastIndex = at
  const closing = CLOSING.exec(source)
  if (closing !== null) {
    const end = at + closing[0].length
    return { kind: 'close', name: closing[1] ?? '', attributes: [], selfClosing: false, end }
  }
  NAME.lastIndex = at + 1
  const name = NAME.exec(source)?.[0]
  if (name === undefined) return undefined
  const rest = readAttributes(source, at + 1 + name.length, effort)
  return rest === undefined ? undefined : { kind: 'open', name, ...rest }
}

function makeFragment(end: number): Tag {
  return { kind: 'open', name: '', attributes: [], selfClosing: false, end }
}

type Rest = Pick<Tag, 'attributes' | 'selfClosing' | 'end'>

function readAttributes(source: string, from: number, effort: Effort): Rest | undefined {
  const attributes: Attribute[] = []
  const limit = Math.min(source.length, from + TAG_CHARACTERS_MAX)
  let at = from
  while (at < limit) {
    const spaced = skipSpace(source, at)
    if (source.startsWith('/>', spaced)) return { attributes, selfClosing: true, end: spaced + 2 }
    if (source[spaced] === '>') return { attributes, selfClosing: false, end: spaced + 1 }
    if (spaced === from) return undefined
    if (source[spaced] === '{') {
      const end = findExpressionEnd(source, spaced, effort)
      if (end === undefined) return undefined
      at = end
      continue
    }
    const attribute = readAttribute(source, spaced, effort)
    if (attribute === undefined) return undefined
    attributes.push(attribute.value)
    at = attribute.end
  }
  return undefined
}

function readAttribute(
  source: string,
  from: number,
  effort: Effort,
): { readonly value: Attribute; readonly end: number } | undefined {
  ATTRIBUTE_NAME.lastIndex = from
  const name = ATTRIBUTE_NAME.exec(source)?.[0]
  if (name === undefined) return undefined
  const after = from + name.length
  const equals = skipSpace(source, after)
  if (source[equals] !== '=') return { value: { name, kind: 'flag', value: '' }, end: after }
  const at = skipSpace(source, equals + 1)
  const quote = source[at]
  if (quote === '"' || quote === "'") {
    const close = effort.left > 0 ? source.indexOf(quote, at + 1) : -1
    effort.left -= (close === -1 ? source.length : close) - at
    if (close === -1 || close - at > TAG_CHARACTERS_MAX) return undefined
    return { value: { name, kind: 'text', value: source.slice(at + 1, close) }, end: close + 1 }
  }
  if (quote === '{') {
    const end = findExpressionEnd(source, at, effort)
    if (end === undefined) return undefined
    return { value: { name, kind: 'expression', value: source.slice(at + 1, end - 1) }, end }
  }
  UNQUOTED.lastIndex = at
  const value = UNQUOTED.exec(source)?.[0]
  if (value === undefined) return undefined
  return { value: { name, kind: 'text', value }, end: at + value.length }
}

/** Offset after the brace that closes the one at `from`; skips strings and comments. */
export function findExpressionEnd(
  source: string,
  from: number,
  effort: Effort,
): number | undefined {
  const limit = Math.min(source.length, from + TAG_CHARACTERS_MAX)
  let depth = 0
  for (let at = from; at < limit && effort.left > 0; at++) {
    const next = source[at]
    effort.left--
    if (next === '{') depth++
    else if (next === '}') {
      depth--
      if (depth === 0) return at + 1
    } else if (source.startsWith('/*', at)) {
      const end = source.indexOf('*/', at + 2)
      effort.left -= (end === -1 ? source.length : end) - at
      if (end === -1) return undefined
      at = end + 1
    } else if (next === '"' || next === "'" || next === '`') {
      at = findStringEnd(source, at, effort) ?? at
    }
  }
  return undefined
}

/** Offset of the quote that closes a string; undefined for an apostrophe in prose. */
function findStringEnd(source: string, from: number, effort: Effort): number | undefined {
  const quote = source[from]
  const limit = Math.min(source.length, from + TAG_CHARACTERS_MAX)
  for (let at = from + 1; at < limit && effort.left > 0; at++) {
    effort.left--
    if (source[at] === '\\') at++
    else if (source[at] === quote) return at
    else if (source[at] === '\n' && quote !== '`') return undefined
  }
  return undefined
}

function skipSpace(source: string, from: number): number {
  SPACE.lastIndex = from
  return from + (SPACE.exec(source)?.[0].length ?? 0)
}
