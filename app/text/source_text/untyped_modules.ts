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

/** Style sheets are imported as text, so that the single executable contains them. */
declare module '*.css' {
  const text: string
  export = text
}

/** Packages that bring no types of their own: what we use of them. */
declare module 'markdown-it-footnote' {
  const plugin: (markdown: import('markdown-it').MarkdownIt) => void
  export = plugin
}

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
