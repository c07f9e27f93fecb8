import type { Token } from './_scanner.ts'

/** The address to write for one in the source; undefined if it has no target. */
type ResolveHref = (href: string, image: boolean, offset: number) => string | undefined

type Edit = { readonly start: number; readonly end: number; readonly text: string }

type Bracket = { readonly start: number; readonly image: boolean }

const DEFINITION = /^[ \t>]*\[([^\]\n]+)\]:[ \t]*(<[^>\n]*>|[^\s<][^\s]*)[^\n]*$/gm

/**
 * Rewrites the addresses of Markdown links, images and definitions. A link without a target
 * becomes its text. Line numbers do not change, so places in the source stay valid.
 */
export function rewriteLinks(
  source: string,
  tokens: readonly Token[],
  resolve: ResolveHref,
): string {
  const prose = proseOf(source, tokens)
  const edits: Edit[] = []
  const dead = editDefinitions(prose, edits, resolve)
  let open: Bracket[] = []
  for (let at = 0; at < prose.length; at++) {
    const next = prose[at]
    if (next === '\\') at++
    else if (next === '\n' && /\n[ \t>]*\n/y.test(prose.slice(at, at + 80))) open = []
    else if (next === '[') open.push({ start: at, image: prose[at - 1] === '!' })
    else if (next === ']') {
      const bracket = open.pop()
      if (bracket !== undefined) at = closeBracket({ prose, at, bracket, edits, dead, resolve })
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

function editDefinitions(prose: string, edits: Edit[], resolve: ResolveHref): ReadonlySet<string> {
  const dead = new Set<string>()
  for (const match of prose.matchAll(DEFINITION)) {
    const [whole, label = '', address = ''] = match
    if (label.startsWith('^')) continue
    const start = match.index + whole.indexOf(address, whole.indexOf(']:') + 2)
    const target = resolve(unwrap(address), false, match.index)
    if (target === undefined) {
      dead.add(normalizeLabel(label))
      edits.push({ start: match.index, end: match.index + whole.length, text: '' })
    } else edits.push({ start, end: start + address.length, text: target })
  }
  return dead
}

type Closing = {
  readonly prose: string
  readonly at: number
  readonly bracket: Bracket
  readonly edits: Edit[]
  readonly dead: ReadonlySet<string>
  readonly resolve: ResolveHref
}

/** Handles the link or image that a `]` may close; returns the offset to continue after. */
function closeBracket({ prose, at, bracket, edits, dead, resolve }: Closing): number {
  const { start, image } = bracket
  const opening = { start: image ? start - 1 : start, end: start + 1, text: '' }
  if (prose[at + 1] === '(') {
    const target = readDestination(prose, at + 2)
    if (target === undefined) return at
    const address = resolve(target.href, image, start)
    if (address === undefined) edits.push(opening, { start: at, end: target.close + 1, text: '' })
    else if (address !== target.href) {
      edits.push({ start: target.start, end: target.end, text: address })
    }
    return target.close
  }
  const reference = /\[([^\]\n]*)\]/y
  reference.lastIndex = at + 1
  const label = prose[at + 1] === '[' ? reference.exec(prose) : null
  const name = label?.[1] === undefined || label[1] === '' ? prose.slice(start + 1, at) : label[1]
  if (!dead.has(normalizeLabel(name))) return at
  const end = at + 1 + (label?.[0].length ?? 0)
  edits.push(opening, { start: at, end, text: '' })
  return end - 1
}

type Destination = {
  readonly href: string
  readonly start: number
  readonly end: number
  /** Offset of the closing parenthesis. */
  readonly close: number
}

const AFTER_DESTINATION = /\s*(?:\s(?:"[^"\n]*"|'[^'\n]*'|\([^)\n]*\))\s*)?\)/y

function readDestination(prose: string, from: number): Destination | undefined {
  let start = from
  while (prose[start] === ' ') start++
  const end = prose[start] === '<' ? prose.indexOf('>', start) + 1 : findBareEnd(prose, start)
  if (end <= 0) return undefined
  const written = prose.slice(start, end)
  if (written.includes('\n') || written.includes('\u0001')) return undefined
  AFTER_DESTINATION.lastIndex = end
  const rest = AFTER_DESTINATION.exec(prose)
  if (rest === null) return undefined
  return { href: unwrap(written), start, end, close: end + rest[0].length - 1 }
}

function findBareEnd(prose: string, start: number): number {
  let depth = 0
  let at = start
  for (; at < prose.length; at++) {
    const next = prose[at] ?? ''
    if (/\s/.test(next) || (next === ')' && depth === 0)) break
    if (next === '(') depth++
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
