/** A tag of HTML or JSX in a text. */
export type FoundTag = {
  readonly from: number
  readonly to: number
  readonly name: string
  readonly attributes: string
  readonly isClosing: boolean
  readonly isEmpty: boolean
}

const START = /<(\/?)([A-Za-z][\w.:-]*)(?=[\s/>]|$)/g
const CLOSERS: Readonly<Record<string, string>> = { '{': '}', '[': ']', '(': ')' }

/** Finds tags by their quotes and brackets, whatever values of attributes hold. */
export function findTags(text: string): readonly FoundTag[] {
  const tags: FoundTag[] = []
  let least = 0
  for (const found of text.matchAll(START)) {
    const [whole, slash, name = ''] = found
    const from = found.index
    if (from < least) continue
    const end = findEnd(text, from + whole.length)
    if (end < 0) continue
    const attributes = text.slice(from + whole.length, end)
    least = end + 1
    const isEmpty = attributes.endsWith('/')
    tags.push({ from, to: least, name, attributes, isClosing: slash === '/', isEmpty })
  }
  return tags
}

/** Whether a component's tag begins and does not end in a text. */
export function hasOpenTag(text: string): boolean {
  let least = 0
  for (const { 0: whole, index } of text.matchAll(START)) {
    if (index < least) continue
    const end = findEnd(text, index + whole.length)
    if (end === OPEN) return true
    if (end >= 0) least = end + 1
  }
  return false
}

/** Where the text ends before the tag does. */
const OPEN = -2

/** Place of the `>` that ends a tag; below 0 where there is none. */
function findEnd(text: string, from: number): number {
  const open: string[] = []
  for (let at = from; at < text.length && at - from < 20_000; at++) {
    const char = text.charAt(at)
    if (char === '>' && open.length === 0) return at
    if (char === '<' && open.length === 0) return -1
    if (char === '"' || char === "'" || char === '`') {
      const end = text.indexOf(char, at + 1)
      // An apostrophe in a text is no quote.
      if (open.length === 0 && !/=\s*$/.test(text.slice(from, at))) return -1
      if (end === -1) return OPEN
      at = end
    } else if (char === open.at(-1)) open.pop()
    else if (CLOSERS[char] !== undefined) open.push(CLOSERS[char])
    else if (open.length === 0 && !/[\s\w:@.=/-]/.test(char)) return -1
  }
  return OPEN
}

const EXPRESSION = String.raw`\{((?:[^{}]|\{[^{}]*\})*)\}`

export function attributeOf(attributes: string, name: string): string | undefined {
  const pattern = new RegExp(
    `(?:^|\\s)${name}\\s*=\\s*(?:"([^"]*)"|'([^']*)'|${EXPRESSION}|([^\\s"'>{}]+))`,
  )
  const found = pattern.exec(attributes)
  const value = found?.[3]?.trim().replace(/^(["'`])(.*)\1$/, '$2')
  return found?.[1] ?? found?.[2] ?? value?.replace(/<[^>]*>/g, '') ?? found?.[4]
}

/** What tabs show that are listed in a value. */
export function labelsOf(attributes: string): string {
  const [, listed = ''] = /\bvalues=\{\[(.*?)\]\}/s.exec(attributes) ?? []
  return [...listed.matchAll(/\blabel:\s*(["'])(.*?)\1/g)].map(([, , label]) => label).join(' ')
}
