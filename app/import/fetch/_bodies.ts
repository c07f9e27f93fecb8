import type { Answer } from './_requests.ts'

type Body = Extract<Answer, { kind: 'body' }>

export function isHtml(type: string): boolean {
  return type === 'text/html' || type === 'application/xhtml+xml'
}

/** Text of a page in the encoding that the server names. */
export function decodeBody({ bytes, charset = 'utf-8' }: Body): string {
  try {
    return new TextDecoder(charset).decode(bytes)
  } catch {
    return new TextDecoder().decode(bytes)
  }
}

/** A page is kept byte for byte, or as UTF-8 if it has another encoding. */
export function encodeBody(text: string, { bytes, charset = 'utf-8' }: Body): Uint8Array {
  return /^utf-?8$/.test(charset) ? bytes : new TextEncoder().encode(text)
}
