/** Follows an escaped name, so that it stays one after the library took its backslash. */
const MARK = '\ue003'

const ESCAPED = /\\\{\w[\w-]*\\?\}|\{\w[\w-]*\\\}/g

/** A source text whose escaped names of attributes are marked as text. */
export function markEscapes(text: string): string {
  return text.includes('{') ? text.replace(ESCAPED, `$&${MARK}`) : text
}

export function cutEscapes(text: string): string {
  return text.replaceAll(MARK, '')
}

/** Names in braces that are a reference without a value, and no text. */
export function findOpenNames(text: string): readonly string[] {
  return [...text.matchAll(OPEN_NAME)].map(([, name = '']) => name)
}

const OPEN_NAME = new RegExp(`(?<![$\\\\{])\\{([a-z0-9][\\w-]*)\\}(?!${MARK})`, 'g')
