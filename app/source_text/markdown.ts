import MarkdownIt, { type Env, type StateBlock, type StateInline, type Token } from 'markdown-it'
import type { Heading } from '../contract/build.ts'
import { createAnchorNamer } from './heading_anchors.ts'
import {
  type Definition,
  findLinkTargets,
  type LinkTarget,
  type MarkdownLink,
} from './link_targets.ts'
import { escapeLinkTarget, type Range } from './source_positions.ts'

export type { MarkdownLink } from './link_targets.ts'

/** A parsed body. `targets` and `tokens` are only for the functions of this folder. */
export type ParsedMarkdown = {
  readonly headings: readonly Heading[]
  /** In source order. A reference counts where it is defined, not where it is used. */
  readonly links: readonly MarkdownLink[]
  readonly targets: readonly LinkTarget[]
  readonly tokens: readonly Token[]
}

/** Turns the address of a link, as written, into the address to publish. */
export type ResolveLink = (href: string) => string

const markdown = new MarkdownIt({ html: false, linkify: false, typographer: false })
wrapBlockRule('table', ['paragraph', 'reference'], noteRowStarts)
wrapBlockRule('reference', [], noteDefinition)
wrapInlineRule('link', 'link_open', 0)
wrapInlineRule('image', 'image', 1)
addRenderRules()

/** Parses the body of a page: GFM tables and strikethrough, no raw HTML, no guessed links. */
export function parseMarkdown(body: string): ParsedMarkdown {
  const definitions: Definition[] = []
  const tokens = markdown.parse(body, { definitions })
  const targets = findLinkTargets(body, tokens, definitions)
  return {
    headings: readHeadings(tokens),
    links: targets.map(({ href, line, image }) => ({ href, line, image })),
    targets,
    tokens,
  }
}

/** HTML of a body: headings have their anchors, and `resolve` maps every address. */
export function renderHtml(parsed: ParsedMarkdown, resolve: ResolveLink): string {
  return markdown.renderer.render([...parsed.tokens], markdown.options, { resolve })
}

/** The same Markdown with every relative address resolved; everything else is unchanged. */
export function resolveMarkdown(
  body: string,
  parsed: ParsedMarkdown,
  resolve: ResolveLink,
): string {
  const pieces: string[] = []
  let from = 0
  for (const target of parsed.targets) {
    const address = resolve(target.href)
    if (address === target.href) continue
    pieces.push(body.slice(from, target.start), escapeLinkTarget(address))
    from = target.end
  }
  return pieces.join('') + body.slice(from)
}

function readHeadings(tokens: readonly Token[]): readonly Heading[] {
  const anchorOf = createAnchorNamer()
  return tokens.flatMap((token, at) => {
    const inline = tokens[at + 1]
    if (token.type !== 'heading_open' || inline === undefined) return []
    const text = readInlineText(inline.children ?? [])
      .replace(/\s+/g, ' ')
      .trim()
    const anchor = anchorOf(text)
    token.attrSet('id', anchor)
    return [{ level: Number(token.tag.slice(1)), text, anchor, line: token.map?.[0] ?? 0 }]
  })
}

export function readInlineText(tokens: readonly Token[]): string {
  return tokens
    .map((token) => {
      if (token.type === 'softbreak' || token.type === 'hardbreak') return '\n'
      if (token.type === 'image') return readInlineText(token.children ?? [])
      return token.content
    })
    .join('')
}

/** Range of the address of an inline link or image; absent for reference links. */
function findInlineTarget(state: StateInline, labelStart: number): Range | undefined {
  const { helpers } = state.md
  const labelEnd = helpers.parseLinkLabel(state, labelStart, labelStart === state.pos)
  if (labelEnd < 0 || state.src[labelEnd + 1] !== '(') return undefined
  let start = labelEnd + 2
  while (/[ \t\n]/.test(state.src[start] ?? '')) start += 1
  const target = helpers.parseLinkDestination(state.src, start, state.posMax)
  return target.ok && target.pos > start ? { start, end: target.pos } : undefined
}

/** Records on each inline link or image where its address is in the inline text. */
function wrapInlineRule(name: 'link' | 'image', type: string, bracketOffset: number): void {
  const { ruler } = markdown.inline
  const original = ruler.__rules__.find((rule) => rule.name === name)?.fn
  if (original === undefined) throw new Error(`Cannot wrap rule "${name}": the parser has none`)
  ruler.at(name, (state, silent) => {
    const before = state.tokens.length
    const target =
      silent || state.src[state.pos + bracketOffset] !== '['
        ? undefined
        : findInlineTarget(state, state.pos + bracketOffset)
    const matched = original(state, silent)
    if (!matched || silent) return matched
    const token = state.tokens.slice(before).find((pushed) => pushed.type === type)
    if (token !== undefined && token.meta === null && target !== undefined) token.meta = target
    return matched
  })
}

