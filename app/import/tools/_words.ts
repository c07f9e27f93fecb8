import { hashText } from '../../contract/text_hash.ts'

/** One line of text for models and people, cut after a whole word. */
export function cutText(text: string, charactersMax: number): string {
  const line = text.replace(/[\s\p{Cc}\u2028\u2029]+/gu, ' ').trim()
  if (line.length <= charactersMax) return line
  return `${line.slice(0, line.lastIndexOf(' ', charactersMax - 1))}…`
}

/** `listForUser`, `gist-comment` and `gists/list` as words of lower case, between underscores. */
export function toSnakeCase(name: string): string {
  return name
    .normalize('NFKD')
    .replace(/([a-z0-9])([A-Z])/g, '$1_$2')
    .replace(/([A-Z]+)([A-Z][a-z])/g, '$1_$2')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '_')
    .replace(/^[^a-z]+|_+$/g, '')
}

const DIGEST_DIGITS = 8

/** A name of bounded length: one that is cut ends in a digest, so that no two become one. */
export function boundName(name: string, charactersMax: number): string {
  if (name.length <= charactersMax) return name
  const digest = hashText(name).toString(16).padStart(DIGEST_DIGITS, '0')
  return `${name.slice(0, charactersMax - DIGEST_DIGITS - 1)}_${digest}`
}

export function toSingular(word: string): string {
  if (/ies$/.test(word)) return `${word.slice(0, -3)}y`
  if (/(ss|us|is)$/.test(word)) return word
  return /(x|ch|sh|s)es$/.test(word) ? word.slice(0, -2) : word.replace(/s$/, '')
}

/** `gist_comment` as a title: `Gist comment`. */
export function toTitle(name: string): string {
  const words = name.replaceAll('_', ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}
