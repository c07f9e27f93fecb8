import type { Env, MarkdownIt, Token } from 'markdown-it'
import type { Heading } from '../../contract/build.ts'
import { escapeHtml } from '../../contract/html_escape.ts'
import { quote } from '../../contract/problem.ts'
import { type Fault, notesOf } from './_parser_notes.ts'
import { findLineStarts } from './source_positions.ts'

/** Anchors that an author chose, at the end of a heading: `## Settings {#settings #options}`. */
const OF_HEADING = /^(.*\S)[ \t]+\{[ \t]*((?:#[^\s{}"'<>&#]+[ \t]*)+)\}$/s

/** The same anywhere in a text, as in HTML. No other HTML is taken from a page. */
const ELEMENT = /^<a(?:\s+(?:id|name)=(["'])([^\s"'<>&]+)\1)+\s*(?:\/>|>\s*<\/a>)/

/** What the pages of the site call parts of their own. */
const OWN_IDS = /^(?:page|search|fn|fnref):/

/** Reads the anchors that authors choose, beside those that headings get from their words. */
export function addAnchors(markdown: MarkdownIt): void {
  markdown.core.ruler.after('block', 'heading_anchors', ({ src, tokens, env }) => {
    if (src.includes('{')) readHeadingAnchors(src, tokens, env)
  })
  markdown.inline.ruler.before('autolink', 'anchor', (state, silent) => {
    if (state.src[state.pos] !== '<') return false
    const [element, , id] = ELEMENT.exec(state.src.slice(state.pos)) ?? []
    if (element === undefined || id === undefined) return false
    if (!silent) state.push('anchor', '', 0).meta = { id }
    state.pos += element.length
    return true
  })
  const { rules } = markdown.renderer
  rules.anchor = (tokens, at) => renderAnchor(String(tokens[at]?.meta?.id ?? ''))
  rules.heading_open = (tokens, at, options, _env, renderer) => {
    const others = listChosen(tokens[at]).slice(1).map(renderAnchor)
    return renderer.renderToken(tokens, at, options) + others.join('')
  }
}

function renderAnchor(id: string): string {
  return id === '' ? '' : `<span id="${escapeHtml(id)}"></span>`
}

/** Takes the anchors from the text of a heading; other readers of Markdown know the element. */
function readHeadingAnchors(src: string, tokens: readonly Token[], env: Env): void {
  const starts = findLineStarts(src)
  for (const [at, token] of tokens.entries()) {
    const { type, meta, map, markup } = token
    const inline = tokens[at + 1]
    if (type !== 'heading_open' || inline === undefined || map === null) continue
    const [, text, list] = OF_HEADING.exec(inline.content) ?? []
    if (text === undefined || list === undefined) continue
    const ids = list.split(/[ \t#]+/).filter((id) => id !== '')
    inline.content = text
    token.meta = { ...meta, anchors: ids }
    const line = markup.startsWith('#') ? map[0] : map[1] - 2
    const start = src.lastIndexOf('{', (starts[line + 1] ?? src.length + 1) - 1)
    const elements = ids.map((id) => `<a id="${id}"></a>`).join('')
    const end = src.indexOf('}', start) + 1
    notesOf(env).edits.push({ start, end, text: elements })
  }
}

/** The anchors that an author chose for the heading at a position. */
export function listChosenAnchors(tokens: readonly Token[], at: number): readonly string[] {
  const [heading, inline] = [tokens[at], tokens[at + 1]]
  return [...listChosen(heading), ...(inline === undefined ? [] : idsIn(inline))]
}

type PageAnchors = {
  readonly headings: readonly Heading[]
  readonly anchors: readonly string[]
  readonly faults: readonly Fault[]
}

/** Gives each heading its anchor, and the anchors in its section to each. */
export function readAnchors(tokens: readonly Token[]): PageAnchors {
  const { chosen, faults } = checkChosen(tokens)
  const nameAnchor = createAnchorNamer(chosen)
  const headings: Heading[] = []
  const within: string[][] = []
  /** Anchors on lines of their own, which belong to a heading right below them. */
  let waiting: string[] = []
  for (const [at, token] of tokens.entries()) {
    const inline = tokens[at + 1]
    if (token.type === 'heading_open' && inline !== undefined) {
      const text = readInlineText(inline.children ?? [])
        .replace(/\s+/g, ' ')
        .trim()
      const [own, ...others] = listChosen(token)
      const anchor = own ?? nameAnchor(text)
      token.attrSet('id', anchor)
      headings.push({ level: Number(token.tag.slice(1)), text, anchor, line: token.map?.[0] ?? 0 })
      within.push([...waiting, ...others])
      waiting = []
    } else if (token.type === 'inline' && hidesParagraph(tokens, at)) {
      waiting.push(...idsIn(token))
    } else if (token.type !== 'paragraph_open' && token.type !== 'paragraph_close') {
      const ids = idsIn(token)
      if (waiting.length + ids.length === 0) continue
      within.at(-1)?.push(...waiting, ...ids)
      waiting = []
    }
  }
  within.at(-1)?.push(...waiting)
  const anchors = [...headings.map(({ anchor }) => anchor), ...chosen]
  return {
    headings: headings.map((heading, at) => withAnchors(heading, within[at] ?? [])),
    anchors: [...new Set(anchors)],
    faults,
  }
}

function withAnchors(heading: Heading, anchors: string[]): Heading {
  return anchors.length === 0 ? heading : { ...heading, anchors }
}

/** A paragraph of anchors alone takes no room on the page. */
function hidesParagraph(tokens: readonly Token[], at: number): boolean {
  const [open, inline, close] = [tokens[at - 1], tokens[at], tokens[at + 1]]
  const children = inline?.children ?? []
  if (open?.type !== 'paragraph_open' || close === undefined) return false
  if (!children.some(({ type }) => type === 'anchor')) return false
  if (!children.every((child) => child.type === 'anchor' || isBlank(child))) return false
  open.hidden = true
  close.hidden = true
  return true
}

function isBlank({ type, content }: Token): boolean {
  return type === 'softbreak' || (type === 'text' && content.trim() === '')
}

function idsIn({ children }: Token): readonly string[] {
  if (children === null || !children.some(({ type }) => type === 'anchor')) return NO_IDS
  return children
    .filter(({ type }) => type === 'anchor')
    .map(({ meta }) => String(meta?.id ?? ''))
    .filter((id) => id !== '')
}

const NO_IDS: readonly string[] = []

function listChosen(heading: Token | undefined): readonly string[] {
  const ids: unknown = heading?.meta?.anchors
  return Array.isArray(ids) ? ids.map(String) : []
}

/** The chosen anchors; one that the page has already leads nowhere, so it is dropped. */
function checkChosen(tokens: readonly Token[]): {
  readonly chosen: ReadonlySet<string>
  readonly faults: readonly Fault[]
} {
  const chosen = new Set<string>()
  const faults: Fault[] = []
  const take = (id: string, line: number): boolean => {
    const what = OWN_IDS.test(id) ? 'is one of the site itself' : 'is on this page already'
    const isNew = !OWN_IDS.test(id) && !chosen.has(id)
    const fix = 'choose another, or remove it'
    if (isNew) chosen.add(id)
    else faults.push({ line, what: `the anchor ${quote(id)} ${what}`, fix, severity: 'warning' })
    return isNew
  }
  let line = 0
  for (const token of tokens) {
    line = token.map?.[0] ?? line
    const own = listChosen(token)
    if (own.length > 0) token.meta = { ...token.meta, anchors: own.filter((id) => take(id, line)) }
    for (const child of token.children ?? []) {
      if (child.type !== 'anchor') continue
      if (!take(String(child.meta?.id), line)) child.meta = { id: '' }
    }
  }
  return { chosen, faults }
}

const BREAKS: ReadonlySet<string> = new Set(['softbreak', 'hardbreak', 'line_break'])

export function readInlineText(tokens: readonly Token[]): string {
  return tokens
    .map((token) => {
      if (BREAKS.has(token.type)) return '\n'
      if (token.type === 'image') return readInlineText(token.children ?? [])
      return token.content
    })
    .join('')
}

/** What an anchor drops: all but letters, marks, digits, connectors, dashes and spaces. */
const DROPPED = /[^\p{Alphabetic}\p{Mark}\p{Decimal_Number}\p{Connector_Punctuation}\- ]/gu

/** Anchor of a heading whose text has no letters or digits. */
const NAMELESS = 'section'

/**
 * Names the anchors of one page as code hosts do: lower case, words joined by dashes, Unicode
 * letters kept, repeated headings numbered from 1. No name is one of those taken.
 */
function createAnchorNamer(taken: Iterable<string> = []): (text: string) => string {
  const seen = new Map([...taken].map((anchor) => [anchor, 0]))
  return (text) => {
    const wanted = text.toLowerCase().replace(DROPPED, '').replaceAll(' ', '-') || NAMELESS
    let anchor = wanted
    for (let count = seen.get(wanted); seen.has(anchor); ) {
      count = (count ?? 0) + 1
      seen.set(wanted, count)
      anchor = `${wanted}-${count}`
    }
    seen.set(anchor, 0)
    return anchor
  }
}
