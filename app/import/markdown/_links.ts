import type { Token } from './_token.ts'
import type { PictureTarget, PictureWords } from './picture.ts'

/** What the addresses of a source become. */
type Resolver = {
  /** The address to write for one in the source; undefined if it has no target. */
  readonly link: (href: string, offset: number) => string | undefined
  readonly picture: (href: string, words: PictureWords, offset: number) => PictureTarget
}

type Edit = { readonly start: number; readonly end: number; readonly text: string }

type Bracket = { readonly start: number; readonly image: boolean }

const DEFINITION = new RegExp(
  String.raw`^[ \t>]*\[([^\]\n]+)\]:[ \t]*(?:\n[ \t>]*)?(<[^>\n]*>|[^\s<][^\s]*)` +
    // Other words behind the address make a sentence of it.
    String.raw`(?:[ \t]+["'(][^\n]*)?[ \t]*$`,
  'gm',
)

/**
 * Rewrites the addresses of Markdown links, images and definitions. A link without a target
 * becomes its text. Line numbers do not change, so places in the source stay valid.
 */
export function rewriteLinks(source: string, tokens: readonly Token[], resolve: Resolver): string {
  const prose = proseOf(source, tokens)
  const edits: Edit[] = []
  const dead = editDefinitions(source, prose, edits, resolve)
  let open: Bracket[] = []
  let openLinks = 0
  for (let at = 0; at < prose.length; at++) {
    const next = prose[at]
    if (next === '\\') at++
    else if (next === '\n' && /\n[ \t>]*\n/y.test(prose.slice(at, at + 80))) {
      ;[open, openLinks] = [[], 0]
    } else if (next === '[') {
      const image = prose[at - 1] === '!'
      open.push({ start: at, image })
      if (!image) openLinks += 1
    } else if (next === ']') {
      const bracket = open.pop()
      if (bracket?.image === false) openLinks -= 1
      const isInLink = openLinks > 0
      if (bracket !== undefined) {
        at = closeBracket({ source, prose, at, bracket, isInLink, edits, dead, resolve })
      }
    }
  }
  return applyEdits(source, edits)
}

/** The source with everything but prose blanked out, at the same offsets. */
function proseOf(source: string, tokens: readonly Token[]): string {
  return tokens
    .map(({ kind, start, end }) => {
      const piece = source.slice(start, end)
      if (kind === 'text') return piece
      if (!piece.includes('\n')) return '\u0001'.repeat(piece.length)
      return piece.replace(/[^\n]/g, '\u0001')
    })
    .join('')
}

/** Labels are read from the source: all code of one length is the same in the prose. */
function editDefinitions(
  source: string,
  prose: string,
  edits: Edit[],
  resolve: Resolver,
): ReadonlySet<string> {
  const dead = new Set<string>()
  const pictures = findPictureLabels(source, prose)
  for (const match of prose.matchAll(DEFINITION)) {
    const [whole, blanked = '', address = ''] = match
    if (blanked.startsWith('^')) continue
    const label = readAgain(source, match, blanked, whole.indexOf('[') + 1)
    const start = match.index + whole.indexOf(address, whole.indexOf(']:') + 2)
    const alt = pictures.get(normalizeLabel(label))
    const target =
      alt === undefined
        ? resolve.link(unwrap(address), match.index)
        : addressOf(resolve.picture(unwrap(address), { alt, title: undefined }, match.index))
    if (target === undefined) {
      dead.add(normalizeLabel(label))
      const text = whole.replace(/[^\n]/g, '')
      edits.push({ start: match.index, end: match.index + whole.length, text })
    } else edits.push({ start, end: start + address.length, text: target })
  }
  return dead
}

