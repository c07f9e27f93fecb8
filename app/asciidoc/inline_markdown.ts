import { escapeInline } from '../source_text/escape.ts'
import { showRaised } from '../source_text/raised_text.ts'
import { cutEscapes } from './_escapes.ts'
import { replaceMacros } from './_macros.ts'
import { joinParts } from './_raised_links.ts'
import { type InlineNode, type InlinePart, REFERENCE } from './inline_nodes.ts'
import { joinLines } from './lines.ts'

/** How links and pictures of a page are written. */
export type InlineTargets = {
  /** The address of a reference, and the title of its page; undefined where it leads nowhere. */
  resolveReference(target: string): { readonly href: string; readonly title: string } | undefined
  resolvePicture(target: string): string
}

/** Markdown of a line or a paragraph. */
export function writeInline(parts: readonly InlinePart[], targets: InlineTargets): string {
  return joinParts(
    parts,
    parts.map((part) => writePart(part, targets)),
  )
}

function writePart(part: InlinePart, targets: InlineTargets): string {
  if (part.kind === 'text') return writeText(part.text)
  const { node, parts, data } = part
  const [address = '', alt = '', link = ''] = data
  const inner = () => writeInline(parts, targets)
  switch (node.kind) {
    case 'quoted':
      return writeQuoted(node, parts, targets)
    case 'link':
      return writeLink(writeInline(wordsOfLink(address, parts), targets), address)
    case 'xref': {
      const found = targets.resolveReference(readPlain(address))
      const isBare = node.isBare && parts.length === 0
      const words = isBare ? escapeInline(found?.title ?? readPlain(address)) : inner()
      return found === undefined ? words : writeLink(words, found.href)
    }
    case 'anchor':
      return `<a id="${node.id}"></a>`
    case 'picture': {
      const source = encodeAddress(targets.resolvePicture(readPlain(address)))
      const picture = `![${escapeInline(readPlain(alt))}](${source})`
      return link === '' ? picture : writePictureLink(picture, link, targets)
    }
    case 'footnote':
      return `[^${node.index}]`
    case 'bold':
      return wrap('**', inner())
    case 'code':
      return writeCode(readPlain(writePlain(parts)))
    case 'break':
      return `${inner().trimEnd()}\\`
    case 'nothing':
      return inner()
  }
}

/** The words of a link; an address among them is one that the reader of AsciiDoc linked again. */
function wordsOfLink(address: string, parts: readonly InlinePart[]): readonly InlinePart[] {
  if (parts.length === 0) return [{ kind: 'text', text: address }]
  return parts.flatMap((part) => {
    const isLink = part.kind === 'node' && part.node.kind === 'link'
    return isLink ? wordsOfLink(part.data[0] ?? '', part.parts) : [part]
  })
}

type QuotedNode = Extract<InlineNode, { kind: 'quoted' }>

function writeQuoted(
  { type, roles }: QuotedNode,
  parts: readonly InlinePart[],
  targets: InlineTargets,
): string {
  const inner = () => writeInline(parts, targets)
  switch (type) {
    case 'strong':
      return wrap('**', inner())
    case 'emphasis':
      return wrap('*', inner())
    case 'monospaced':
      return writeMonospaced(parts, targets)
    case 'superscript':
      return `<sup>${inner()}</sup>`
    case 'subscript':
      return `<sub>${inner()}</sub>`
    case 'double':
      return `“${inner()}”`
    case 'single':
      return `‘${inner()}’`
    case 'latexmath':
      return `$${writeCode(readPlain(writePlain(parts)))}$`
    case 'asciimath':
      return writeCode(readPlain(writePlain(parts)))
    default:
      return /\b(?:line-through|strike)/.test(roles) ? wrap('~~', inner()) : inner()
  }
}

/** A picture that leads to an address, or by `xref:` to a page; without one it stays alone. */
export function writePictureLink(picture: string, link: string, targets: InlineTargets): string {
  if (!link.startsWith(REFERENCE)) return writeLink(picture, link)
  const found = targets.resolveReference(readPlain(link.slice(REFERENCE.length)))
  return found === undefined ? picture : writeLink(picture, found.href)
}

/** Markdown of a text that is all code. */
export function writeMonospaced(parts: readonly InlinePart[], targets: InlineTargets): string {
  const joined: InlinePart[] = []
  for (const part of parts) {
    const last = joined.at(-1)
    if (!isPlain(part)) joined.push(part)
    // Two pieces of code side by side would be one with backticks inside.
    else if (last?.kind !== 'text') joined.push({ kind: 'text', text: writePlain([part]) })
    else joined.splice(-1, 1, { kind: 'text', text: last.text + writePlain([part]) })
  }
  return joined.map((part) => writeCodePart(part, targets)).join('')
}

/** Whether a part is its words alone. */
function isPlain(part: InlinePart): boolean {
  if (part.kind === 'text') return true
  return (
    !/^(?:anchor|footnote|link|picture|xref)$/.test(part.node.kind) && part.parts.every(isPlain)
  )
}

