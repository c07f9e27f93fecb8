import type { OutlineText, TextOutline } from './_card_text.ts'
import { CARD_SIZE, type SocialCard } from './social_card.ts'

const [MARGIN, BAND] = [96, 28]
const TEXT_WIDTH = CARD_SIZE.width - 2 * MARGIN
const LAST_BASELINE = 536

/** Sizes of the large text, the first that fits into its lines. */
const SIZES = [92, 76, 62] as const
const LINES_MAX = 3
const LINE_HEIGHT = 1.16

const TITLE_SIZE = 40
const LOGO = { width: 360, height: 84, middle: 126 } as const

/** The largest text that the picture of a card is drawn from. */
const CHARACTERS_MAX = 200

/**
 * A card as SVG: the logo with the name of the site above, the title of the section below. A text
 * with a sign that has no outline is left out, and the name takes the place of the title.
 */
export function renderCardSvg(card: SocialCard, outline: OutlineText, hasLogo: boolean): string {
  const [title, heading] = [tidy(card.title), tidy(card.heading ?? card.title)]
  const canDraw = (text: string) => outline(text, TITLE_SIZE) !== undefined
  const large = [heading, title].find((text) => text !== '' && canDraw(text))
  const small = large === title || (hasLogo && !card.showsTitle) || !canDraw(title) ? '' : title
  const logo = hasLogo ? renderLogo(card.logo) : { svg: '', width: 0 }
  const titleLeft = MARGIN + (logo.width === 0 ? 0 : logo.width + TITLE_SIZE / 2)
  const name = cutToWidth(small, TITLE_SIZE, CARD_SIZE.width - MARGIN - titleLeft, outline)
  const { width, height } = CARD_SIZE
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">`,
    `<rect width="${width}" height="${height}" fill="#ffffff"/>`,
    `<rect width="${BAND}" height="${height}" fill="${card.accent}"/>`,
    logo.svg,
    renderOutline(name, titleLeft, LOGO.middle + TITLE_SIZE * 0.36, '#57606a'),
    ...renderLarge(large ?? '', outline),
    '</svg>',
  ].join('')
}

function tidy(text: string): string {
  const line = text.normalize('NFC').replace(/\s+/g, ' ').trim()
  return [...line].slice(0, CHARACTERS_MAX).join('')
}

type Lines = readonly TextOutline[]

function renderLarge(text: string, outline: OutlineText): readonly string[] {
  for (const size of SIZES) {
    const lines = wrap(text, size, outline)
    const isLast = size === SIZES.at(-1)
    if (!isLast && lines.length > LINES_MAX) continue
    return placeLines(lines.slice(0, LINES_MAX), size)
  }
  return []
}

function placeLines(lines: Lines, size: number): readonly string[] {
  return lines.map((line, at) => {
    const below = lines.length - 1 - at
    return renderOutline(line, MARGIN, LAST_BASELINE - below * size * LINE_HEIGHT, '#15181d')
  })
}

/** Breaks a text between words; what does not fit on the card ends in an ellipsis. */
function wrap(text: string, size: number, outline: OutlineText): Lines {
  const lines: TextOutline[] = []
  const words = text.split(' ')
  while (words.length > 0) {
    if (lines.length === LINES_MAX - 1 && size === SIZES.at(-1)) {
      const rest = cutToWidth(words.join(' '), size, TEXT_WIDTH, outline)
      return rest === undefined ? lines : [...lines, rest]
    }
    const line = takeLine(words, size, outline)
    if (line === undefined) return lines
    lines.push(line)
  }
  return lines
}

/** Takes the words of a line from a list; a word too long for any line gives as much as fits. */
function takeLine(words: string[], size: number, outline: OutlineText): TextOutline | undefined {
  let count = 1
  let fitting = outline(words[0] ?? '', size)
  while (count < words.length) {
    const longer = outline(words.slice(0, count + 1).join(' '), size)
    if (longer === undefined || longer.width > TEXT_WIDTH) break
    fitting = longer
    count += 1
  }
  const taken = words.splice(0, count)
  if (fitting === undefined || fitting.width <= TEXT_WIDTH) return fitting
  const letters = [...(taken[0] ?? '')]
  const most = findMost(letters, size, TEXT_WIDTH, outline)
  words.unshift(letters.slice(most).join(''))
  return outline(letters.slice(0, most).join(''), size)
}

function cutToWidth(
  text: string,
  size: number,
  width: number,
  outline: OutlineText,
): TextOutline | undefined {
  const whole = text === '' ? undefined : outline(text, size)
  if (whole === undefined || whole.width <= width) return whole
  const letters = [...text]
  const most = findMost(letters, size, width - size, outline)
  return outline(`${letters.slice(0, most).join('').trimEnd()}…`, size)
}

/** How many letters fit; never none, so that a text of wide letters comes to its end. */
function findMost(
  letters: readonly string[],
  size: number,
  width: number,
  outline: OutlineText,
): number {
  let [low, high] = [1, letters.length]
  while (low < high) {
    const middle = Math.ceil((low + high) / 2)
    const drawn = outline(letters.slice(0, middle).join(''), size)
    if (drawn !== undefined && drawn.width <= width) low = middle
    else high = middle - 1
  }
  return low
}

function renderOutline(
  drawn: TextOutline | undefined,
  left: number,
  baseline: number,
  color: string,
): string {
  if (drawn === undefined) return ''
  const place = `translate(${round(left)} ${round(baseline)})`
  return `<path transform="${place}" fill="${color}" d="${drawn.path()}"/>`
}

/** The logo as a picture of its own, whose styles stay within it. */
function renderLogo(logo: SocialCard['logo']): { readonly svg: string; readonly width: number } {
  if (logo === undefined) return { svg: '', width: 0 }
  const { width, height } = logo.size
  const scale = Math.min(LOGO.width / width, LOGO.height / height)
  const [across, down] = [width * scale, height * scale]
  const type = logo.extension === 'svg' ? 'image/svg+xml' : 'image/png'
  const box = `x="${MARGIN}" y="${round(LOGO.middle - down / 2)}" width="${round(across)}"`
  const source = `data:${type};base64,${logo.bytes.toBase64()}`
  return { svg: `<image ${box} height="${round(down)}" href="${source}"/>`, width: across }
}

/** An SVG whose text or pictures would be missing without a sign, as there is no font for them. */
export function needsMore(svg: Uint8Array): boolean {
  return /<(?:\w+:)?(?:text|image|foreignObject)[\s>]/i.test(new TextDecoder().decode(svg))
}

function round(value: number): number {
  return Math.round(value * 100) / 100
}
