/** The kind of callout that another generator's word means, and the word if it says more. */
type CalloutKind = { readonly kind: string; readonly word: string | undefined }

const KINDS = new Map([
  ['note', 'note'],
  ['tip', 'tip'],
  ['important', 'important'],
  ['warning', 'warning'],
  ['caution', 'caution'],
])

/** Words that mean no more than one of the kinds. */
const SAME = new Map([
  ['admonition', 'note'],
  ['alert', 'note'],
  ['aside', 'note'],
  ['callout', 'note'],
  ['danger', 'caution'],
  ['hint', 'tip'],
  ['info', 'note'],
  ['notice', 'note'],
])

/** Words that readers would miss. */
const CLOSE = new Map([
  ['check', 'tip'],
  ['error', 'caution'],
  ['success', 'tip'],
])

export function calloutKindOf(name: string): CalloutKind {
  const word = name.toLowerCase()
  const kind = KINDS.get(word) ?? SAME.get(word)
  return kind === undefined ? { kind: CLOSE.get(word) ?? 'note', word } : { kind, word: undefined }
}
