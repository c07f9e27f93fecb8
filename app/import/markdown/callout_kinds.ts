/** The kind of callout that another generator's word means, and the word if it says more. */
type CalloutKind = { readonly kind: string; readonly word: string | undefined }

/** Words that mean no more than one of our kinds. */
const KINDS: Readonly<Record<string, string>> = {
  ...{ note: 'note', tip: 'tip', important: 'important', warning: 'warning', caution: 'caution' },
  ...{ admonition: 'note', alert: 'note', aside: 'note', callout: 'note', danger: 'caution' },
  ...{ hint: 'tip', info: 'note', notice: 'note' },
}

/** Words that readers would miss. */
const CLOSE: Readonly<Record<string, string>> = { check: 'tip', error: 'caution', success: 'tip' }

/** Names of callouts that the extensions of Python-Markdown know. */
export const CALLOUT_NAMES: ReadonlySet<string> = new Set(
  `abstract admonition attention bug caution check danger error example fail failure hint important
  info note question quote success tip warning`.split(/\s+/),
)

export function calloutKindOf(name: string): CalloutKind {
  const word = name.toLowerCase()
  const kind = Object.hasOwn(KINDS, word) ? KINDS[word] : undefined
  if (kind !== undefined) return { kind, word: undefined }
  return { kind: (Object.hasOwn(CLOSE, word) ? CLOSE[word] : undefined) ?? 'note', word }
}
