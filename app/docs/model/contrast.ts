import type { ThemeEntry } from '../../contract/registry_theme.ts'

/** Least contrast of text (WCAG 2.2, 1.4.3). It is never rounded up. */
export const CONTRAST_MIN = 4.5

/** Share of the accent in the ground of what is chosen: `--tint` in the style sheet. */
const TINT = 0.1

/** The grounds on which links stand, as the style sheet has them. */
export const GROUNDS = {
  light: ['#ffffff', '#f6f7f9'],
  dark: ['#0f1216', '#181c22', '#1b2027'],
} as const
type ThemeName = keyof typeof GROUNDS

type Rgb = readonly [red: number, green: number, blue: number]

const BLACK: Rgb = [0, 0, 0]
const WHITE: Rgb = [255, 255, 255]

/** The lowest contrast that a colour of links has in a theme, on every ground it stands on. */
export function measureAccent(accent: string, theme: ThemeName): number {
  const color = parseColor(accent)
  const ratios = GROUNDS[theme].flatMap((ground) => {
    const behind = parseColor(ground)
    return [contrastOf(color, behind), contrastOf(color, mix(behind, color, TINT))]
  })
  return Math.min(...ratios)
}

/** The contrast of white text on a colour that fills. */
export function measureFill(fill: string): number {
  return contrastOf(WHITE, parseColor(fill))
}

/** The nearest colour on the way to black on which white text can be read. */
export function findFill(fill: string): string {
  return findOnTheWay(fill, BLACK, (color) => measureFill(color) >= CONTRAST_MIN)
}

/** The nearest colour on the way to black or white that can be read in a theme. */
export function findReadable(accent: string, theme: ThemeName): string {
  const end = theme === 'light' ? BLACK : WHITE
  return findOnTheWay(accent, end, (color) => isReadable(color, theme))
}

function findOnTheWay(from: string, end: Rgb, accept: (color: string) => boolean): string {
  const color = parseColor(from)
  for (let step = 0; step <= 256; step += 1) {
    const candidate = formatColor(mix(color, end, step / 256))
    if (accept(candidate)) return candidate
  }
  return formatColor(end)
}

export function isReadable(accent: string, theme: ThemeName): boolean {
  return measureAccent(accent, theme) >= CONTRAST_MIN
}

/** Contrast of two colours (WCAG 2.2, contrast ratio). */
export function contrastOf(one: Rgb, other: Rgb): number {
  const [a, b] = [luminanceOf(one), luminanceOf(other)]
  return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05)
}

export function parseColor(text: string): Rgb {
  const [red, green, blue] = [1, 3, 5].map((at) => Number.parseInt(text.slice(at, at + 2), 16))
  return [red ?? 0, green ?? 0, blue ?? 0]
}

function formatColor(color: Rgb): string {
  return `#${color.map((part) => Math.round(part).toString(16).padStart(2, '0')).join('')}`
}

function mix(from: Rgb, to: Rgb, share: number): Rgb {
  const part = (at: 0 | 1 | 2) => from[at] + (to[at] - from[at]) * share
  return [part(0), part(1), part(2)]
}

function luminanceOf([red, green, blue]: Rgb): number {
  const linear = (value: number) => {
    const part = value / 255
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  }
  return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue)
}

/** The colour of links and marks in each theme, where a corpus names none. */
const ACCENT = { light: '#2353b5', dark: '#93b4ff' }

type Accent = { readonly light: string; readonly dark: string }

/** The colour of links and marks; one for the light theme alone has its like for the dark one. */
export function readAccent({ accent = ACCENT }: ThemeEntry): Accent {
  return { light: accent.light, dark: accent.dark ?? findReadable(accent.light, 'dark') }
}

/** The colour that fills; without one of its own, it follows the accent that a corpus names. */
export function readBrandColor({ brand, accent }: ThemeEntry): Accent | undefined {
  const light = brand?.light ?? (accent && findFill(accent.light))
  return light === undefined ? undefined : { light, dark: brand?.dark ?? light }
}
