/** One red pixel as PNG. */
export const IMAGE = {
  type: 'image',
  data:
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAIAAACQd1PeAAAADElEQVR42mP4z8AA' +
    'AAMBAQD3A0FDAAAAAElFTkSuQmCC',
  mimeType: 'image/png',
} as const

/** One silent sample as WAV. */
export const AUDIO = {
  type: 'audio',
  data: 'UklGRiYAAABXQVZFZm10IBAAAAABAAEAQB8AAIA+AAACABAAZGF0YQIAAAAAAA==',
  mimeType: 'audio/wav',
} as const

/** A resource inside other content. */
export function embedResource(uri: string): {
  readonly type: 'resource'
  readonly resource: { readonly uri: string; readonly mimeType: string; readonly text: string }
} {
  const text = 'The text of an embedded resource.'
  return { type: 'resource', resource: { uri, mimeType: 'text/plain', text } }
}

export function toTextBlock(text: string): { readonly type: 'text'; readonly text: string } {
  return { type: 'text', text }
}
