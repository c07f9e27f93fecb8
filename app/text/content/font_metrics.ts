import { readFileSync } from 'node:fs'
import inter from '@fontsource-variable/inter/files/inter-latin-wght-normal.woff2' with {
  type: 'file',
}
import type { FontMetrics } from '../../contract/registry_theme.ts'

/** How often letters stand in a text: a mean over the alphabet alone would count each z as an e. */
const SAMPLE = 'aaabcdeeeefghiijklmnnoopqrrssttuvwxyz      '

/** How a WOFF2 file begins (WOFF 2.0, section 4.1). */
const SIGNATURE = [0x77, 0x4f, 0x46, 0x32]

export function isWoff2(bytes: Uint8Array): boolean {
  return SIGNATURE.every((byte, at) => bytes[at] === byte)
}

/** Inter with its weights from 100 to 900, for Latin letters: 48 kB. */
export function readCarriedFont(): Uint8Array {
  return readFileSync(inter)
}

/** What of a WOFF2 font decides how much room a text takes; undefined for a broken one. */
export async function readFontMetrics(bytes: Uint8Array): Promise<FontMetrics | undefined> {
  // Few corpora have fonts, and no start should wait for the library.
  const { create } = await import('fontkit')
  try {
    const font = create(bytes)
    const { unitsPerEm, ascent, descent, lineGap } = font
    const has = [...SAMPLE].every((letter) => font.hasGlyphForCodePoint(letter.charCodeAt(0)))
    const { advanceWidth } = font.layout(SAMPLE)
    const weight = font.variationAxes.wght
    const metrics = {
      ascent: ascent / unitsPerEm,
      descent: -descent / unitsPerEm,
      lineGap: lineGap / unitsPerEm,
      width: has ? advanceWidth / SAMPLE.length / unitsPerEm : undefined,
      weights: weight && { min: weight.min, max: weight.max },
    }
    return Number.isFinite(metrics.ascent + metrics.descent) ? metrics : undefined
  } catch {
    return undefined
  }
}
