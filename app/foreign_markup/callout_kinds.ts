/** The kind of callout that another generator's word means, and the word if it says more. */
type CalloutKind = { readonly kind: string; readonly word: string | undefined }

const KINDS: Readonly<Record<string, string>> = {
  note: 'note',
  tip: 'tip',
  important: 'important',
  warning: 'warning',
  caution: 'caution',
}

/** Words that mean no more than one of the kinds. */
const SAME: Readonly<Record<string, string>> = {
  admonition: 'note',
  alert: 'note',
  aside: 'note',
  callout: 'note',
  danger: 'caution',
  hint: 'tip',
  info: 'note',
  notice: 'note',
}

/** Words that readers would miss. */
const CLOSE: Readonly<Record<string, string>> = {
  check: 'tip',
  error: 'caution',
  success: 'tip',
}

export function calloutKindOf(name: string): CalloutKind {
  const word = name.toLowerCase()
  const kind = KINDS[word] ?? SAME[word]
  return kind === undefined ? { kind: CLOSE[word] ?? 'note', word } : { kind, word: undefined }
}
