import type { FontMetrics } from '../../../contract/registry_theme.ts'
import type { BrandFile, BrandFiles } from '../../../docs/model/brand.ts'
import type { EmittedFile } from '../../../foundation/files/folder_writer.ts'
import { emitAsset } from './assets.ts'

type EmittedFonts = {
  readonly assets: readonly EmittedFile[]
  readonly styles: readonly string[]
  /** Path of the font of the text. */
  readonly preload: string | undefined
}

/** Fonts that text has until its own is there, and where that lacks a letter. */
const SANS = "system-ui, -apple-system, 'Segoe UI', Roboto, 'Helvetica Neue', Arial, sans-serif"
const MONO = "ui-monospace, SFMono-Regular, Menlo, Consolas, 'Liberation Mono', monospace"

/** The fonts that the registry names, and the rules that set text in them. */
export function emitFonts(brand: BrandFiles): EmittedFonts {
  const body = emitFont(brand['fonts.body'], 'text')
  const headings = emitFont(brand['fonts.headings'], 'headings')
  const code = emitFont(brand['fonts.code'], 'code')
  const emitted = [body, headings, code].flatMap((font) => font ?? [])
  const rules = [
    ...(body === undefined ? [] : [`:root {\n  --sans: ${body.families}, ${SANS};\n}\n`]),
    ...(code === undefined ? [] : [`:root {\n  --mono: ${code.families}, ${MONO};\n}\n`]),
    ...(headings === undefined
      ? []
      : [`:is(h1, h2, h3, h4, h5, h6) {\n  font-family: ${headings.families}, var(--sans);\n}\n`]),
  ]
  return {
    assets: emitted.map(({ asset }) => asset),
    styles: [...emitted.map(({ faces }) => faces), ...rules],
    preload: body?.asset.path,
  }
}

type Use = 'text' | 'headings' | 'code'

type EmittedFont = {
  readonly asset: EmittedFile
  readonly faces: string
  readonly families: string
}

function emitFont(file: BrandFile | undefined, use: Use): EmittedFont | undefined {
  if (file?.metrics === undefined) return undefined
  const asset = emitAsset(use, file.extension, file.bytes)
  const name = asset.path.slice(asset.path.lastIndexOf('/') + 1)
  const own = `corpus-${use}`
  const face = writeFace([
    `font-family: ${own}`,
    // The style sheet lies in the same folder.
    `src: url(${name}) format('woff2')`,
    'font-display: swap',
    ...writeWeights(file.metrics, use),
  ])
  const standIn = use === 'code' ? undefined : writeStandIn(file.metrics, `${own}-before`)
  return {
    asset,
    faces: face + (standIn ?? ''),
    families: standIn === undefined ? own : `${own}, ${own}-before`,
  }
}

/** A font of one weight stands for all of a heading's; in a text, bold must look different. */
function writeWeights({ weights }: FontMetrics, use: Use): readonly string[] {
  if (weights !== undefined) return [`font-weight: ${weights.min} ${weights.max}`]
  return use === 'headings' ? ['font-weight: 100 900'] : []
}

/** Mean width of the letters of an English text in Arial, as a share of the size. */
const ARIAL_WIDTH = 0.4563

/** Arial with the room that the font takes, so that nothing moves when the font arrives. */
function writeStandIn(metrics: FontMetrics, family: string): string | undefined {
  if (metrics.width === undefined) return undefined
  const scale = metrics.width / ARIAL_WIDTH
  const percent = (share: number) => `${(share * 100).toFixed(2)}%`
  return writeFace([
    `font-family: ${family}`,
    "src: local('Arial'), local('Liberation Sans'), local('Helvetica')",
    `size-adjust: ${percent(scale)}`,
    `ascent-override: ${percent(metrics.ascent / scale)}`,
    `descent-override: ${percent(metrics.descent / scale)}`,
    `line-gap-override: ${percent(metrics.lineGap / scale)}`,
  ])
}

function writeFace(lines: readonly string[]): string {
  return `@font-face {\n${lines.map((line) => `  ${line};\n`).join('')}}\n`
}
