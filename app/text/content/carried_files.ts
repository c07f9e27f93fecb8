/** Files that the program carries; in the single executable, their paths lead into it. */
declare module '*.wasm' {
  const path: string
  export = path
}

declare module '*.woff' {
  const path: string
  export = path
}

declare module '*.woff2' {
  const path: string
  export = path
}

/** What we use of `fontkit`, which brings no types. */
declare module 'fontkit' {
  export type OutlinePath = {
    scale(x: number, y: number): OutlinePath
    translate(x: number, y: number): OutlinePath
    toSVG(): string
  }
  export type Glyph = { readonly id: number; readonly path: OutlinePath }
  export type GlyphPosition = {
    readonly xAdvance: number
    readonly xOffset: number
    readonly yOffset: number
  }
  export type GlyphRun = {
    readonly glyphs: readonly Glyph[]
    readonly positions: readonly GlyphPosition[]
    readonly advanceWidth: number
  }
  export type Font = {
    readonly unitsPerEm: number
    readonly ascent: number
    readonly descent: number
    readonly lineGap: number
    readonly variationAxes: Readonly<
      Record<string, { readonly min: number; readonly max: number } | undefined>
    >
    hasGlyphForCodePoint(codePoint: number): boolean
    layout(text: string): GlyphRun
  }
  export function create(bytes: Uint8Array): Font
}
