import type { MarkdownIt, StateCore, Token } from 'markdown-it'

/** The kinds of callout, as GitHub has them. */
export const CALLOUT_KINDS = ['note', 'tip', 'important', 'warning', 'caution'] as const
export type CalloutKind = (typeof CALLOUT_KINDS)[number]

/** `[!NOTE]` at the start of a quote, with a title of our own after it. */
const MARK = /^\[!(\w+)\][ \t]*([^\n]*)(?:\n|$)/

/** Turns quotes that start with `[!NOTE]` into callouts. */
export function addCallouts(markdown: MarkdownIt): void {
  markdown.core.ruler.after('block', 'callouts', markQuotes)
}

function markQuotes(state: StateCore): void {
  if (!/^[ \t>]*>[ \t]*\[!/m.test(state.src)) return
  const tokens: Token[] = []
  const kinds: (CalloutKind | undefined)[] = []
  for (let at = 0; at < state.tokens.length; at += 1) {
    const token = state.tokens[at]
    if (token === undefined) break
    tokens.push(token)
    if (token.type === 'blockquote_open') {
      const found = readMark(state, at)
      kinds.push(found?.kind)
      if (found === undefined) continue
      token.type = 'callout_open'
      token.tag = 'div'
      token.meta = { kind: found.kind }
      tokens.push(...found.title)
      at += found.skipped
    } else if (token.type === 'blockquote_close' && kinds.pop() !== undefined) {
      token.type = 'callout_close'
      token.tag = 'div'
    }
  }
  state.tokens = tokens
}

type Mark = {
  readonly kind: CalloutKind
  readonly title: readonly Token[]
  /** Tokens after the one that opens the quote that nothing is left of. */
  readonly skipped: number
}

function readMark(state: StateCore, at: number): Mark | undefined {
  const [paragraph, inline] = [state.tokens[at + 1], state.tokens[at + 2]]
  if (paragraph?.type !== 'paragraph_open' || inline?.type !== 'inline') return undefined
  const mark = MARK.exec(inline.content)
  const name = mark?.[1]?.toLowerCase() ?? ''
  const kind = CALLOUT_KINDS.find((known) => known === name)
  if (mark === null || kind === undefined || inline.map === null) return undefined
  const [line, end] = inline.map
  const title = makeTitle(state, mark[2]?.trim() ?? '', line)
  const rest = inline.content.slice(mark[0].length)
  if (rest === '') return { kind, title, skipped: 3 }
  // The lines below keep their places, by which links in them are found in the source.
  inline.content = rest
  inline.map = [line + 1, end]
  return { kind, title, skipped: 0 }
}

function makeTitle(state: StateCore, text: string, line: number): readonly Token[] {
  if (text === '') return []
  const inline = new state.Token('inline', '', 0)
  inline.content = text
  inline.map = [line, line + 1]
  inline.children = []
  return [
    new state.Token('callout_title_open', 'p', 1),
    inline,
    new state.Token('callout_title_close', 'p', -1),
  ]
}