/** Code has no marks inside; a link in code is a link around code. */
function writeCodePart(part: InlinePart, targets: InlineTargets): string {
  if (part.kind === 'text') return writeCode(readPlain(part.text))
  const { node, parts, data } = part
  if (/^(?:anchor|footnote|picture)$/.test(node.kind)) return writePart(part, targets)
  if (node.kind !== 'link' && node.kind !== 'xref') return writeMonospaced(parts, targets)
  const address = readPlain(data[0] ?? '')
  const isLink = node.kind === 'link'
  const found = isLink ? { href: address, title: '' } : targets.resolveReference(address)
  const code = writeCode(readPlain(writePlain(parts)) || found?.title || address)
  return found === undefined ? code : writeLink(code, found.href)
}

/** The text of parts with its entities. */
export function writePlain(parts: readonly InlinePart[]): string {
  return parts
    .map((part) => {
      if (part.kind === 'text') return part.text
      const { node } = part
      const quotes = node.kind === 'quoted' ? QUOTES[node.type] : undefined
      const inner = writePlain(part.parts)
      const raised = node.kind === 'quoted' ? RAISED[node.type] : undefined
      if (raised !== undefined) return showRaised(raised, inner)
      return quotes === undefined ? inner : `${quotes[0]}${inner}${quotes[1]}`
    })
    .join('')
}

const RAISED: Readonly<Record<string, string>> = { subscript: 'sub', superscript: 'sup' }

const QUOTES: Readonly<Record<string, readonly [string, string]>> = {
  double: ['“', '”'],
  single: ['‘', '’'],
}

function writeCode(text: string): string {
  const line = text.includes('\n') ? joinLines(text) : text
  if (line.trim() === '') return text === '' ? '' : ' '
  const runs = line.match(/`+/g) ?? []
  const fence = '`'.repeat(runs.reduce((most, run) => Math.max(most, run.length + 1), 1))
  const space = /^`|`$|^ .* $/.test(line) ? ' ' : ''
  // What was on another line stays apart.
  const [before, after] = [/^\s*\n/, /\n\s*$/].map((edge) => (edge.test(text) ? ' ' : ''))
  return `${before}${fence}${space}${line}${space}${fence}${after}`
}

/** Markdown ignores marks that do not touch what they mark. */
function wrap(mark: string, text: string): string {
  const inner = text.trim()
  if (inner === '') return text
  const start = text.indexOf(inner)
  return `${text.slice(0, start)}${mark}${inner}${mark}${text.slice(start + inner.length)}`
}

function writeLink(words: string, href: string): string {
  return `[${words.replace(/\s+/g, ' ')}](${encodeAddress(readPlain(href))})`
}

function encodeAddress(address: string): string {
  return address.replace(/[\s()<>\\]/g, (sign) => {
    const code = sign.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')
    return `%${code}`
  })
}

const TAG_OR_ENTITY = /(<[^<>]+>|&(?!(?:lt|gt|amp|quot|apos);)[A-Za-z][A-Za-z0-9]*;)/

/** What AsciiDoc escaped is text; other tags and entities are of a passthrough. */
function writeText(text: string): string {
  return text
    .split(TAG_OR_ENTITY)
    .map((piece, at) => (at % 2 === 1 ? piece : writeWords(readPlain(piece))))
    .join('')
}

/** What in plain text looks like the tags or the templates of others is code. */
const LOOKALIKE =
  /(<\/?[A-Z][\w.]*(?:\s[^<>\n]{0,200})?\/?>|\{\{[^{}\n]{1,80}\}\}|\{%[^%\n]{1,80}%\})/

function writeWords(text: string): string {
  return replaceMacros(text)
    .split(LOOKALIKE)
    .map((piece, at) => (at % 2 === 1 ? writeCode(piece) : escapeInline(piece)))
    .join('')
}

const ENTITIES: Readonly<Record<string, string>> = {
  ...{ lt: '<', gt: '>', amp: '&', quot: '"', apos: "'", nbsp: '\u00a0' },
}

/** The characters of a text with entities. */
export function readPlain(text: string): string {
  return cutEscapes(text)
    .replace(/&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|([a-z]+));/gi, (whole, digits, hex, name) => {
      if (typeof name === 'string') return ENTITIES[name] ?? whole
      const code = typeof digits === 'string' ? Number(digits) : Number.parseInt(String(hex), 16)
      return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : whole
    })
    .replace(/\u200b/g, '')
    .replace(/\u2009/g, ' ')
}

const BLOCK_START = /^(?:#{1,6}(?=\s|$)|>|[-+](?=\s|$)|:{3,}|=+(?=\s*$)|-{2,}(?=\s*$)|~{3,}|\|)/

/** Lines of a paragraph that Markdown reads as a paragraph. */
export function protectLines(text: string): readonly string[] {
  return text.split('\n').map((line) =>
    line
      .trim()
      .replace(BLOCK_START, '\\$&')
      .replace(/^(\d{1,9})(?=[.)](?:\s|$))/, '$1\\'),
  )
}
