import { imageSize } from 'image-size'
import type { ImageSize } from '../source_text/markdown.ts'

/** How a camera was held: these four are lying on their side. */
const SIDEWAYS_FROM = 5

/** Width and height of a picture as a browser shows it; undefined where it does not say. */
export function readPictureSize(bytes: Uint8Array): ImageSize | undefined {
  try {
    const { width, height, orientation = 1 } = imageSize(bytes)
    const [across, down] = orientation >= SIDEWAYS_FROM ? [height, width] : [width, height]
    return { width: Math.round(across), height: Math.round(down) }
  } catch {
    return undefined
  }
}
