import { escapeHtml } from '../../contract/html_escape.ts'

/** Characters that XML 1.0 forbids; HTML does not need them either. */
const NOT_XML = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]|\p{Surrogate}/gu

/** Text for HTML and XML, in elements and in quoted attributes. */
export function escapeMarkup(text: string): string {
  return escapeHtml(text.replace(NOT_XML, '\ufffd'))
}

/** One line of plain text as Markdown that shows exactly that text. */
export function escapeMarkdown(text: string): string {
  return escapeInline(toOneLine(text))
}

/** A piece of a paragraph as Markdown that shows exactly that text, with its line ends. */
export function escapeInline(text: string): string {
  return text
    .replace(/[\\`*[\]<]/g, '\\$&')
    .replace(/(?<![\p{L}\p{N}])[_~]|[_~](?![\p{L}\p{N}])/gu, '\\$&')
    .replace(/&(?=#?[A-Za-z0-9]+;)/g, '\\&')
}

export function toOneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim()
}

/** The start of a line, cut between words, with an ellipsis where text is missing. */
export function shorten(text: string, charactersMax: number): string {
  const line = toOneLine(text)
  if (line.length <= charactersMax) return line
  const cut = line.slice(0, charactersMax - 1).toWellFormed()
  const space = cut.lastIndexOf(' ')
  return `${(space > charactersMax / 2 ? cut.slice(0, space) : cut).replace(/\ufffd$/, '')}…`
}

const encoder = new TextEncoder()

export function encodeUtf8(text: string): Uint8Array {
  return encoder.encode(text)
}

/** JSON as we publish it: one line, so that equal values have equal bytes. */
export function encodeJson(value: unknown): Uint8Array {
  return encodeUtf8(`${JSON.stringify(value)}\n`)
}