function wrapBlockRule(
  name: 'table' | 'reference',
  alt: string[],
  note: (state: StateBlock, pushed: readonly Token[]) => void,
): void {
  const { ruler } = markdown.block
  const original = ruler.__rules__.find((rule) => rule.name === name)?.fn
  if (original === undefined) throw new Error(`Cannot wrap rule "${name}": the parser has none`)
  const wrapper: typeof original = (state, startLine, endLine, silent) => {
    const before = state.tokens.length
    const matched = original(state, startLine, endLine, silent)
    if (matched && !silent) note(state, state.tokens.slice(before))
    return matched
  }
  ruler.at(name, wrapper, { alt })
}

/** Where the text of a line starts, after the markers of enclosing lists and quotes. */
function findTextStart(state: StateBlock, line: number): number {
  return (state.bMarks[line] ?? 0) + (state.tShift[line] ?? 0)
}

function noteRowStarts(state: StateBlock, pushed: readonly Token[]): void {
  for (const token of pushed) {
    if (token.type !== 'tr_open' || token.map === null) continue
    token.meta = { rowStart: findTextStart(state, token.map[0]) }
  }
}

function noteDefinition(state: StateBlock, pushed: readonly Token[]): void {
  const token = pushed.find(({ type }) => type === 'reference_definition')
  if (token === undefined || token.map === null) return
  let line = token.map[0]
  let at = findTextStart(state, line)
  while (state.src[at] !== ']') at += state.src[at] === '\\' ? 2 : 1
  for (at += 2; /[ \t\n]/.test(state.src[at] ?? ''); at += 1) {
    if (state.src[at] !== '\n') continue
    line += 1
    at = findTextStart(state, line) - 1
  }
  const target = state.md.helpers.parseLinkDestination(state.src, at, state.src.length)
  const href = state.md.normalizeLink(target.str)
  const label = String(token.meta?.label ?? '')
  // The parser drops the tokens of definitions at the end, so they are kept in `env`.
  if (Array.isArray(state.env.definitions)) {
    state.env.definitions.push({ label, href, line, start: at, end: target.pos })
  }
}

function addRenderRules(): void {
  const { rules } = markdown.renderer
  const { escapeHtml } = markdown.utils
  const code = (content: string, info: string) => {
    const language = markdown.utils.unescapeAll(info).trim().split(/\s+/)[0] ?? ''
    const name = language === '' ? '' : ` class="language-${escapeHtml(language)}"`
    return `<pre tabindex="0"><code${name}>${escapeHtml(content)}</code></pre>\n`
  }
  rules.fence = (tokens, at) => code(tokens[at]?.content ?? '', tokens[at]?.info ?? '')
  rules.code_block = (tokens, at) => code(tokens[at]?.content ?? '', '')
  rules.table_open = () => '<div class="table" tabindex="0">\n<table>\n'
  rules.table_close = () => '</table>\n</div>\n'
  // A class, because pages have no inline styles.
  rules.th_open = (tokens, at) => `<th${renderAlignment(tokens[at])}>`
  rules.td_open = (tokens, at) => `<td${renderAlignment(tokens[at])}>`
  rules.heading_close = (tokens, at, options, _env, renderer) => {
    const anchor = escapeHtml(String(tokens[at - 2]?.attrGet('id') ?? ''))
    const link = `<a class="anchor" href="#${anchor}" aria-label="Link to this section"></a>`
    return ` ${link}${renderer.renderToken(tokens, at, options)}`
  }
  rules.link_open = (tokens, at, _options, env) =>
    `<a${renderAddress('href', tokens[at], env)}${renderAttribute('title', tokens[at])}>`
  rules.image = (tokens, at, _options, env) => {
    const alt = escapeHtml(readInlineText(tokens[at]?.children ?? []).replaceAll('\n', ' '))
    const title = renderAttribute('title', tokens[at])
    return `<img${renderAddress('src', tokens[at], env)} alt="${alt}"${title} loading="lazy">`
  }
}

function renderAlignment(cell: Token | undefined): string {
  const side = /^text-align:(\w+)$/.exec(String(cell?.attrGet('style') ?? ''))?.[1]
  return side === undefined ? '' : ` class="align-${side}"`
}

function renderAttribute(name: string, token: Token | undefined): string {
  const value = token?.attrGet(name) ?? null
  return value === null ? '' : ` ${name}="${markdown.utils.escapeHtml(String(value))}"`
}

function renderAddress(
  name: 'href' | 'src',
  token: Token | undefined,
  env: Env | undefined,
): string {
  const href = String(token?.attrGet(name) ?? '')
  const resolve = env?.resolve
  const target = href !== '' && typeof resolve === 'function' ? String(resolve(href)) : href
  return ` ${name}="${markdown.utils.escapeHtml(target)}"`
}
