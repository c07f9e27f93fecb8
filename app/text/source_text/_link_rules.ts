import type { MarkdownIt, StateBlock, StateInline, Token } from 'markdown-it'
import { notesOf } from './_parser_notes.ts'
import type { Range } from './source_positions.ts'

/** Makes the parser leave in `meta` where each address is in the source. */
export function addLinkRules(markdown: MarkdownIt): void {
  wrapBlockRule(markdown, 'table', ['paragraph', 'reference'], noteRowStarts)
  wrapBlockRule(markdown, 'reference', [], noteDefinition)
  wrapInlineRule(markdown, 'link', 'link_open', 0)
  wrapInlineRule(markdown, 'image', 'image', 1)
}

/** Looks at the tokens that a rule of the parser pushed. */
export function wrapBlockRule(
  markdown: MarkdownIt,
  name: 'table' | 'reference' | 'fence',
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
export function findTextStart(state: StateBlock, line: number): number {
  return (state.bMarks[line] ?? 0) + (state.tShift[line] ?? 0)
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
function wrapInlineRule(
  markdown: MarkdownIt,
  name: 'link' | 'image',
  type: string,
  bracketOffset: number,
): void {
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
  // The parser drops the tokens of definitions at the end, so they are noted.
  notesOf(state.env).definitions.push({ label, href, line, start: at, end: target.pos })
}
