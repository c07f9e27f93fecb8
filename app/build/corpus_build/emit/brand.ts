import type { FontMetrics, ThemeEntry } from '../../../contract/registry_theme.ts'
import { prefixOf } from '../../../docs/model/addresses.ts'
import type { BrandFile, BrandFileName, BrandFiles } from '../../../docs/model/brand.ts'
import { readAccent, readBrandColor } from '../../../docs/model/contrast.ts'
import type { Corpus } from '../../../docs/model/corpus.ts'
import type { EmittedFile } from '../../../foundation/files/folder_writer.ts'
import type { CardDrawer } from '../../../text/content/card_drawer.ts'
import { encodeUtf8, escapeMarkup } from '../../../text/source_text/escape.ts'
import type { Brand, BrandImage, BrandLink } from '../theme/site.ts'
import { emitAsset } from './assets.ts'
import { emitSocialCards } from './social_cards.ts'

/** The brand of a deployment, its files, and what it adds to the style sheet. */
type EmittedBrand = {
  readonly brand: Brand
  readonly assets: readonly EmittedFile[]
  readonly styles: readonly string[]
}

export function emitBrand(corpus: Corpus, drawer: Pick<CardDrawer, 'find'>): EmittedBrand {
  const { registry, baseUrl } = corpus
  const theme: ThemeEntry = registry.theme ?? {}
  const prefix = prefixOf(baseUrl)
  const assets: EmittedFile[] = []
  const publish = (name: BrandFileName, stem: string): BrandImage | undefined => {
    const file = corpus.brand[name]
    if (file === undefined) return undefined
    const asset = emitAsset(stem, file.extension, file.bytes)
    if (!assets.some(({ path }) => path === asset.path)) assets.push(asset)
    const { width = 0, height = 0 } = file.size ?? {}
    return { href: `/${asset.path}`, width, height }
  }
  const own = (image: BrandImage | undefined) => image && { ...image, href: prefix + image.href }
  const light = own(publish('logo.light', 'logo'))
  const dark = own(publish('logo.dark', 'logo-dark')) ?? light
  const favicon = publish('favicon', 'favicon')
  const drawn = emitSocialCards(corpus, drawer)
  const fonts = emitFonts(corpus.brand)
  const icon = favicon?.href ?? `/${addIcon(registry.service.title, theme, assets)}`
  return {
    brand: {
      logo: light === undefined || dark === undefined ? undefined : { light, dark },
      showsTitle: light === undefined || (theme.logo?.title ?? true),
      favicon: prefix + icon,
      header: listLinks(theme.header, prefix),
      footer: listLinks(theme.footer, prefix),
      cards: drawn.cards,
      preload: fonts.preload && `${prefix}/${fonts.preload}`,
      edit: theme.edit,
      announcement: listLinks(
        theme.banner && [{ title: theme.banner.text, url: theme.banner.url ?? '' }],
        prefix,
      )[0],
      head: listHeadElements(theme, prefix),
    },
    assets: [...assets, ...drawn.assets, ...fonts.assets],
    styles: [...fonts.styles, ...writeColors(theme), ...readStylesheet(corpus)],
  }
}

/** Without an icon of its own, a site has the first letter of its name on its colour. */
function addIcon(title: string, theme: ThemeEntry, assets: EmittedFile[]): string {
  const ground = readBrandColor(theme) ?? readAccent(theme)
  const letter = escapeMarkup([...title.trim()][0] ?? '')
  const font = 'font-family="system-ui,sans-serif" font-size="21" font-weight="700"'
  const text = `<text x="16" y="23.500" text-anchor="middle" fill="#fff" ${font}>${letter}</text>`
  const rect = `<rect width="32" height="32" rx="7" fill="${ground.light}"/>`
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32">${rect}${text}</svg>\n`
  const icon = emitAsset('favicon', 'svg', encodeUtf8(svg))
  assets.push(icon)
  return icon.path
}

/** What a registry adds to the head of every page. */
function listHeadElements({ head }: ThemeEntry, prefix: string): readonly string[] {
  const write = (text: string) => escapeMarkup(text)
  return [
    ...(head?.meta ?? []).map(({ name, content }) => {
      return `<meta name="${name}" content="${write(content)}">`
    }),
    ...(head?.link ?? []).map(({ rel, href }) => {
      return `<link rel="${rel}" href="${write(href.replace(/^\//, `${prefix}/`))}">`
    }),
  ]
}

/** A corpus whose announcement is over on the day of a build, in UTC, makes none. */
export function dropOldBanner(corpus: Corpus, day: string): Corpus {
  const { theme } = corpus.registry
  const until = theme?.banner?.until
  if (until === undefined || day <= until) return corpus
  const { banner, ...rest } = theme ?? {}
  return { ...corpus, registry: { ...corpus.registry, theme: rest } }
}

function listLinks(links: ThemeEntry['header'] = [], prefix: string): readonly BrandLink[] {
  return links.map(({ title, url }) => ({ title, href: url.startsWith('/') ? prefix + url : url }))
}

function writeColors(theme: ThemeEntry): readonly string[] {
  const colors = [
    ['--link', theme.accent && readAccent(theme)],
    ['--brand', readBrandColor(theme)],
  ] as const
  return colors.flatMap(([name, color]) => {
    if (color === undefined) return []
    return [`:root {\n  ${name}: light-dark(${color.light}, ${color.dark});\n}\n`]
  })
}

function readStylesheet({ brand }: Pick<Corpus, 'brand'>): readonly string[] {
  const { stylesheet } = brand
  return stylesheet === undefined ? [] : [new TextDecoder().decode(stylesheet.bytes)]
}

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
function emitFonts(brand: BrandFiles): EmittedFonts {
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
    // With the preload, text is never set twice: tables would move, whatever the stand-in is.
    `font-display: ${file.isCarried ? 'optional' : 'swap'}`,
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
