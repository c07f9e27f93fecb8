import { readFileSync } from 'node:fs'
import cyrillic from '@fontsource/inter/files/inter-cyrillic-600-normal.woff' with { type: 'file' }
import moreCyrillic from '@fontsource/inter/files/inter-cyrillic-ext-600-normal.woff' with {
  type: 'file',
}
import greek from '@fontsource/inter/files/inter-greek-600-normal.woff' with { type: 'file' }
import latin from '@fontsource/inter/files/inter-latin-600-normal.woff' with { type: 'file' }
import moreLatin from '@fontsource/inter/files/inter-latin-ext-600-normal.woff' with {
  type: 'file',
}
import vietnamese from '@fontsource/inter/files/inter-vietnamese-600-normal.woff' with {
  type: 'file',
}
import type { create, Font } from 'fontkit'

/** Parts of one font; each is opened when a text needs it. */
const OUR_FONT = [latin, moreLatin, cyrillic, moreCyrillic, greek, vietnamese]

/**
 * Scripts whose letters stand one after the other, from left to right. The outlines of any other
 * would need more than a font that has them.
 */
const SIMPLE = new RegExp(
  `^[${'Latin Greek Cyrillic Armenian Georgian Han Hiragana Katakana Hangul Common'
    .split(' ')
    .map((name) => `\\p{Script=${name}}`)
    .join('')}]*$`,
  'u',
)

/** A text as outlines, from its baseline. */
export type TextOutline = { readonly width: number; readonly path: () => string }

/** Draws a text; undefined if a sign of it has no outline, because then none may be drawn. */
export type OutlineText = (text: string, size: number) => TextOutline | undefined

/** Outlines from the font of the corpus, and from ours for what that does not have. */
type OutlineWith = (own: Uint8Array | undefined) => OutlineText

export function createTextOutliner(open: typeof create): OutlineWith {
  const ours = OUR_FONT.map((path) => once(() => open(readFileSync(path))))
  return (own) => {
    const fonts = own === undefined ? ours : [once(() => open(own)), ...ours]
    const findFont = (letter: string): Font | undefined => {
      const codePoint = letter.codePointAt(0) ?? 0
      return fonts.find((font) => font().hasGlyphForCodePoint(codePoint))?.()
    }
    return (text, size) => {
      if (!SIMPLE.test(text)) return undefined
      const runs = splitByFont(text, findFont)
      return runs === undefined ? undefined : outlineRuns(runs, size)
    }
  }
}

type Run = { readonly font: Font; text: string }

/** Neighbours of one font are laid out together, so that pairs of letters keep their distance. */
function splitByFont(
  text: string,
  findFont: (letter: string) => Font | undefined,
): readonly Run[] | undefined {
  const runs: Run[] = []
  for (const letter of text) {
    const font = findFont(letter)
    if (font === undefined) return undefined
    const last = runs.at(-1)
    if (last?.font === font) last.text += letter
    else runs.push({ font, text: letter })
  }
  return runs
}

function outlineRuns(runs: readonly Run[], size: number): TextOutline | undefined {
  const pieces: (() => string)[] = []
  let width = 0
  for (const { font, text } of runs) {
    const scale = size / font.unitsPerEm
    const { glyphs, positions } = font.layout(text)
    for (const [at, glyph] of glyphs.entries()) {
      // A font may have a letter, and no outline for it between its neighbours.
      if (glyph.id === 0) return undefined
      const { xAdvance = 0, xOffset = 0, yOffset = 0 } = positions[at] ?? {}
      const [x, y] = [width + xOffset * scale, -yOffset * scale]
      pieces.push(() => glyph.path.scale(scale, -scale).translate(x, y).toSVG())
      width += xAdvance * scale
    }
  }
  return { width, path: () => pieces.map((piece) => piece()).join('') }
}

function once<Value>(make: () => Value): () => Value {
  let made: { readonly value: Value } | undefined
  return () => {
    made ??= { value: make() }
    return made.value
  }
}
