/** Keeps no state between complete decodes, so all calls can share it. */
const utf8 = new TextDecoder('utf-8', { fatal: true })

/** The text of bytes; absent if they are not UTF-8. */
export function decodeUtf8(bytes: Uint8Array): string | undefined {
  try {
    return utf8.decode(bytes)
  } catch {
    return undefined
  }
}

/** The value of a JSON text; absent if the text is not JSON. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** The member names of a JSON Pointer, also as a URI fragment without escapes (RFC 6901). */
export function parseJsonPointer(pointer: string): readonly string[] {
  return pointer
    .split('/')
    .slice(1)
    .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'))
}
