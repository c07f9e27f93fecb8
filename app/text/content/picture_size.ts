import { imageSize } from 'image-size'
import type { ImageSize } from '../source_text/markdown.ts'

/** How a camera was held: these four are lying on their side. */
const SIDEWAYS_FROM = 5

/** Width and height of a picture as a browser shows it; undefined where it does not say. */
export function readPictureSize(bytes: Uint8Array): ImageSize | undefined {
  try {
    const { width, height, orientation = 1 } = imageSize(shortenSvg(bytes) ?? bytes)
    const [across, down] = orientation >= SIDEWAYS_FROM ? [height, width] : [width, height]
    return { width: Math.round(across), height: Math.round(down) }
  } catch {
    return undefined
  }
}

/** The library looks at the first kilobyte; editors put whole drawings into an attribute. */
const HEAD_BYTES = 1000
const ATTRIBUTE = /\s+(?:(width|height|viewBox)|[\w:.-]+)\s*=\s*("[^"]*"|'[^']*')/y

/** An SVG whose element is too long to be read, cut to what says its size. */
function shortenSvg(bytes: Uint8Array): Uint8Array | undefined {
  const head = new TextDecoder().decode(bytes.subarray(0, HEAD_BYTES))
  const start = head.search(/<svg\s/)
  if (start === -1 || head.indexOf('>', start) !== -1) return undefined
  const text = new TextDecoder().decode(bytes)
  const kept: string[] = []
  ATTRIBUTE.lastIndex = start + '<svg'.length
  for (let found = ATTRIBUTE.exec(text); found !== null; found = ATTRIBUTE.exec(text)) {
    if (found[1] !== undefined) kept.push(`${found[1]}=${found[2]}`)
  }
  return new TextEncoder().encode(`<svg ${kept.join(' ')}></svg>`)
}
