import type { MarkdownIt, StateInline } from 'markdown-it'
import { splitRaised } from './raised_text.ts'
import { countUpTo, type Edit, type Range } from './source_positions.ts'

/** Elements that mean something which Markdown has no mark for. */
const OPENING = /<(kbd|sub|sup|mark|badge)(?:(?<=badge)[ \t]+tone="(good|warm|far)")?>/iy
const BREAK = /<br[ \t]*\/?>/iy

const CLOSINGS = /<\/(kbd|sub|sup|mark|badge)>/gi

/**
 * Adds a closed list of elements to a line of text. All other HTML stays text, and so does an
 * element with an attribute, or one that is not closed.
 */
export function addElements(markdown: MarkdownIt): void {
  const closings = new WeakMap<StateInline, ReadonlyMap<string, readonly number[]>>()
  const closingAfter = (state: StateInline, name: string, from: number): number | undefined => {
    const found = closings.get(state) ?? findClosings(state.src)
    closings.set(state, found)
    const places = found.get(name) ?? []
    const at = places[countUpTo(places, from - 1)]
    return at !== undefined && at + name.length + 3 <= state.posMax ? at : undefined
  }
  markdown.inline.ruler.before('autolink', 'element', (state, silent) => {
    if (state.src[state.pos] !== '<') return false
    if (readBreak(state, silent)) return true
    OPENING.lastIndex = state.pos
    const [tag = '', written = '', tone] = OPENING.exec(state.src) ?? []
    const name = written.toLowerCase()
    const from = state.pos + tag.length
    const close = tag === '' ? undefined : closingAfter(state, name, from)
    if (close === undefined) return false
    const end = close + name.length + 3
    if (!silent) pushElement(state, { name, tone }, { start: from, end: close }, end)
    state.pos = end
    return true
  })
}

function readBreak(state: StateInline, silent: boolean): boolean {
  BREAK.lastIndex = state.pos
  const tag = BREAK.exec(state.src)?.[0]
  if (tag === undefined) return false
  const [start, end] = [state.pos, state.pos + tag.length]
  if (!silent) {
    const isLast = state.src[end] === '\n'
    const text = isLast ? '\\' : ' '
    state.push('line_break', 'br', 0).meta = { edits: [{ start, end, text }] }
  }
  state.pos = end
  return true
}

/** Parses what is inside by itself, as the parser does for links: marks cannot cross the tags. */
function pushElement(
  state: StateInline,
  { name, tone }: { readonly name: string; readonly tone: string | undefined },
  inside: Range,
  end: number,
): void {
  const { pos, posMax, src } = state
  const text = src.slice(inside.start, inside.end)
  const sides = {
    followsWord: /[\p{L}\p{N}]$/u.test(src.slice(Math.max(0, pos - 2), pos)),
    meetsWord: /^[\p{L}\p{N}]/u.test(src.slice(end, end + 2)),
  }
  const isRaised = name === 'sub' || name === 'sup'
  const written = isRaised
    ? splitRaised(name, text, sides)
    : name === 'badge'
      ? (['(', text.trim(), ')'] as const)
      : undefined
  const [before, words, after] = written ?? ['', text.trim(), '']
  const edits: readonly Edit[] =
    words === text.trim()
      ? [
          { start: pos, end: inside.start, text: before },
          { start: inside.end, end, text: after },
        ]
      : [{ start: pos, end, text: `${before}${words}${after}` }]
  const open = state.push('element_open', name === 'badge' ? 'span' : name, 1)
  if (name === 'badge') open.attrSet('class', `badge ${tone?.toLowerCase() ?? ''}`.trimEnd())
  open.meta = { edits }
  state.pos = inside.start
  state.posMax = inside.end
  state.md.inline.tokenize(state)
  const close = state.push('element_close', open.tag, -1)
  // In plain words an exponent must not become part of the number before it.
  if (name === 'sup') [open.content, close.content] = [before, after]
  state.posMax = posMax
}

/** Where each element is closed, found once: a line can open thousands of them. */
function findClosings(src: string): ReadonlyMap<string, readonly number[]> {
  const found = new Map<string, number[]>()
  for (const { 1: name = '', index } of src.matchAll(CLOSINGS)) {
    const key = name.toLowerCase()
    const list = found.get(key) ?? []
    list.push(index)
    found.set(key, list)
  }
  return found
}