/** A longer text is no label (CommonMark): a line can have ten thousand open brackets. */
const PICTURE_LABEL = /!\[([^\]\n]{0,999})\](?:\[([^\]\n]{0,999})\])?(?!\()/g

/** Labels of definitions that pictures use, with the words of the first. */
function findPictureLabels(source: string, prose: string): ReadonlyMap<string, string> {
  const labels = new Map<string, string>()
  for (const found of prose.matchAll(PICTURE_LABEL)) {
    const [, alt = '', label = ''] = found
    const isFull = label !== ''
    const name = readAgain(source, found, isFull ? label : alt, isFull ? alt.length + 4 : 2)
    if (!labels.has(normalizeLabel(name))) labels.set(normalizeLabel(name), alt)
  }
  return labels
}

/** The source of what a pattern found in the prose, from an offset within the match. */
function readAgain(source: string, { index }: RegExpExecArray, text: string, at: number): string {
  return source.slice(index + at, index + at + text.length)
}

/** A definition that pictures share can only stay if they can be shown. */
function addressOf(target: PictureTarget): string | undefined {
  return target.kind === 'image' ? target.address : undefined
}

type Closing = {
  readonly source: string
  readonly prose: string
  readonly at: number
  readonly bracket: Bracket
  readonly isInLink: boolean
  readonly edits: Edit[]
  readonly dead: ReadonlySet<string>
  readonly resolve: Resolver
}

/** Longest label (CommonMark, link reference definition); brackets in brackets can be longer. */
const LABEL_CHARACTERS_MAX = 999

/** Handles the link or image that a `]` may close; returns the offset to continue after. */
function closeBracket(closing: Closing): number {
  const { source, prose, at, bracket, edits, dead, resolve } = closing
  const { start, image } = bracket
  const opening = { start: image ? start - 1 : start, end: start + 1, text: '' }
  if (prose[at + 1] === '(') {
    const target = readDestination(prose, at + 2)
    if (target === undefined) return at
    if (image) return closePicture(closing, target)
    const address = resolve.link(target.href, start)
    if (address === undefined) {
      const end = target.close + 1
      edits.push(opening, { start: at, end, text: prose.slice(at, end).replace(/[^\n]/g, '') })
    } else if (address !== target.href) {
      edits.push({ start: target.start, end: target.end, text: address })
    }
    return target.close
  }
  const reference = /\[([^\]\n]*)\]/y
  reference.lastIndex = at + 1
  const label = prose[at + 1] === '[' ? reference.exec(prose) : null
  const end = at + 1 + (label?.[0].length ?? 0)
  const isFull = label?.[1] !== undefined && label[1] !== ''
  const name = isFull ? source.slice(at + 2, end - 1) : source.slice(start + 1, at)
  if (name.length > LABEL_CHARACTERS_MAX || !dead.has(normalizeLabel(name))) return at
  edits.push(opening, { start: at, end, text: '' })
  return end - 1
}

/** Writes a picture as what becomes of it; a link within a link would be none. */
function closePicture(
  { prose, at, bracket, isInLink, edits, resolve }: Closing,
  from: Destination,
) {
  const { start } = bracket
  const alt = prose.slice(start + 1, at)
  const target = resolve.picture(from.href, { alt, title: from.title }, start)
  const end = from.close + 1
  const isKept = target.words === alt.trim()
  const words = isKept ? alt : target.words.replace(/[[\]\\]/g, '\\$&')
  if (target.kind === 'text' || (target.kind === 'link' && isInLink)) {
    edits.push({ start: start - 1, end: start + 1, text: '' })
    if (!isKept) edits.push({ start: start + 1, end: at, text: words })
    edits.push({ start: at, end, text: '' })
    return from.close
  }
  if (target.kind === 'link') edits.push({ start: start - 1, end: start, text: '' })
  if (!isKept) edits.push({ start: start + 1, end: at, text: words })
  if (target.address !== from.href) {
    edits.push({ start: from.start, end: from.end, text: target.address })
  }
  return from.close
}

type Destination = {
  readonly href: string
  readonly title: string | undefined
  readonly start: number
  readonly end: number
  /** Offset of the closing parenthesis. */
  readonly close: number
}

const BEFORE_DESTINATION = /[ \t]*(?:\n[ \t>]*)?/y
const AFTER_DESTINATION = /\s*(?:\s("[^"\n]*"|'[^'\n]*'|\([^)\n]*\))\s*)?\)/y

function readDestination(prose: string, from: number): Destination | undefined {
  BEFORE_DESTINATION.lastIndex = from
  const start = from + (BEFORE_DESTINATION.exec(prose)?.[0].length ?? 0)
  const end = prose[start] === '<' ? prose.indexOf('>', start) + 1 : findBareEnd(prose, start)
  if (end <= 0) return undefined
  const written = prose.slice(start, end)
  if (written.includes('\n') || written.includes('\u0001')) return undefined
  AFTER_DESTINATION.lastIndex = end
  const rest = AFTER_DESTINATION.exec(prose)
  if (rest === null) return undefined
  const title = rest[1]?.slice(1, -1).trim()
  return { href: unwrap(written), title, start, end, close: end + rest[0].length - 1 }
}

/** How deep parentheses may nest in an address; readers of Markdown stop there, too. */
const DEPTH_MAX = 32

/** Offset behind an address without angle brackets; 0 where its parentheses nest too deep. */
function findBareEnd(prose: string, start: number): number {
  let depth = 0
  let at = start
  for (; at < prose.length; at++) {
    const next = prose[at] ?? ''
    if (/\s/.test(next) || (next === ')' && depth === 0)) break
    if (next === '(') depth++
    if (depth > DEPTH_MAX) return 0
    if (next === ')') depth--
    if (next === '\\') at++
  }
  return at
}

function unwrap(address: string): string {
  return address.startsWith('<') ? address.slice(1, -1) : address
}

function normalizeLabel(label: string): string {
  return label.trim().replace(/\s+/g, ' ').toLowerCase()
}

function applyEdits(source: string, edits: readonly Edit[]): string {
  const pieces: string[] = []
  let from = 0
  for (const { start, end, text } of [...edits].sort((a, b) => a.start - b.start)) {
    if (start < from) continue
    pieces.push(source.slice(from, start), text)
    from = end
  }
  return pieces.join('') + source.slice(from)
}
